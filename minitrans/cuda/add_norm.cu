// LayerNorm(x + Dropout(sublayer)), see ops/add_norm.py; without a sublayer LayerNorm(x), see ops/layer_norm.py.
//
// One warp holds one row of WIDTH entries in registers.  The forward keeps the mean and 1 / standard deviation of each
// row for the backward.  The backward computes the sum x + Dropout(sublayer) and the dropout mask again.

#include "common.cuh"

#define QUADS ((WIDTH + 4 * WARP - 1) / (4 * WARP))  // per lane
#define FOR_QUADS for (int k = 0, j = 4 * (threadIdx.x % WARP); k < QUADS && j < WIDTH; k++, j += 4 * WARP)

struct Row {
    Quad q[QUADS];
};

// mask: which entries of `sublayer` are kept, four bits for each quad, whose number is at most eight
__device__ inline Row add(const REAL *x, const REAL *sublayer, Dropout d, unsigned first, unsigned &mask) {
    Row row;
    mask = 0;
    FOR_QUADS {
        row.q[k] = load(x + first + j);
        if (sublayer) {
            unsigned bits = kept_bits(d, first + j);
            Quad added = load(sublayer + first + j), keep = factors(d, bits);
            for (int i = 0; i < 4; i++) row.q[k].v[i] += added.v[i] * keep.v[i];
            mask |= bits << 4 * k;
        }
    }
    return row;
}

// x, sublayer (or null), y [n, WIDTH]; gamma, beta [WIDTH]; mean, rstd [n].  Grid: n warps or more.
extern "C" __global__ void add_norm_forward(
    const REAL *x, const REAL *sublayer, const REAL *gamma, const REAL *beta, REAL *y, float *mean, float *rstd,
    int n, float eps, const unsigned *draw, unsigned site, unsigned drop, float scale) {
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (r >= n) return;
    unsigned first = (unsigned)r * WIDTH;
    unsigned mask;
    Row row = add(x, sublayer, {draw, site, drop, scale}, first, mask);
    float total = 0, squares = 0;
    FOR_QUADS total += sum(row.q[k]);
    float mu = warp_sum(total) / WIDTH;
    FOR_QUADS for (int i = 0; i < 4; i++) {
        row.q[k].v[i] -= mu;
        squares += row.q[k].v[i] * row.q[k].v[i];
    }
    float scaling = rsqrtf(warp_sum(squares) / WIDTH + eps);
    FOR_QUADS {
        Quad g = load(gamma + j), b = load(beta + j), normed;
        for (int i = 0; i < 4; i++) normed.v[i] = row.q[k].v[i] * scaling * g.v[i] + b.v[i];
        store(y + first + j, normed);
    }
    if (threadIdx.x % WARP == 0) mean[r] = mu, rstd[r] = scaling;
}

// dx = rstd (g - mean(g) - xhat mean(g xhat)) with g = dy gamma, as derived in ops/layer_norm.py; dsublayer is dx times
// the dropout mask.  partial [blocks, 2, WIDTH]: sums of dy xhat and of dy over the rows of each block.
// Grid: any number of blocks of THREADS threads.
#define THREADS 256

extern "C" __global__ void __launch_bounds__(THREADS) add_norm_backward(
    const REAL *dy, const REAL *x, const REAL *sublayer, const REAL *gamma, const float *mean, const float *rstd,
    REAL *dx, REAL *dsublayer, float *partial, int n, const unsigned *draw, unsigned site, unsigned drop,
    float scale) {
    __shared__ float of_warp[THREADS / WARP][WIDTH];
    Dropout d = {draw, site, drop, scale};
    int own = threadIdx.x / WARP, warp = blockIdx.x * (THREADS / WARP) + own, warps = gridDim.x * (THREADS / WARP);
    Row dgamma = {}, dbeta = {};
    for (int r = warp; r < n; r += warps) {
        unsigned first = (unsigned)r * WIDTH, mask;
        Row xhat = add(x, sublayer, d, first, mask), g;
        float g_sum = 0, gx_sum = 0, mu = mean[r], scaling = rstd[r];
        FOR_QUADS {
            Quad dys = load(dy + first + j), gammas = load(gamma + j);
            for (int i = 0; i < 4; i++) {
                xhat.q[k].v[i] = (xhat.q[k].v[i] - mu) * scaling;
                dgamma.q[k].v[i] += dys.v[i] * xhat.q[k].v[i];
                dbeta.q[k].v[i] += dys.v[i];
                g.q[k].v[i] = dys.v[i] * gammas.v[i];
                gx_sum += g.q[k].v[i] * xhat.q[k].v[i];
            }
            g_sum += sum(g.q[k]);
        }
        g_sum = warp_sum(g_sum) / WIDTH, gx_sum = warp_sum(gx_sum) / WIDTH;
        FOR_QUADS {
            Quad dtotal, dropped, keep = factors(d, mask >> 4 * k);
            for (int i = 0; i < 4; i++) {
                dtotal.v[i] = scaling * (g.q[k].v[i] - g_sum - xhat.q[k].v[i] * gx_sum);
                dropped.v[i] = dtotal.v[i] * keep.v[i];
            }
            store(dx + first + j, dtotal);
            if (sublayer) store(dsublayer + first + j, dropped);
        }
    }
    for (int which = 0; which < 2; which++) {
        FOR_QUADS store(of_warp[own] + j, which ? dbeta.q[k] : dgamma.q[k]);
        __syncthreads();
        for (int j = threadIdx.x; j < WIDTH; j += THREADS) {
            float total = 0;
            for (int w = 0; w < THREADS / WARP; w++) total += of_warp[w][j];
            partial[(2 * (size_t)blockIdx.x + which) * WIDTH + j] = total;
        }
        __syncthreads();  // now the next sums may overwrite of_warp
    }
}

// dgamma, dbeta [WIDTH] = the sums over the first axis of partial [parts, 2, WIDTH], added to what is there if
// add_gamma or add_beta is 1.  The order is fixed, so every run gives the same bits.
// Grid: 2 WIDTH / 32 blocks of 32 warps; a warp sums every 32nd part of 32 columns.
extern "C" __global__ void add_norm_sums(
    const float *partial, float *dgamma, float *dbeta, int parts, int add_gamma, int add_beta) {
    __shared__ float of_warp[WARP][WARP];
    int lane = threadIdx.x % WARP, own = threadIdx.x / WARP, j = blockIdx.x * WARP + lane;
    float total = 0;
    for (int part = own; part < parts && j < 2 * WIDTH; part += WARP) total += partial[(size_t)part * 2 * WIDTH + j];
    of_warp[own][lane] = total;
    __syncthreads();
    if (own || j >= 2 * WIDTH) return;
    for (int w = 1; w < WARP; w++) total += of_warp[w][lane];
    float *to = j < WIDTH ? dgamma + j : dbeta + j - WIDTH;
    *to = total + ((j < WIDTH ? add_gamma : add_beta) ? *to : 0);
}
