// Cross entropy with label smoothing, forward and backward in one kernel and in place, see ops/cross_entropy.py.
//
//     loss = lse(z) - (1 - eps) z_target - eps mean(z)          dz = softmax(z) - (1 - eps) onehot - eps / V
//
// One block handles one row.  The first pass finds the largest logit, the sum of exponentials and the sum of logits
// (online softmax).  The second pass overwrites the row, then in the cache, with its gradient.  Padding rows get zeros.

#include "common.cuh"

// Four logits; those past the end of the vocabulary are so small that their exponentials are 0.
__device__ inline Quad logits_at(const REAL *row, int j, int vocabulary) {
    Quad z = load(row + j);
    if (j + 4 > vocabulary)
        for (int i = 0; i < 4; i++) z.v[i] = j + i < vocabulary ? z.v[i] : -FLOAT_MAX;
    return z;
}

// logits [n, stride] REAL, overwritten with their gradient; the first `vocabulary` entries of a row are logits, and
// stride is a multiple of four.  targets [n]; loss [n].  Grid: n blocks.
extern "C" __global__ void cross_entropy(
    REAL *logits, const int *targets, float *loss, int vocabulary, int stride, float smoothing, int pad) {
    REAL *row = logits + (size_t)blockIdx.x * stride;
    int target = targets[blockIdx.x];
    if (target == pad) {
        for (int j = 4 * threadIdx.x; j < stride; j += 4 * blockDim.x) store(row + j, {});
        if (threadIdx.x == 0) loss[blockIdx.x] = 0;
        return;
    }
    float greatest = -FLOAT_MAX, exponentials = 0, total = 0;  // exponentials: sum of exp(z - greatest)
#pragma unroll 4
    for (int j = 4 * threadIdx.x; j < vocabulary; j += 4 * blockDim.x) {
        Quad z = logits_at(row, j, vocabulary);
        float before = greatest;
        for (int i = 0; i < 4; i++) greatest = fmaxf(greatest, z.v[i]);
        exponentials *= __expf(before - greatest);
        for (int i = 0; i < 4; i++) {
            exponentials += __expf(z.v[i] - greatest);
            total += j + i < vocabulary ? z.v[i] : 0;
        }
    }
    float of_all = block_max(greatest);
    float lse = of_all + logf(block_sum(exponentials * expf(greatest - of_all)));
    float mean = block_sum(total) / vocabulary;
    if (threadIdx.x == 0)
        loss[blockIdx.x] = lse - (1 - smoothing) * to_float(row[target]) - smoothing * mean;
    __syncthreads();  // the target's logit has been read
    float others = smoothing / vocabulary;
#pragma unroll 4
    for (int j = 4 * threadIdx.x; j < stride; j += 4 * blockDim.x) {
        Quad z = logits_at(row, j, vocabulary);
        for (int i = 0; i < 4; i++) {
            float likely = j + i == target ? 1 - smoothing : 0;
            z.v[i] = __expf(z.v[i] - lse) - likely - others;
        }
        if (j + 4 > vocabulary)
            for (int i = 0; i < 4; i++) z.v[i] = j + i < vocabulary ? z.v[i] : 0;
        store(row + j, z);
    }
}
