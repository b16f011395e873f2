// Elementwise kernels and column sums: the residual connection, activations, biases and their gradients.

#include "common.cuh"

// y = x + Dropout(sublayer), see ops/residual.py.  If x is null, y = Dropout(sublayer); this is also the backward.
// All arrays are [n]; n is a multiple of four.  Grid: n / 4 threads.
extern "C" __global__ void dropout_add(
    const REAL *x, const REAL *sublayer, REAL *y, long long n, const unsigned *draw, unsigned site, unsigned drop,
    float scale) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad sum = x ? load(x + i) : Quad{}, added = load(sublayer + i), keep = kept({draw, site, drop, scale}, i);
    for (int k = 0; k < 4; k++) sum.v[k] += added.v[k] * keep.v[k];
    store(y + i, sum);
}

// The backward of ReLU, in place: dx = dx where y > 0, else 0.  Grid: n / 4 threads.
extern "C" __global__ void relu_backward(REAL *dx, const REAL *y, long long n) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad d = load(dx + i), at = load(y + i);
    for (int k = 0; k < 4; k++) d.v[k] = at.v[k] > 0 ? d.v[k] : 0;
    store(dx + i, d);
}

// y = z s(z) with s(z) = 1 / (1 + e^-z), see ops/feed_forward_swish.py.  Grid: n / 4 threads.
extern "C" __global__ void swish(const REAL *z, REAL *y, long long n) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad q = load(z + i);
    for (int k = 0; k < 4; k++) q.v[k] /= 1 + expf(-q.v[k]);
    store(y + i, q);
}

// Its backward, in place: dz = dz s (1 + z (1 - s)).  Grid: n / 4 threads.
extern "C" __global__ void swish_backward(REAL *dz, const REAL *z, long long n) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad d = load(dz + i), at = load(z + i);
    for (int k = 0; k < 4; k++) {
        float share = 1 / (1 + expf(-at.v[k]));
        d.v[k] *= share * (1 + at.v[k] * (1 - share));
    }
    store(dz + i, d);
}

// logits [n, stride], whose first `vocabulary` columns are used, += bias [vocabulary].  Grid: n vocabulary threads.
extern "C" __global__ void add_bias(REAL *logits, const REAL *bias, int n, int vocabulary, int stride) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)n * vocabulary) return;
    REAL *z = logits + i / vocabulary * stride + i % vocabulary;
    round_to(*z, to_float(*z) + to_float(bias[i % vocabulary]));
}

// x = factor x, in place; factor [1] is in device memory.  Grid: n / 4 threads.
extern "C" __global__ void scale(REAL *x, const float *factor, long long n) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad q = load(x + i);
    for (int k = 0; k < 4; k++) q.v[k] *= factor[0];
    store(x + i, q);
}

// partial [gridDim.y, width]: column sums of x [n, width], each over every gridDim.y-th row; added to what is there if
// `add` is 1.
// Grid: (width / 128, any) blocks of WARP x 8 threads.
#define GROUPS 8

template <typename T> __device__ inline void column_sum_of(const T *x, float *partial, int n, int width, int add) {
    __shared__ Quad of_group[GROUPS][WARP];
    int lane = threadIdx.x % WARP, group = threadIdx.x / WARP, j = 4 * (blockIdx.x * WARP + lane);
    Quad sum = {};
    if (j < width)
        for (int row = blockIdx.y + group * gridDim.y; row < n; row += GROUPS * gridDim.y) {
            Quad q = load(x + (size_t)row * width + j);
            for (int k = 0; k < 4; k++) sum.v[k] += q.v[k];
        }
    of_group[group][lane] = sum;
    __syncthreads();
    if (group > 0 || j >= width) return;
    for (int g = 1; g < GROUPS; g++)
        for (int k = 0; k < 4; k++) sum.v[k] += of_group[g][lane].v[k];
    float *total = partial + (size_t)blockIdx.y * width + j;
    Quad before = add ? load(total) : Quad{};
    for (int k = 0; k < 4; k++) sum.v[k] += before.v[k];
    store(total, sum);
}

extern "C" __global__ void column_sum(const REAL *x, float *partial, int n, int width, int add) {
    column_sum_of(x, partial, n, width, add);
}

// For float32, such as the partial sums above; with gridDim.y = 1 the result is their total.
extern "C" __global__ void column_sum_float(const float *x, float *partial, int n, int width, int add) {
    column_sum_of(x, partial, n, width, add);
}
