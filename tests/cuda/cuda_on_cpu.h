// Plays a GPU on one processor, so that a .cu file runs under test where there is no GPU: its logic and its indices,
// not its races and not its speed.  A block at a time, each of its threads a fiber that runs until it has to wait.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <ucontext.h>
#include <vector>

#include <algorithm>

#define __device__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __shared__ static  // one block runs at a time

struct dim3 {
    unsigned x, y, z;
};
static dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace gpu {
enum State { RUNS, WAITS_FOR_WARP, WAITS_FOR_BLOCK, DONE };

struct Fiber {
    ucontext_t context;
    std::vector<char> stack;
    State state;
};

static ucontext_t scheduler;
static std::vector<Fiber> fibers;
static std::vector<uint64_t> slots;  // what each thread shows the others of its warp
static std::function<void()> kernel;
static unsigned current;

static void enter() {
    kernel();
    fibers[current].state = DONE;
    swapcontext(&fibers[current].context, &scheduler);
}

static void wait(State state) {
    fibers[current].state = state;
    swapcontext(&fibers[current].context, &scheduler);
}

// Lets go of the threads first .. end if all that are not done wait for the same.
static bool release(unsigned first, unsigned end, State state) {
    bool any = false;
    for (unsigned i = first; i < end; i++) {
        if (fibers[i].state == DONE) continue;
        if (fibers[i].state != state) return false;
        any = true;
    }
    for (unsigned i = first; any && i < end; i++)
        if (fibers[i].state == state) fibers[i].state = RUNS;
    return any;
}

static void run_block() {
    unsigned threads = blockDim.x;
    for (unsigned i = 0; i < threads; i++) {
        Fiber &fiber = fibers[i];
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.state = RUNS;
        makecontext(&fiber.context, enter, 0);
    }
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned i = 0; i < threads; i++)
            while (fibers[i].state == RUNS) {
                current = i, threadIdx = {i, 0, 0}, moved = true;
                swapcontext(&scheduler, &fibers[i].context);
            }
        for (unsigned first = 0; first < threads; first += 32)
            moved |= release(first, std::min(first + 32, threads), WAITS_FOR_WARP);
        moved |= release(0, threads, WAITS_FOR_BLOCK);
    }
    for (unsigned i = 0; i < threads; i++)
        if (fibers[i].state != DONE) throw "threads wait for each other";  // a deadlock on a GPU as well
}

static void launch(dim3 grid, unsigned threads, std::function<void()> body) {
    kernel = body, gridDim = grid, blockDim = {threads, 1, 1};
    slots.assign(threads, 0);
    fibers.resize(threads);
    for (Fiber &fiber : fibers) fiber.stack.resize(1 << 16);
    for (unsigned z = 0; z < grid.z; z++)
        for (unsigned y = 0; y < grid.y; y++)
            for (unsigned x = 0; x < grid.x; x++) blockIdx = {x, y, z}, run_block();
}

template <typename T> T shuffle(T x, unsigned from) {
    memcpy(&slots[current], &x, sizeof(T));
    wait(WAITS_FOR_WARP);
    memcpy(&x, &slots[from], sizeof(T));
    wait(WAITS_FOR_WARP);
    return x;
}
}  // namespace gpu

using std::max;
using std::min;

static void __syncthreads() { gpu::wait(gpu::WAITS_FOR_BLOCK); }
static void __syncwarp(unsigned = 0) { gpu::wait(gpu::WAITS_FOR_WARP); }

template <typename T> T __shfl_xor_sync(unsigned, T x, int lanes) { return gpu::shuffle(x, gpu::current ^ lanes); }
template <typename T> T __shfl_sync(unsigned, T x, int lane) {
    return gpu::shuffle(x, gpu::current / 32 * 32 + lane);
}

static float __uint_as_float(unsigned bits) {
    float x;
    memcpy(&x, &bits, 4);
    return x;
}
static unsigned __float_as_uint(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return bits;
}
static unsigned __umulhi(unsigned a, unsigned b) { return (uint64_t)a * b >> 32; }
static float rsqrtf(float x) { return 1 / sqrtf(x); }
