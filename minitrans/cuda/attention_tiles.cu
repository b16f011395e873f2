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
//
// The columns are assigned in another order, so that a lane reads and writes neighbours with fewer instructions.  The
// order of the columns over which a product sums does not matter: of sixteen of them, a lane takes 2c .. 2c + 3 in both
// operands in place of c, c + 1, c + 8 and c + 9.  And of sixteen columns of a result, the even ones are the first d
// and the odd ones the second, so that a lane has the columns 2c .. 2c + 3 there too.

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

__device__ inline int group() { return threadIdx.x % WARP / 4; }       // g
__device__ inline int column() { return threadIdx.x % WARP % 4 * 2; }  // c

// The columns of one head in up to sixteen rows of a larger matrix; rows past `count` are zeros.
struct Rows {
    const bf16 *x;
    unsigned start;
    int stride, count;

    __device__ Pairs four(int row, int column) const {  // columns column .. column + 3
        return row < count ? *(const Pairs *)(x + (start + row * stride + column)) : Pairs{};
    }

    __device__ unsigned two(int row, int column) const {  // column and column + 1
        return row < count ? *(const unsigned *)(x + (start + row * stride + column)) : 0;
    }
};

__device__ inline Rows rows_of(const bf16 *x, int first, int end, int head, int heads, int width) {
    return {x, (unsigned)(first * heads + head) * width, heads * width, min(TILE, end - first)};
}

template <int D> struct Tile {  // [16, D], the left operand of a product
    unsigned a[D / 16][4];

    __device__ explicit Tile(Rows x) {
        int g = group(), c = column();
        for (int k = 0; k < D / 16; k++)
            for (int half = 0; half < 2; half++) {
                Pairs four = x.four(g + 8 * half, 16 * k + 2 * c);
                a[k][half] = four.v[0], a[k][half + 2] = four.v[1];
            }
    }
};

// s [16, 16] += x y^T, for x and y [16, D]
template <int D> __device__ inline void add_product_transposed(float (&s)[2][4], const Tile<D> &x, Rows y) {
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < D / 16; k++) {
            Pairs four = y.four(8 * n + group(), 16 * k + 2 * column());
            mma(s[n], x.a[k], four.v);
        }
}

// y [16, D] += s x, s [16, 16] rounded, x [16, D]
template <int D> __device__ inline void add_product(float (&y)[D / 8][4], const float (&s)[2][4], Rows x) {
    unsigned a[4] = {pair(s[0][0], s[0][1]), pair(s[0][2], s[0][3]), pair(s[1][0], s[1][1]), pair(s[1][2], s[1][3])};
    for (int n = 0; n < D / 16; n++) {
        int row = column(), at = 16 * n + 2 * group();
        unsigned even[2], odd[2];
        for (int half = 0; half < 2; half++) {
            unsigned upper = x.two(row + 8 * half, at), lower = x.two(row + 8 * half + 1, at);
            even[half] = (upper & 0xffff) | lower << 16, odd[half] = upper >> 16 | (lower & 0xffff0000u);
        }
        mma(y[2 * n], a, even);
        mma(y[2 * n + 1], a, odd);
    }
}

// Writes y [16, D], each row times its factor, to rows first .. end - 1 of a larger matrix
template <int D>
__device__ inline void write(
    bf16 *to, const float (&y)[D / 8][4], const float (&factor)[2], int first, int end, int head, int heads) {
    for (int half = 0; half < 2; half++) {
        int row = first + group() + 8 * half;
        if (row >= end) continue;
        bf16 *start = to + (unsigned)(row * heads + head) * D + 2 * column();
        for (int n = 0; n < D / 16; n++) {
            Quad q;
            for (int i = 0; i < 4; i++) q.v[i] = y[2 * n + i % 2][2 * half + i / 2] * factor[half];
            store(start + 16 * n, q);
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
// Unrolled, so that s stays in registers.
#define EACH_ENTRY(n, i)                         \
    _Pragma("unroll") for (int n = 0; n < 2; n++) \
        _Pragma("unroll") for (int i = 0; i < 4; i++)

// Grid of each kernel: `heads` warps per tile, in blocks of 128 threads.  So few threads, and so few registers that four
// blocks (three in the last kernel) fit on a multiprocessor, because a warp mostly waits for what it has read.
// no_table is null: a search, which has a table, computes in float32.
extern "C" __global__ void __launch_bounds__(128, 4) attention_forward(
    const bf16 *q, const bf16 *k, const bf16 *v, const int *first, const int *end, const int *no_table, bf16 *y,
    float *lse, int n, int heads, float scale, int longest, const unsigned *draw, unsigned site, unsigned drop,
    float keep) {
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
            shrink[half] = __expf(before[half] - greatest[half]);
            exponentials[half] *= shrink[half];
        }
        EACH_ENTRY(t, i) {
            int key = start + 8 * t + column() + i % 2, half = i / 2;
            float weight = s[t][i] > -FLOAT_MAX ? __expf(s[t][i] - greatest[half]) : 0;
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

extern "C" __global__ void __launch_bounds__(128, 4) attention_backward_queries(
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
        unsigned at = row * heads + head;
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
            float p = visible ? __expf(scale * s[t][i] - own_lse[half]) : 0;
            dp[t][i] *= kept_weight(d, tile + group() + 8 * half, head, heads, key - seen.first[half], longest);
            s[t][i] = p * (dp[t][i] - own_delta[half]);
        }
        add_product<D_K>(sum, s, keys);
    }
    write<D_K>(dq, sum, {scale, scale}, tile, n, head, heads);
}

// The scores are transposed here: one row per key of the tile, one column per query.
extern "C" __global__ void __launch_bounds__(128, 3) attention_backward_keys(
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
#pragma unroll
        for (int t = 0; t < 2; t++)
            for (int next = 0; next < 2; next++) {
                int query = start + 8 * t + column() + next, at = query * heads + head;
                bool real = query < seen.high;
                int from = real ? first[query] : 0, to = real ? end[query] : 0;
                float its_lse = real ? lse[at] : 0, its_delta = real ? delta[at] : 0;
                for (int half = 0; half < 2; half++) {
                    int i = next + 2 * half, key = tile + group() + 8 * half;
                    bool visible = from <= key && key < to;
                    float p = visible ? __expf(scale * s[t][i] - its_lse) : 0;
                    float kept = kept_weight(d, query, head, heads, key - from, longest);
                    dp[t][i] = visible ? p * (kept * dp[t][i] - its_delta) : 0, s[t][i] = p * kept;
                }
            }
        add_product<D_V>(dv_sum, s, dys);
        add_product<D_K>(dk_sum, dp, queries);
    }
    write<D_K>(dk, dk_sum, {scale, scale}, tile, m, head, heads);
    write<D_V>(dv, dv_sum, {1, 1}, tile, m, head, heads);
}
