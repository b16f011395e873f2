// Beam search on the device, see decoding.py.  Each hypothesis is a row; each sentence has `beam` consecutive rows.
//
// The KV cache [longest, rows, width] is never reordered when hypotheses change rows.  Instead, ancestors
// [rows, longest] gives for each hypothesis the row that wrote each of its words.

#include "common.cuh"

#define INFINITE ((double)__uint_as_float(0x7f800000u))

// Copies the keys or values [rows, width] of a step into the cache.  length [1]: words so far.
// Grid: rows width / 4 threads.
extern "C" __global__ void append(const REAL *rows, REAL *cache, const int *length, int size) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < size) store(cache + (size_t)length[0] * size + i, load(rows + i));
}

// The `beam` most probable next words of each row, the best first: log_p, ids [n, beam].  logits [n, stride] are
// overwritten.  Ids below FIRST are excluded, except EOS; a sentence at its length limit gets EOS only.
// Grid: n blocks.
extern "C" __global__ void best_words(
    REAL *logits, const int *length, const int *limits, double *log_p, int *ids, int vocabulary, int stride, int beam) {
    __shared__ float best_of_warp[WARP];
    __shared__ int id_of_warp[WARP];
    int row = blockIdx.x, lane = threadIdx.x % WARP;
    REAL *z = logits + (size_t)row * stride;
    float greatest = -FLOAT_MAX, exponentials = 0;
    for (int j = threadIdx.x; j < vocabulary; j += blockDim.x) greatest = fmaxf(greatest, to_float(z[j]));
    greatest = block_max(greatest);
    for (int j = threadIdx.x; j < vocabulary; j += blockDim.x) exponentials += expf(to_float(z[j]) - greatest);
    float total = greatest + logf(block_sum(exponentials));
    bool must_end = limits[row / beam] == length[0] + 1;
    if (must_end) {
        for (int k = threadIdx.x; k < beam; k += blockDim.x) {
            log_p[row * beam + k] = k == 0 ? (double)to_float(z[EOS]) - total : -INFINITE;
            ids[row * beam + k] = EOS;
        }
        return;
    }
    for (int k = 0; k < beam; k++) {
        float best = -FLOAT_MAX;
        int id = vocabulary;
        for (int j = threadIdx.x; j < vocabulary; j += blockDim.x) {
            float x = to_float(z[j]);
            if ((j >= FIRST || j == EOS) && x > best) best = x, id = j;
        }
        for (int half = WARP / 2; half > 0; half /= 2) {
            float x = __shfl_xor_sync(ALL_LANES, best, half);
            int other = __shfl_xor_sync(ALL_LANES, id, half);
            if (x > best || (x == best && other < id)) best = x, id = other;
        }
        if (lane == 0) best_of_warp[threadIdx.x / WARP] = best, id_of_warp[threadIdx.x / WARP] = id;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < blockDim.x / WARP; w++)
                if (best_of_warp[w] > best || (best_of_warp[w] == best && id_of_warp[w] < id))
                    best = best_of_warp[w], id = id_of_warp[w];
            log_p[row * beam + k] = id < vocabulary ? (double)best - total : -INFINITE;
            ids[row * beam + k] = id < vocabulary ? id : EOS;
            if (id < vocabulary) round_to(z[id], -FLOAT_MAX);  // not chosen again
        }
        __syncthreads();
    }
}

// One step of the search: keep the best `beam` of the beam x beam continuations of each sentence, exactly as
// `decoding.beam_search` does.  One thread per sentence.
//
// scores [n]: log probabilities of live hypotheses, -INFINITE for others.  words [n]: their newest words.
// parents, found [longest, n]: the row that each row continues, and the word it adds; from these the host reads the
// sentences at the end.  taken [sentences]: the number of finished hypotheses.  ended_score (with length penalty),
// ended_log_p, ended_length, ended_row [sentences, nbest]: the best of them, best first.  live [sentences].
extern "C" __global__ void grow(
    const double *log_p, const int *ids, const int *length, const double *longest_penalty, double *scores, int *words,
    int *parents, int *found, int *taken, double *ended_score, double *ended_log_p, int *ended_length, int *ended_row,
    int *live, int sentences, int beam, int nbest, double alpha) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sentences) return;
    int n = sentences * beam, t = length[0];
    double penalty = pow((5.0 + t + 1) / 6, alpha), hope = -INFINITE;
    double next[BEAM];
    int parent[BEAM], word[BEAM], free_places = beam - taken[s];
    unsigned long long used[(BEAM * BEAM + 63) / 64] = {};
    for (int slot = 0; slot < beam; slot++) {
        int best = -1;
        double value = -INFINITE;
        for (int c = 0; c < beam * beam; c++) {
            if (used[c / 64] >> (c % 64) & 1) continue;
            double x = scores[s * beam + c / beam] + log_p[s * beam * beam + c];
            if (best < 0 || x > value) best = c, value = x;
        }
        used[best / 64] |= 1ull << (best % 64);
        next[slot] = slot < free_places ? value : -INFINITE;
        parent[slot] = s * beam + best / beam, word[slot] = ids[s * beam * beam + best];
    }
    for (int slot = 0; slot < beam; slot++) {
        int row = s * beam + slot;
        parents[t * n + row] = parent[slot], found[t * n + row] = words[row] = word[slot];
        if (live[s] && word[slot] == EOS && next[slot] > -INFINITE) {
            taken[s]++;
            double score = next[slot] / penalty, log_probability = next[slot];
            int ended_at = t + 1, last = row;
            for (int k = 0; k < nbest; k++) {  // insertion into the sorted list
                int at = s * nbest + k;
                if (!(score > ended_score[at])) continue;
                double other_score = ended_score[at], other_log_p = ended_log_p[at];
                int other_length = ended_length[at], other_row = ended_row[at];
                ended_score[at] = score, ended_log_p[at] = log_probability;
                ended_length[at] = ended_at, ended_row[at] = last;
                score = other_score, log_probability = other_log_p, ended_at = other_length, last = other_row;
            }
            next[slot] = -INFINITE;
        }
        scores[row] = next[slot];
        hope = next[slot] > hope ? next[slot] : hope;
    }
    if (!(hope / longest_penalty[s] > ended_score[s * nbest + nbest - 1])) live[s] = 0;
}

// ancestors [n, longest] before a step -> after it: each row takes those of its parent, then adds itself, because it
// writes the keys and values of its newest word in the next step.  Grid: n longest threads.
extern "C" __global__ void inherit(
    const int *before, int *after, const int *parents, const int *length, int n, int longest) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / longest, t = i % longest;
    if (row >= n || t > length[0] + 1) return;
    after[i] = t == length[0] + 1 ? row : before[parents[length[0] * n + row] * longest + t];
}

// length [1] += 1; waiting [1] = the number of live sentences.  Grid: 1 block.
extern "C" __global__ void count(int *length, const int *live, int *waiting, int sentences) {
    float here = 0;
    for (int s = threadIdx.x; s < sentences; s += blockDim.x) here += live[s];
    here = block_sum(here);
    if (threadIdx.x == 0) length[0]++, waiting[0] = (int)here;
}
