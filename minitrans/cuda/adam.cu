// The norm of the gradient, and the Adam update of the flat buffers, see optim.py.

#include "common.cuh"

// partial [blocks] = sums of squares of gradient [n]; n is a multiple of four.  Grid: any.
extern "C" __global__ void squares(const float *gradient, float *partial, long long n) {
    float total = 0;
    long long step = 4LL * gridDim.x * blockDim.x;
    for (long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += step) {
        Quad g = load(gradient + i);
        for (int j = 0; j < 4; j++) total += g.v[j] * g.v[j];
    }
    total = block_sum(total);
    if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

// Inputs of a step: learning rate, 1 - beta1^step, 1 - beta2^step, 1 / target tokens (the gradient is a sum over
// tokens), target tokens, step.  They lie in device memory, so that a captured CUDA graph sees new values.
enum Now { RATE, M_SCALE, V_SCALE, PER_TOKEN, TOKENS, STEP };

// Results of the steps since the host last read them: norm of the last gradient, sums of loss and of target tokens,
// number of skipped steps (their norm was not finite), and the first skipped step.
enum Told { NORM, LOSS, LEARNED, REFUSED, FIRST_REFUSED };

// partial [count]: the output of `squares`; loss [1]: the summed loss of this step.  Grid: 1 block.
extern "C" __global__ void gradient_norm(
    const float *partial, int count, const float *loss, const float *now, float *told) {
    float total = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) total += partial[i];
    total = block_sum(total);
    if (threadIdx.x > 0) return;
    told[NORM] = sqrtf(total) * now[PER_TOKEN];
    if (told[NORM] + loss[0] <= FLOAT_MAX) {  // false for infinity and NaN
        told[LOSS] += loss[0], told[LEARNED] += now[TOKENS];
    } else {
        if (told[REFUSED] == 0) told[FIRST_REFUSED] = now[STEP];
        told[REFUSED] += 1;
        told[NORM] = __uint_as_float(0x7fc00000);  // NaN: `adam` skips the update
    }
}

// One Adam update of flat, m, v [n] (float32); n is a multiple of four.  Skipped if the norm is not finite.
// copy: flat rounded to REAL, for the matrix products of the next step, or null.  Grid: n / 4 threads.
extern "C" __global__ void adam(
    float *flat, const float *gradient, float *m, float *v, REAL *copy, const float *now, const float *told,
    long long n, float clip, float beta1, float beta2, float epsilon) {
    long long i = 4LL * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n || !(told[NORM] <= FLOAT_MAX)) return;
    float scale = now[PER_TOKEN] * (clip > 0 && told[NORM] > clip ? clip / told[NORM] : 1);
    Quad p = load(flat + i), g = load(gradient + i), ms = load(m + i), vs = load(v + i);
    for (int j = 0; j < 4; j++) {
        float gradient = scale * g.v[j];
        ms.v[j] = beta1 * ms.v[j] + (1 - beta1) * gradient;
        vs.v[j] = beta2 * vs.v[j] + (1 - beta2) * gradient * gradient;
        p.v[j] -= now[RATE] * (ms.v[j] / now[M_SCALE]) / (sqrtf(vs.v[j] / now[V_SCALE]) + epsilon);
    }
    store(flat + i, p), store(m + i, ms), store(v + i, vs);
    if (copy) store(copy + i, p);
}
