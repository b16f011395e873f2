// The most probable next words, as in `decoding.best_words`: one block handles one row of logits.
//
// One pass finds the log of the sum of exponentials, and the best word of each thread, which reads every blockDim.x-th
// logit.  The best of these is the best of all.  Then that thread needs its next best word, which the lanes of its warp
// search for together, and so on.

#include "common.cuh"

enum { PAD, BOS, EOS, UNK };  // as in data/ids.py

struct Word {
    float logit;
    int id;
};

__device__ inline Word nothing() { return {__uint_as_float(0xff800000u), 0}; }  // its logit is -inf

// Of equal logits the first one is better, as for argmax.
__device__ inline bool better(Word a, Word b) { return a.logit > b.logit || (a.logit == b.logit && a.id < b.id); }

__device__ inline bool allowed(int id) { return id != PAD && id != BOS && id != UNK; }

__device__ inline Word warp_best(Word word) {
    for (int half = WARP / 2; half > 0; half /= 2) {
        Word other = {__shfl_xor_sync(ALL_LANES, word.logit, half), __shfl_xor_sync(ALL_LANES, word.id, half)};
        word = better(other, word) ? other : word;
    }
    return word;
}

__device__ inline Word block_best(Word word) {
    __shared__ Word of_warp[WARP];
    word = warp_best(word);
    if (threadIdx.x % WARP == 0) of_warp[threadIdx.x / WARP] = word;
    __syncthreads();
    word = threadIdx.x % WARP < blockDim.x / WARP ? of_warp[threadIdx.x % WARP] : nothing();
    __syncthreads();  // now the next call may overwrite of_warp
    return warp_best(word);
}

// logits: rows at a distance of `stride`; only_end [n]: 1 for a row that gets only EOS; chosen [n, 2, count]: log
// probabilities, and ids, which are exact in float32.  Where there are no more words: -inf.  Grid: n blocks.
extern "C" __global__ void best_words(
    const float *logits, const int *only_end, float *chosen, int vocabulary, int stride, int count) {
    const float *row = logits + (size_t)blockIdx.x * stride;
    float *log_p = chosen + (size_t)blockIdx.x * 2 * count, *ids = log_p + count;
    Word mine = nothing();
    float greatest = -FLOAT_MAX, exponentials = 0;  // exponentials: sum of exp(z - greatest)
#pragma unroll 4
    for (int j = threadIdx.x; j < vocabulary; j += blockDim.x) {
        float z = row[j], before = greatest;
        greatest = fmaxf(greatest, z);
        exponentials = exponentials * __expf(before - greatest) + __expf(z - greatest);
        if (allowed(j) && better({z, j}, mine)) mine = {z, j};
    }
    float of_all = block_max(greatest);
    float lse = of_all + logf(block_sum(exponentials * expf(greatest - of_all)));
    for (int k = 0; k < count; k++) {
        Word best = block_best(mine);
        if (only_end[blockIdx.x]) best = {k ? nothing().logit : row[EOS], EOS};
        if (threadIdx.x == 0) {
            log_p[k] = best.logit - lse;
            ids[k] = best.id;
        }
        int owner = best.id % blockDim.x;
        if (threadIdx.x / WARP != owner / WARP) continue;
        Word next = nothing();
        for (int j = owner + threadIdx.x % WARP * blockDim.x; j < vocabulary; j += WARP * blockDim.x) {
            Word word = {row[j], j};
            if (allowed(j) && better(best, word) && better(word, next)) next = word;
        }
        next = warp_best(next);
        if (threadIdx.x == owner) mine = next;
    }
}
