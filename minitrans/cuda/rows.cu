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

// y = z s(z) with s(z) = 1 / (1 + e^-z), see ops/feed_forward_swish.py.  Grid: n / 4 threads.
extern "C" __global__ void swish(const REAL *z, REAL *y, long long n) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    Quad q = load(z + i);
    for (int k = 0; k < 4; k++) q.v[k] /= 1 + expf(-q.v[k]);
    store(y + i, q);
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

// Column sums, in a fixed order.  Each block sums some rows of 128 columns.  The block that finishes last of those with
// the same columns adds up the sums of all of them.  Grid: (width / 128, any) blocks of GROUPS x WARP threads.
#define GROUPS 8

__device__ unsigned finished[1 << 16];  // for each blockIdx.x, the blocks that have written; zero between two launches

// The sum of rows first, first + step, ... of four columns.  read(row): the four entries of this thread.  Only threads
// of group 0 get the whole sum.
template <typename Read> __device__ inline Quad sum_of_rows(Read read, int first, int step, int n) {
    __shared__ Quad of_group[GROUPS][WARP];
    int lane = threadIdx.x % WARP, group = threadIdx.x / WARP;
    Quad sum = {};
#pragma unroll 8  // reads in flight
    for (int row = first + group * step; row < n; row += GROUPS * step) {
        Quad q = read(row);
        for (int k = 0; k < 4; k++) sum.v[k] += q.v[k];
    }
    of_group[group][lane] = sum;
    __syncthreads();
    for (int g = 1; group == 0 && g < GROUPS; g++)
        for (int k = 0; k < 4; k++) sum.v[k] += of_group[g][lane].v[k];
    return sum;
}

// total [width] = column sums of the entries at(i) of an array [n, width], added to what is there if `add` is 1.
// partial [gridDim.y, width]: scratch space.
template <typename At> __device__ inline void sum_columns(At at, float *partial, float *total, int n, int width, int add) {
    __shared__ bool last;
    int j = 4 * (blockIdx.x * WARP + threadIdx.x % WARP), rows = j < width ? n : 0, parts = j < width ? gridDim.y : 0;
    bool first_group = threadIdx.x < WARP && j < width;
    Quad sum = sum_of_rows([&](int row) { return at((size_t)row * width + j); }, blockIdx.y, gridDim.y, rows);
    if (first_group) store(partial + (size_t)blockIdx.y * width + j, sum);
    __threadfence();  // before the count, so that the last block sees the sum
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(finished + blockIdx.x, 1) == gridDim.y - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    sum = sum_of_rows([&](int row) { return load(partial + (size_t)row * width + j); }, 0, 1, parts);
    if (threadIdx.x == 0) finished[blockIdx.x] = 0;
    if (!first_group) return;
    Quad before = add ? load(total + j) : Quad{};
    for (int k = 0; k < 4; k++) sum.v[k] += before.v[k];
    store(total + j, sum);
}

extern "C" __global__ void column_sum(const REAL *x, float *partial, float *total, int n, int width, int add) {
    sum_columns([&](size_t i) { return load(x + i); }, partial, total, n, width, add);
}

// The backward of ReLU, in place, and the column sums of the result: dz = dz where y, which is never negative, is not 0.
extern "C" __global__ void relu_backward(
    REAL *dz, const REAL *y, float *partial, float *total, int n, int width, int add) {
    auto backward = [&](size_t i) {
        Quad d = load(dz + i), at = load(y + i);
        for (int k = 0; k < 4; k++) d.v[k] = at.v[k] != 0 ? d.v[k] : 0;
        store(dz + i, d);
        return d;
    };
    sum_columns(backward, partial, total, n, width, add);
}

// The backward of swish, in place, and the column sums of the result: dz = dz s (1 + z (1 - s)).
extern "C" __global__ void swish_backward(
    REAL *dz, const REAL *z, float *partial, float *total, int n, int width, int add) {
    auto backward = [&](size_t i) {
        Quad d = load(dz + i), at = load(z + i);
        for (int k = 0; k < 4; k++) {
            float share = 1 / (1 + expf(-at.v[k]));
            d.v[k] *= share * (1 + at.v[k] * (1 - share));
        }
        store(dz + i, d);
        return d;
    };
    sum_columns(backward, partial, total, n, width, add);
}
