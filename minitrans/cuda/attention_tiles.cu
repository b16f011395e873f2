// The kernels of attention.cu for bfloat16, on tensor cores: same names, same arguments, same dropout masks.  D_K and
// D_V are multiples of sixteen.  They are at most 64, so that a warp can hold its data in registers.
//
// One warp computes a tile of sixteen queries of one head (sixteen keys in the last kernel).  These may belong to
// several sentences.  It visits sixteen keys at a time, from the first to the last that any of its queries sees.  All
// products are [16, 16] by [16, 8], the shape of the instruction `mma`, which spreads a matrix over the 32 lanes of a
// warp.  With g = lane / 4 and c = lane % 4 * 2, each lane holds
//
//     of a [16, 16]   (g, c) (g, c+1)   (g+8, c) (g+8, c+1)   (g, c+8) (g, c+9)   (g+8, c+8) (g+8, c+9)
//     of b [16, 8]    (c, g) (c+1, g)   (c+8, g) (c+9, g)
//     of d [16, 8]    (g, c) (g, c+1)   (g+8, c) (g+8, c+1)
//
// a and b are bfloat16 with two numbers per register, d is float32.  So two d side by side, rounded, have the layout of
// an a: the weights, a result of the first product, enter the product with the values without moving between lanes.

#include "common.cuh"

#define TILE 16

#ifdef __CUDACC__  // on the CPU, the tests emulate `mma`
// d [16, 8] += a [16, 16] b [16, 8].  The whole warp must execute it.  Without `volatile`, the compiler may move it
// into a branch that only some lanes take, because only they use the result.
__device__ inline void mma(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

struct alignas(4) Two {
    bf16 v[2];
};

__device__ inline unsigned pair(bf16 low, bf16 high) { return low.bits | (unsigned)high.bits << 16; }

__device__ inline unsigned pair(float low, float high) {
    bf16 l, h;
    round_to(l, low), round_to(h, high);
    return pair(l, h);
}

__device__ inline int group() { return threadIdx.x % WARP / 4; }       // g
__device__ inline int column() { return threadIdx.x % WARP % 4 * 2; }  // c

// The columns of one head in up to sixteen rows of a larger matrix; rows past `count` are zeros.
struct Rows {
    const bf16 *start;
    int stride, count;

    __device__ unsigned across(int row, int column) const {  // (row, column) (row, column + 1)
        if (row >= count) return 0;
        Two two = *(const Two *)(start + (size_t)row * stride + column);
        return pair(two.v[0], two.v[1]);
    }

    __device__ bf16 at(int row, int column) const {
        return row < count ? start[(size_t)row * stride + column] : bf16{0};
    }

    __device__ unsigned down(int row, int column) const {  // (row, column) (row + 1, column)
        return pair(at(row, column), at(row + 1, column));
    }
};

__device__ inline Rows rows_of(const bf16 *x, int first, int end, int head, int heads, int width) {
    return {x + ((size_t)first * heads + head) * width, heads * width, min(TILE, end - first)};
}

template <int D> struct Tile {  // [16, D], the left operand of a product
    unsigned a[D / 16][4];

    __device__ explicit Tile(Rows x) {
        int g = group(), c = column();
        for (int k = 0; k < D / 16; k++)
            for (int i = 0; i < 4; i++) a[k][i] = x.across(g + i % 2 * 8, 16 * k + c + i / 2 * 8);
    }
};

// s [16, 16] += x y^T, for x and y [16, D]
template <int D> __device__ inline void add_product_transposed(float (&s)[2][4], const Tile<D> &x, Rows y) {
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < D / 16; k++) {
            int row = 8 * n + group(), at = 16 * k + column();
            unsigned b[2] = {y.across(row, at), y.across(row, at + 8)};
            mma(s[n], x.a[k], b);
        }
}

// y [16, D] += s x, s [16, 16] rounded, x [16, D]
template <int D> __device__ inline void add_product(float (&y)[D / 8][4], const float (&s)[2][4], Rows x) {
    unsigned a[4] = {pair(s[0][0], s[0][1]), pair(s[0][2], s[0][3]), pair(s[1][0], s[1][1]), pair(s[1][2], s[1][3])};
    for (int n = 0; n < D / 8; n++) {
        int row = column(), at = 8 * n + group();
        unsigned b[2] = {x.down(row, at), x.down(row + 8, at)};
        mma(y[n], a, b);
    }
}

// Writes y [16, D], each row times its factor, to rows first .. end - 1 of a larger matrix
template <int D>
__device__ inline void write(
    bf16 *to, const float (&y)[D / 8][4], const float (&factor)[2], int first, int end, int head, int heads) {
    for (int half = 0; half < 2; half++) {
        int row = first + group() + 8 * half;
        if (row >= end) continue;
        bf16 *start = to + ((size_t)row * heads + head) * D + column();
        for (int n = 0; n < D / 8; n++) {
            Two two;
            for (int i = 0; i < 2; i++) round_to(two.v[i], y[n][2 * half + i] * factor[half]);
            *(Two *)(start + 8 * n) = two;
        }
    }
}

// Reductions over the four lanes that share a row
__device__ inline float row_sum(float x) {
    for (int lanes = 1; lanes < 4; lanes *= 2) x += __shfl_xor_sync(ALL_LANES, x, lanes);
    return x;
}

__device__ inline float row_max(float x) {
    for (int lanes = 1; lanes < 4; lanes *= 2) x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, lanes));
    return x;
}

// The ranges of keys that queries g and g + 8 of a tile see, and the range low .. high - 1 that covers those of all
// queries of the tile.  In the last kernel, keys and queries change roles.
struct Sight {
    int first[2], end[2], low, high;

    __device__ Sight(const int *of_first, const int *of_end, int tile, int n) {
        low = 0x7fffffff, high = 0;
        for (int half = 0; half < 2; half++) {
            int row = tile + group() + 8 * half;
            first[half] = row < n ? of_first[row] : 0, end[half] = row < n ? of_end[row] : 0;
            if (first[half] < end[half]) low = min(low, first[half]), high = max(high, end[half]);
        }
        for (int lanes = 4; lanes < WARP; lanes *= 2) {
            low = min(low, __shfl_xor_sync(ALL_LANES, low, lanes));
            high = max(high, __shfl_xor_sync(ALL_LANES, high, lanes));
        }
    }
};

// s[n][i] is the entry in row g + 8 (i / 2) and column 8 n + c + i % 2.
#define EACH_ENTRY(n, i)        \
    for (int n = 0; n < 2; n++) \
        for (int i = 0; i < 4; i++)

// Grid of each kernel: `heads` warps per tile.
extern "C" __global__ void attention_forward(
    const bf16 *q, const bf16 *k, const bf16 *v, const int *first, const int *end, bf16 *y, float *lse, int n,
    int heads, float scale, int longest, const unsigned *draw, unsigned site, unsigned drop, float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, head = warp % heads, tile = warp / heads * TILE;
    if (tile >= n) return;
    Sight seen(first, end, tile, n);
    Tile<D_K> own(rows_of(q, tile, n, head, heads, D_K));
    float greatest[2] = {-FLOAT_MAX, -FLOAT_MAX}, exponentials[2] = {}, sum[D_V / 8][4] = {};
    for (int start = seen.low; start < seen.high; start += TILE) {
        float s[2][4] = {}, before[2] = {greatest[0], greatest[1]}, shrink[2];
        add_product_transposed<D_K>(s, own, rows_of(k, start, seen.high, head, heads, D_K));
        EACH_ENTRY(t, i) {
            int key = start + 8 * t + column() + i % 2;
            s[t][i] = seen.first[i / 2] <= key && key < seen.end[i / 2] ? s[t][i] * scale : -FLOAT_MAX;
            greatest[i / 2] = fmaxf(greatest[i / 2], s[t][i]);
        }
        for (int half = 0; half < 2; half++) {
            greatest[half] = row_max(greatest[half]);
            shrink[half] = expf(before[half] - greatest[half]);
            exponentials[half] *= shrink[half];
        }
        EACH_ENTRY(t, i) {
            int key = start + 8 * t + column() + i % 2, half = i / 2;
            float weight = s[t][i] > -FLOAT_MAX ? expf(s[t][i] - greatest[half]) : 0;
            exponentials[half] += weight;
            s[t][i] = weight * kept_weight(d, tile + group() + 8 * half, head, heads, key - seen.first[half], longest);
        }
        for (int t = 0; t < D_V / 8; t++)
            for (int i = 0; i < 4; i++) sum[t][i] *= shrink[i / 2];
        add_product<D_V>(sum, s, rows_of(v, start, seen.high, head, heads, D_V));
    }
    float divisor[2];
    for (int half = 0; half < 2; half++) {
        float total = row_sum(exponentials[half]);
        int row = tile + group() + 8 * half;
        divisor[half] = total > 0 ? 1 / total : 0;  // a query without keys gets zeros
        if (row < n && column() == 0) lse[row * heads + head] = total > 0 ? greatest[half] + logf(total) : 0;
    }
    write<D_V>(y, sum, divisor, tile, n, head, heads);
}

extern "C" __global__ void attention_backward_queries(
    const bf16 *dy, const bf16 *q, const bf16 *k, const bf16 *v, const bf16 *y, const float *lse, const int *first,
    const int *end, bf16 *dq, float *delta, int n, int heads, float scale, int longest, const unsigned *draw,
    unsigned site, unsigned drop, float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, head = warp % heads, tile = warp / heads * TILE;
    if (tile >= n) return;
    Sight seen(first, end, tile, n);
    Tile<D_K> own(rows_of(q, tile, n, head, heads, D_K));
    Tile<D_V> dys(rows_of(dy, tile, n, head, heads, D_V));
    float own_lse[2], own_delta[2], sum[D_K / 8][4] = {};
    for (int half = 0; half < 2; half++) {
        int row = tile + group() + 8 * half;
        size_t at = (size_t)row * heads + head;
        float total = 0;
        if (row < n)
            for (int j = 2 * column(); j < D_V; j += 16) {
                Quad a = load(dy + at * D_V + j), b = load(y + at * D_V + j);
                for (int i = 0; i < 4; i++) total += a.v[i] * b.v[i];
            }
        own_delta[half] = row_sum(total), own_lse[half] = row < n ? lse[at] : 0;
        if (row < n && column() == 0) delta[at] = own_delta[half];
    }
    for (int start = seen.low; start < seen.high; start += TILE) {
        float s[2][4] = {}, dp[2][4] = {};
        Rows keys = rows_of(k, start, seen.high, head, heads, D_K);
        add_product_transposed<D_K>(s, own, keys);
        add_product_transposed<D_V>(dp, dys, rows_of(v, start, seen.high, head, heads, D_V));
        EACH_ENTRY(t, i) {
            int key = start + 8 * t + column() + i % 2, half = i / 2;
            bool visible = seen.first[half] <= key && key < seen.end[half];
            float p = visible ? expf(scale * s[t][i] - own_lse[half]) : 0;
            dp[t][i] *= kept_weight(d, tile + group() + 8 * half, head, heads, key - seen.first[half], longest);
            s[t][i] = p * (dp[t][i] - own_delta[half]) * scale;
        }
        add_product<D_K>(sum, s, keys);
    }
    write<D_K>(dq, sum, {1, 1}, tile, n, head, heads);
}

// The scores are transposed here: one row per key of the tile, one column per query.
extern "C" __global__ void attention_backward_keys(
    const bf16 *dy, const bf16 *q, const bf16 *k, const bf16 *v, const float *lse, const float *delta,
    const int *first, const int *end, const int *first_query, const int *end_query, bf16 *dk, bf16 *dv, int m,
    int heads, float scale, int longest, const unsigned *draw, unsigned site, unsigned drop, float keep) {
    Dropout d = {draw, site, drop, keep};
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, head = warp % heads, tile = warp / heads * TILE;
    if (tile >= m) return;
    Sight seen(first_query, end_query, tile, m);
    Tile<D_K> own(rows_of(k, tile, m, head, heads, D_K));
    Tile<D_V> values(rows_of(v, tile, m, head, heads, D_V));
    float dk_sum[D_K / 8][4] = {}, dv_sum[D_V / 8][4] = {};
    for (int start = seen.low; start < seen.high; start += TILE) {
        float s[2][4] = {}, dp[2][4] = {};
        Rows queries = rows_of(q, start, seen.high, head, heads, D_K);
        Rows dys = rows_of(dy, start, seen.high, head, heads, D_V);
        add_product_transposed<D_K>(s, own, queries);
        add_product_transposed<D_V>(dp, values, dys);
        EACH_ENTRY(t, i) {
            int query = start + 8 * t + column() + i % 2, key = tile + group() + 8 * (i / 2);
            float p = 0, kept = 0, ds = 0;
            if (query < seen.high && first[query] <= key && key < end[query]) {
                int at = query * heads + head;
                p = expf(scale * s[t][i] - lse[at]);
                kept = kept_weight(d, query, head, heads, key - first[query], longest);
                ds = p * (kept * dp[t][i] - delta[at]) * scale;
            }
            s[t][i] = p * kept, dp[t][i] = ds;
        }
        add_product<D_V>(dv_sum, s, dys);
        add_product<D_K>(dk_sum, dp, queries);
    }
    write<D_K>(dk, dk_sum, {1, 1}, tile, m, head, heads);
    write<D_V>(dv, dv_sum, {1, 1}, tile, m, head, heads);
}
