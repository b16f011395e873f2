// Plays a GPU on one processor, so that a .cu file runs under test where there is no GPU: its logic and its indices,
// not its speed.  A block at a time, each of its threads a fiber that runs until it has to wait.  Blocks, warps and
// lanes take turns in an order that is drawn, so that a barrier that is missing gives wrong numbers sooner or later.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <ucontext.h>
#include <vector>

#define __device__
#define __global__
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define __shared__ static  // one block runs at a time

#define OUTSIDE __attribute__((section("simulator")))  // what is no memory of the GPU
#define UNWATCHED __attribute__((noinline, no_sanitize("thread", "undefined")))
extern "C" char __start_simulator, __stop_simulator, __bss_start, _end;  // the linker defines them

struct dim3 {
    unsigned x, y, z;
};
OUTSIDE static dim3 threadIdx, blockIdx, blockDim, gridDim;

#include "races.h"

namespace gpu {
enum State { RUNS, WAITS_FOR_WARP, WAITS_FOR_BLOCK, DONE };

struct Fiber {
    ucontext_t born;
    jmp_buf here;
    std::vector<char> stack;
    State state = DONE;
    bool started = false;
};

OUTSIDE static jmp_buf scheduler;
OUTSIDE static std::vector<Fiber> fibers(1024);  // as many as a block can have; they live on between launches
struct Slot {
    uint64_t bytes[3];
};
OUTSIDE static std::vector<Slot> slots;  // what each thread shows the others of its warp
OUTSIDE static std::function<void()> kernel;
OUTSIDE static unsigned current;

// jumps between fibers are ten times as fast as swapcontext, which asks the system for its signals each time
UNWATCHED static void wait(State state) {
    race::watching = false;
    fibers[current].state = state;
    if (!_setjmp(fibers[current].here)) _longjmp(scheduler, 1);
    race::watching = true;
}

UNWATCHED static void live() {
    for (;;) {
        race::watching = true;
        kernel();
        wait(DONE);
    }
}

UNWATCHED static void resume(unsigned i) {
    Fiber &fiber = fibers[i];
    current = race::self.thread = i, threadIdx = {i, 0, 0};
    fiber.stack.resize(1 << 17);
    race::stack = (uintptr_t)fiber.stack.data(), race::stack_end = race::stack + fiber.stack.size();
    if (_setjmp(scheduler)) return;
    if (fiber.started) _longjmp(fiber.here, 1);
    fiber.started = true;
    getcontext(&fiber.born);
    fiber.born.uc_stack.ss_sp = fiber.stack.data();
    fiber.born.uc_stack.ss_size = fiber.stack.size();
    makecontext(&fiber.born, live, 0);
    setcontext(&fiber.born);
}

// Lets go of the threads first .. end if all that are not done wait for the same.
UNWATCHED static bool release(unsigned first, unsigned end, State state) {
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

OUTSIDE static std::mt19937 dice;

UNWATCHED static std::vector<unsigned> shuffled(unsigned n) {
    std::vector<unsigned> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), dice);
    return order;
}

// The threads first .. end - 1, as far as they can go without the others of the block
UNWATCHED static bool run_warp(unsigned first, unsigned end) {
    bool moved = false;
    do {
        unsigned start = dice(), stride = 2 * dice() + 1;  // odd, so each lane has its turn
        for (unsigned turn = 0; turn < 32; turn++) {
            unsigned i = first + (start + turn * stride) % 32;
            if (i < end && fibers[i].state == RUNS) resume(i), moved = true;
        }
    } while (release(first, end, WAITS_FOR_WARP));
    return moved;
}

UNWATCHED static void run_block() {
    unsigned threads = blockDim.x;
    for (unsigned i = 0; i < threads; i++) fibers[i].state = RUNS;
    for (bool moved = true; moved;) {
        moved = false;
        for (unsigned warp : shuffled((threads + 31) / 32))
            moved |= run_warp(32 * warp, std::min(32 * warp + 32, threads));
        race::self.epoch += release(0, threads, WAITS_FOR_BLOCK);
    }
    for (unsigned i = 0; i < threads; i++)
        if (fibers[i].state != DONE) abort();  // they wait for each other, as they would on a GPU
}

UNWATCHED static void launch(dim3 grid, unsigned threads, std::function<void()> body) {
    race::launch();
    kernel = body, gridDim = grid, blockDim = {threads, 1, 1};
    slots.assign(threads, {});
    for (unsigned i : shuffled(grid.x * grid.y * grid.z))
        blockIdx = {i % grid.x, i / grid.x % grid.y, i / grid.x / grid.y}, race::begin_block(i), run_block();
}

template <typename T> UNWATCHED T shuffle(T x, unsigned from) {
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
// Blocks run one after the other, so these two matter to races alone.
UNWATCHED static void __threadfence() { race::fence(); }
UNWATCHED static unsigned atomicAdd(unsigned *p, unsigned x) {
    race::count((uintptr_t)p);
    return (*p += x) - x;
}
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

// The instruction mma.m16n8k16, by its definition in the manual of PTX: d [16, 8] += a [16, 16] b [16, 8], where the
// lane 4 g + c holds a[g or g + 8][2 c, 2 c + 1 or 8 more], b[2 c, 2 c + 1 or 8 more][g] and d[g or g + 8][2 c, 2 c + 1].
UNWATCHED static void mma(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    unsigned mine[6] = {a[0], a[1], a[2], a[3], b[0], b[1]}, of[32][6];
    memcpy(&gpu::slots[gpu::current], mine, sizeof mine);
    gpu::wait(gpu::WAITS_FOR_WARP);
    for (unsigned lane = 0; lane < 32; lane++) memcpy(of[lane], &gpu::slots[gpu::current / 32 * 32 + lane], sizeof mine);
    gpu::wait(gpu::WAITS_FOR_WARP);
    auto half = [](unsigned two, int k) { return __uint_as_float((k % 2 ? two >> 16 : two & 0xffff) << 16); };
    unsigned lane = gpu::current % 32, g = lane / 4, c = lane % 4;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 16; k++) {
            int row = g + i / 2 * 8, column = 2 * c + i % 2, holder = k % 8 / 2;
            float left = half(of[row % 8 * 4 + holder][row / 8 + 2 * (k / 8)], k);
            float right = half(of[column * 4 + holder][4 + k / 8], k);
            d[i] += left * right;
        }
}

static unsigned __float_as_uint(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return bits;
}
static unsigned __umulhi(unsigned a, unsigned b) { return (uint64_t)a * b >> 32; }
#define __expf expf
static float rsqrtf(float x) { return 1 / sqrtf(x); }
