// Shared by all kernels: loads and stores, reductions over threads, and the random numbers of dropout.
//
// REAL is the type of activations, float or bf16, defined on the compiler's command line; arithmetic is in float32.
// This file needs no other header, so NVRTC, nvcc and (in the tests) a C++ compiler can compile the same text.

#define WARP 32
#define ALL_LANES 0xffffffffu
#define FLOAT_MAX 3.402823466e38f

struct bf16 {
    unsigned short bits;  // the upper half of a float32
};

__device__ inline float to_float(float x) { return x; }

__device__ inline float to_float(bf16 x) { return __uint_as_float((unsigned)x.bits << 16); }

__device__ inline void round_to(float &y, float x) { y = x; }

// Two numbers rounded to bfloat16, to nearest, ties to even; `low` comes first in memory.  NaN stays NaN.
__device__ inline unsigned pair(float low, float high) {
#if __CUDA_ARCH__ >= 800
    unsigned both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    unsigned l = __float_as_uint(low), h = __float_as_uint(high);
    l = low == low ? (l + 0x7fff + ((l >> 16) & 1)) >> 16 : 0x7fc0;
    h = high == high ? (h + 0x7fff + ((h >> 16) & 1)) & 0xffff0000u : 0x7fc00000u;
    return h | l;
#endif
}

__device__ inline void round_to(bf16 &y, float x) { y.bits = (unsigned short)pair(x, 0); }

// Kernels load and store four entries at a time, so the widths of rows are multiples of four.
template <typename T> struct alignas(4 * sizeof(T)) Four {
    T v[4];
};

struct Quad {
    float v[4];
};

template <typename T> __device__ inline Quad load(const T *p) {
    Four<T> four = *(const Four<T> *)p;
    return {{to_float(four.v[0]), to_float(four.v[1]), to_float(four.v[2]), to_float(four.v[3])}};
}

__device__ inline void store(float *p, Quad q) { *(Four<float> *)p = {{q.v[0], q.v[1], q.v[2], q.v[3]}}; }

struct alignas(8) Pairs {
    unsigned v[2];
};

__device__ inline void store(bf16 *p, Quad q) { *(Pairs *)p = {{pair(q.v[0], q.v[1]), pair(q.v[2], q.v[3])}}; }

// The dot product of two rows, by one thread; d is a multiple of four.
template <typename T> __device__ inline float dot(const T *a, const T *b, int d) {
    float total = 0;
    for (int j = 0; j < d; j += 4) {
        Quad x = load(a + j), y = load(b + j);
        for (int i = 0; i < 4; i++) total += x.v[i] * y.v[i];
    }
    return total;
}

__device__ inline float sum(Quad q) { return q.v[0] + q.v[1] + q.v[2] + q.v[3]; }

__device__ inline float warp_sum(float x) {
    for (int half = WARP / 2; half > 0; half /= 2) x += __shfl_xor_sync(ALL_LANES, x, half);
    return x;
}

__device__ inline float warp_max(float x) {
    for (int half = WARP / 2; half > 0; half /= 2) x = fmaxf(x, __shfl_xor_sync(ALL_LANES, x, half));
    return x;
}

// Reductions over a block of at most 32 warps; all of its threads must call them.
__device__ inline float block_sum(float x) {
    __shared__ float of_warp[WARP];
    x = warp_sum(x);
    if (threadIdx.x % WARP == 0) of_warp[threadIdx.x / WARP] = x;
    __syncthreads();
    x = threadIdx.x % WARP < blockDim.x / WARP ? of_warp[threadIdx.x % WARP] : 0;
    __syncthreads();  // now the next call may overwrite of_warp
    return warp_sum(x);
}

__device__ inline float block_max(float x) {
    __shared__ float of_warp[WARP];
    x = warp_max(x);
    if (threadIdx.x % WARP == 0) of_warp[threadIdx.x / WARP] = x;
    __syncthreads();
    x = threadIdx.x % WARP < blockDim.x / WARP ? of_warp[threadIdx.x % WARP] : -FLOAT_MAX;
    __syncthreads();
    return warp_max(x);
}

// Philox4x32 with seven rounds (Salmon et al. 2011), a counter-based generator: 128 random bits as a function of a
// counter and a key.  So the backward computes a mask again, and nothing is stored.  The four words of 32 bits decide
// about four neighbouring entries.
struct Words {
    unsigned w[4];
};

__device__ inline Words philox(Words c, unsigned k0, unsigned k1) {
    for (int round = 0; round < 7; round++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
        unsigned high0 = __umulhi(0xD2511F53u, c.w[0]), low0 = 0xD2511F53u * c.w[0];
        unsigned high1 = __umulhi(0xCD9E8D57u, c.w[2]), low1 = 0xCD9E8D57u * c.w[2];
        c = {{high1 ^ c.w[1] ^ k0, low1, high0 ^ c.w[3] ^ k1, low0}};
    }
    return c;
}

// One dropout of the model.  draw: run seed, step, micro-batch, shard, in device memory; null = no dropout.
struct Dropout {
    const unsigned *draw;
    unsigned site, drop;  // an entry is dropped if its random word is below `drop` = p 2^32
    float scale;          // 1 / (1 - p)
};

// Which of the four entries from `index` on are kept, as four bits.
__device__ inline unsigned kept_bits(Dropout d, unsigned index) {
    if (!d.draw) return 15;
    Words words = philox({{index / 4, d.draw[1], d.draw[2], d.draw[3]}}, d.draw[0], d.site);
    unsigned bits = 0;
    for (int i = 0; i < 4; i++) bits |= (words.w[i] < d.drop ? 0 : 1) << i;
    return bits;
}

// The factors, 0 or scale, of four entries with these bits; scale is 1 without dropout.
__device__ inline Quad factors(Dropout d, unsigned bits) {
    Quad q;
    for (int i = 0; i < 4; i++) q.v[i] = bits >> i & 1 ? d.scale : 0;
    return q;
}

__device__ inline Quad kept(Dropout d, unsigned index) { return factors(d, kept_bits(d, index)); }

// The factor, 0 or scale, of the attention weight of (query, head, key).  No query has more than `longest` keys.
__device__ inline float kept_weight(Dropout d, int query, int head, int heads, int key, int longest) {
    unsigned index = ((unsigned)query * heads + head) * longest + key;
    return kept_bits(d, index / 4 * 4) >> index % 4 & 1 ? d.scale : 0;
}
