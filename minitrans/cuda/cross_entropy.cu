// Cross entropy with label smoothing, forward and backward in one kernel and in place, see ops/cross_entropy.py.
//
//     loss = lse(z) - (1 - eps) z_target - eps mean(z)          dz = softmax(z) - (1 - eps) onehot - eps / V
//
// One block takes one row.  The first pass finds the largest logit, the sum of exponentials and the sum of logits
// (online softmax).  The second pass overwrites the row, then in the cache, with its gradient.  Padding rows get zeros.

#include "common.cuh"

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
    for (int j = 4 * threadIdx.x; j < vocabulary; j += 4 * blockDim.x) {
        Quad z = load(row + j);
        float before = greatest;
        for (int i = 0; i < 4; i++)
            if (j + i < vocabulary) greatest = fmaxf(greatest, z.v[i]);
        exponentials *= expf(before - greatest);
        for (int i = 0; i < 4; i++)
            if (j + i < vocabulary) exponentials += expf(z.v[i] - greatest), total += z.v[i];
    }
    float of_all = block_max(greatest);
    float lse = of_all + logf(block_sum(exponentials * expf(greatest - of_all)));
    float mean = block_sum(total) / vocabulary;
    if (threadIdx.x == 0)
        loss[blockIdx.x] = lse - (1 - smoothing) * to_float(row[target]) - smoothing * mean;
    __syncthreads();  // the target's logit has been read
    for (int j = 4 * threadIdx.x; j < stride; j += 4 * blockDim.x) {
        Quad z = load(row + j);
        for (int i = 0; i < 4; i++) {
            float likely = j + i == target ? 1 - smoothing : 0;
            z.v[i] = j + i < vocabulary ? expf(z.v[i] - lse) - likely - smoothing / vocabulary : 0;
        }
        store(row + j, z);
    }
}
