// Embedding plus positional encoding, forward and backward, see ops/embed.py.

#include "common.cuh"

#define QUADS_OF_A_ROW (WIDTH / 4)

// y = Dropout(table[ids] sqrt(WIDTH) + positions[places]).  table [V, WIDTH], positions [longest, WIDTH],
// ids, places [n], y [n, WIDTH].  Grid: n WIDTH / 4 threads.
extern "C" __global__ void embed_forward(
    const REAL *table, const float *positions, const int *ids, const int *places, REAL *y, int n, const unsigned *draw,
    unsigned site, unsigned drop, float scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / QUADS_OF_A_ROW, j = i % QUADS_OF_A_ROW * 4;
    if (row >= n) return;
    Quad x = load(table + (size_t)ids[row] * WIDTH + j), at = load(positions + (size_t)places[row] * WIDTH + j);
    Quad keep = kept({draw, site, drop, scale}, 4u * i);
    for (int k = 0; k < 4; k++) x.v[k] = (x.v[k] * sqrtf(WIDTH) + at.v[k]) * keep.v[k];
    store(y + 4 * (size_t)i, x);
}

// dtable[ids] += factor * mask * dy, without rows of id `skipped`; dtable [V, WIDTH] is float32.  order [n]: the rows
// sorted by id.  One block takes all rows of one id and adds them in a fixed order.  So no atomic addition is needed,
// and every run gives the same bits.  The same kernel computes the gradient of the positions.
// Grid: n blocks of GROUPS x WIDTH / 4 threads; only a block at the start of a run of equal ids has work to do.
#define GROUPS 4

// The place in `order` where the run of equal ids that begins at `begin` ends: found by doubling, then by bisection.
// A loop that knows its end can read the next rows before it has added this one, which matters for BOS and EOS.
__device__ inline int end_of_run(const int *ids, const int *order, int begin, int n) {
    int id = ids[order[begin]], step = 1;
    while (begin + step < n && ids[order[begin + step]] == id) step *= 2;
    int inside = begin + step / 2, end = min(begin + step, n);
    while (end - inside > 1) {
        int middle = (inside + end) / 2;
        if (ids[order[middle]] == id) inside = middle;
        else end = middle;
    }
    return end;
}

extern "C" __global__ void __launch_bounds__(WIDTH) embed_backward(
    const REAL *dy, const int *ids, const int *order, float *dtable, int n, int skipped, float factor, const unsigned *draw,
    unsigned site, unsigned drop, float scale) {
    __shared__ Quad of_group[GROUPS][QUADS_OF_A_ROW];
    int begin = blockIdx.x, id = ids[order[begin]];
    if (id == skipped || (begin > 0 && ids[order[begin - 1]] == id)) return;
    int group = threadIdx.x / QUADS_OF_A_ROW, j = threadIdx.x % QUADS_OF_A_ROW * 4;
    int end = end_of_run(ids, order, begin, n);
    Quad sum = {};
#pragma unroll 4
    for (int i = begin + group; i < end; i += GROUPS) {
        unsigned at = (unsigned)order[i] * WIDTH + j;
        Quad g = load(dy + at), keep = kept({draw, site, drop, scale}, at);
        for (int k = 0; k < 4; k++) sum.v[k] += g.v[k] * keep.v[k];
    }
    of_group[group][j / 4] = sum;
    __syncthreads();
    if (group > 0) return;
    Quad total = load(dtable + (size_t)id * WIDTH + j);
    for (int g = 0; g < GROUPS; g++)
        for (int k = 0; k < 4; k++) total.v[k] += factor * of_group[g][j / 4].v[k];
    store(dtable + (size_t)id * WIDTH + j, total);
}
