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

__device__ inline Row add(const REAL *x, const REAL *sublayer, Dropout d, unsigned first) {
    Row row;
    FOR_QUADS {
        row.q[k] = load(x + first + j);
        if (sublayer) {
            Quad added = load(sublayer + first + j), keep = kept(d, first + j);
            for (int i = 0; i < 4; i++) row.q[k].v[i] += added.v[i] * keep.v[i];
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
    Row row = add(x, sublayer, {draw, site, drop, scale}, first);
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
// the dropout mask.  partial [2, warps, WIDTH]: sums of dy xhat and of dy over the rows of each warp.  `column_sum`
// adds them in a fixed order, so every run gives the same bits.  Grid: any number of warps.
extern "C" __global__ void add_norm_backward(
    const REAL *dy, const REAL *x, const REAL *sublayer, const REAL *gamma, const float *mean, const float *rstd,
    REAL *dx, REAL *dsublayer, float *partial, int n, const unsigned *draw, unsigned site, unsigned drop,
    float scale) {
    Dropout d = {draw, site, drop, scale};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, warps = gridDim.x * blockDim.x / WARP;
    Row dgamma = {}, dbeta = {};
    for (int r = warp; r < n; r += warps) {
        unsigned first = (unsigned)r * WIDTH;
        Row xhat = add(x, sublayer, d, first), g;
        float g_sum = 0, gx_sum = 0;
        FOR_QUADS {
            Quad dys = load(dy + first + j), gammas = load(gamma + j);
            for (int i = 0; i < 4; i++) {
                xhat.q[k].v[i] = (xhat.q[k].v[i] - mean[r]) * rstd[r];
                dgamma.q[k].v[i] += dys.v[i] * xhat.q[k].v[i];
                dbeta.q[k].v[i] += dys.v[i];
                g.q[k].v[i] = dys.v[i] * gammas.v[i];
                gx_sum += g.q[k].v[i] * xhat.q[k].v[i];
            }
            g_sum += sum(g.q[k]);
        }
        g_sum = warp_sum(g_sum) / WIDTH, gx_sum = warp_sum(gx_sum) / WIDTH;
        FOR_QUADS {
            Quad dtotal, dropped, keep = sublayer ? kept(d, first + j) : Quad{};
            for (int i = 0; i < 4; i++) {
                dtotal.v[i] = rstd[r] * (g.q[k].v[i] - g_sum - xhat.q[k].v[i] * gx_sum);
                dropped.v[i] = dtotal.v[i] * keep.v[i];
            }
            store(dx + first + j, dtotal);
            if (sublayer) store(dsublayer + first + j, dropped);
        }
    }
    FOR_QUADS {
        store(partial + (size_t)warp * WIDTH + j, dgamma.q[k]);
        store(partial + (size_t)(warps + warp) * WIDTH + j, dbeta.q[k]);
    }
}
