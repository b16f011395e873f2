// Label-smoothed cross entropy of logits, both ways and in place, see ops/cross_entropy.py.
//
//     loss = lse(z) - (1 - eps) z_target - eps mean(z)          dz = softmax(z) - (1 - eps) onehot - eps / V
//
// A block takes a row: it reads it once for the greatest logit, the sum of exponentials and the sum, and once more to
// write the gradient over it; by then the row is in the cache.  The rows of padding get loss and gradient zero.

#include "common.cuh"

// logits [n, stride] REAL, of which the first `vocabulary` of a row count (stride: a multiple of four), become their
// gradient; targets [n]; loss [n].  Grid: n blocks.
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
