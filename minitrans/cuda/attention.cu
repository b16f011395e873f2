// Multi-head attention, see ops/attention.py, over rows without padding.  Query t sees keys first[t] .. end[t] - 1 of
// its own sentence, so scores of padding and of the future are never computed.  Read this file before
// attention_tiles.cu, which has the same kernels for bfloat16 on tensor cores.
//
// One warp computes one query of one head.  Its lanes divide the keys for the scores, and the columns for the sum of
// values.  So scores and weights stay in registers, as in FlashAttention.  The forward keeps lse, the logarithm of the
// sum of exponentials, for each query and head; from it the backward computes a weight again with one exponential:
//
//     p = exp(q k scale - lse)      dv += p dy      ds = p (dy v - dy y) scale      dq += ds k      dk += ds q
//
// Derivation: ops/scaled_dot_product_attention.py; dy y equals the sum over keys of p dp, because y is the sum of p v.

#include "common.cuh"

#define COLUMNS(d) (((d) + WARP - 1) / WARP)  // per lane: lane l holds columns l, l + 32 ..

// q [n, heads D_K], k [m, heads D_K], v [m, heads D_V], y [n, heads D_V], lse [n, heads].  table: the row of each key
// in k and v; null if key n is row n.  Grid: n heads warps.
extern "C" __global__ void attention_forward(
    const REAL *q, const REAL *k, const REAL *v, const int *first, const int *end, const int *table, REAL *y,
    float *lse, int n, int heads, float scale, int longest, const unsigned *draw, unsigned site, unsigned drop,
    float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (warp >= n * heads) return;
    int query = warp / heads, head = warp % heads;
    const REAL *own = q + (size_t)warp * D_K;
    float greatest = -FLOAT_MAX, exponentials = 0, sum[COLUMNS(D_V)] = {};
    for (int start = first[query]; start < end[query]; start += WARP) {
        int key = start + lane, count = min(WARP, end[query] - start), row = table && lane < count ? table[key] : key;
        float score = lane < count ? scale * dot(own, k + ((size_t)row * heads + head) * D_K, D_K) : -FLOAT_MAX;
        float before = greatest;
        greatest = fmaxf(greatest, warp_max(score));
        float weight = lane < count ? expf(score - greatest) : 0, shrink = expf(before - greatest);
        exponentials = exponentials * shrink + warp_sum(weight);
        weight *= kept_weight(d, query, head, heads, key - first[query], longest);
        for (int c = 0; c < COLUMNS(D_V); c++) sum[c] *= shrink;
        for (int other = 0; other < count; other++) {
            float p = __shfl_sync(ALL_LANES, weight, other);
            const REAL *value = v + ((size_t)__shfl_sync(ALL_LANES, row, other) * heads + head) * D_V;
            for (int c = 0, j = lane; j < D_V; c++, j += WARP) sum[c] += p * to_float(value[j]);
        }
    }
    float divisor = exponentials > 0 ? 1 / exponentials : 0;  // a query without keys gets zeros
    for (int c = 0, j = lane; j < D_V; c++, j += WARP) round_to(y[(size_t)warp * D_V + j], sum[c] * divisor);
    if (lane == 0) lse[warp] = exponentials > 0 ? greatest + logf(exponentials) : 0;
}

// dy like y -> dq like q, and delta [n, heads] = dy y.  Grid: n heads warps.
extern "C" __global__ void attention_backward_queries(
    const REAL *dy, const REAL *q, const REAL *k, const REAL *v, const REAL *y, const float *lse, const int *first,
    const int *end, REAL *dq, float *delta, int n, int heads, float scale, int longest, const unsigned *draw,
    unsigned site, unsigned drop, float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (warp >= n * heads) return;
    int query = warp / heads, head = warp % heads;
    const REAL *own = q + (size_t)warp * D_K, *dys = dy + (size_t)warp * D_V;
    float own_delta = 0, sum[COLUMNS(D_K)] = {};
    for (int j = lane; j < D_V; j += WARP) own_delta += to_float(dys[j]) * to_float(y[(size_t)warp * D_V + j]);
    own_delta = warp_sum(own_delta);
    for (int start = first[query]; start < end[query]; start += WARP) {
        int key = start + lane, count = min(WARP, end[query] - start);
        float ds = 0;
        if (lane < count) {
            float p = expf(scale * dot(own, k + ((size_t)key * heads + head) * D_K, D_K) - lse[warp]);
            float dp = dot(dys, v + ((size_t)key * heads + head) * D_V, D_V);
            dp *= kept_weight(d, query, head, heads, key - first[query], longest);
            ds = p * (dp - own_delta) * scale;
        }
        for (int other = 0; other < count; other++) {
            float factor = __shfl_sync(ALL_LANES, ds, other);
            const REAL *row = k + ((size_t)(start + other) * heads + head) * D_K;
            for (int c = 0, j = lane; j < D_K; c++, j += WARP) sum[c] += factor * to_float(row[j]);
        }
    }
    for (int c = 0, j = lane; j < D_K; c++, j += WARP) round_to(dq[(size_t)warp * D_K + j], sum[c]);
    if (lane == 0) delta[warp] = own_delta;
}

// -> dk like k, dv like v.  One warp handles one key of a head, and visits the queries first_query .. end_query - 1 of
// its sentence; it skips those that do not see the key.  Grid: m heads warps.
extern "C" __global__ void attention_backward_keys(
    const REAL *dy, const REAL *q, const REAL *k, const REAL *v, const float *lse, const float *delta,
    const int *first, const int *end, const int *first_query, const int *end_query, REAL *dk, REAL *dv, int m,
    int heads, float scale, int longest, const unsigned *draw, unsigned site, unsigned drop, float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (warp >= m * heads) return;
    int key = warp / heads, head = warp % heads;
    const REAL *own = k + (size_t)warp * D_K, *value = v + (size_t)warp * D_V;
    float dk_sum[COLUMNS(D_K)] = {}, dv_sum[COLUMNS(D_V)] = {};
    for (int start = first_query[key]; start < end_query[key]; start += WARP) {
        int query = start + lane, count = min(WARP, end_query[key] - start);
        float weight = 0, ds = 0;
        if (lane < count && first[query] <= key && key < end[query]) {
            int at = query * heads + head;
            float p = expf(scale * dot(own, q + (size_t)at * D_K, D_K) - lse[at]);
            float kept = kept_weight(d, query, head, heads, key - first[query], longest);
            ds = p * (kept * dot(value, dy + (size_t)at * D_V, D_V) - delta[at]) * scale;
            weight = p * kept;
        }
        for (int other = 0; other < count; other++) {
            float factor = __shfl_sync(ALL_LANES, ds, other), p = __shfl_sync(ALL_LANES, weight, other);
            size_t at = (size_t)(start + other) * heads + head;
            for (int c = 0, j = lane; j < D_K; c++, j += WARP) dk_sum[c] += factor * to_float(q[at * D_K + j]);
            for (int c = 0, j = lane; j < D_V; c++, j += WARP) dv_sum[c] += p * to_float(dy[at * D_V + j]);
        }
    }
    for (int c = 0, j = lane; j < D_K; c++, j += WARP) round_to(dk[(size_t)warp * D_K + j], dk_sum[c]);
    for (int c = 0, j = lane; j < D_V; c++, j += WARP) round_to(dv[(size_t)warp * D_V + j], dv_sum[c]);
}
