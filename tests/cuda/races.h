// Finds races of a kernel that runs in cuda_on_cpu.h.  The compiler calls the hooks below at each access to memory
// (-fsanitize=thread, without its library), and an access must happen after all others with which it could clash:
//
// - within a block, a barrier of the block orders them; a shuffle does not;
// - between blocks, only this: the one does __threadfence and then atomicAdd, the other atomicAdd on the same number,
//   later, and then __threadfence.
//
// Shared memory must have been written in its block before it is read.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace race {
struct Access {
    uint64_t time = 0;  // 0: there was none
    unsigned block, thread, epoch;
};
struct Cell {  // of two bytes
    Access write, read, other;  // the newest of each, and the newest read by another thread than `read`
};
struct Published {
    uint64_t time;
    std::vector<uint64_t> fences;  // of each thread of the block, when it did atomicAdd
};

OUTSIDE static bool watching = false;
OUTSIDE static uint64_t now = 0;
OUTSIDE static Access self;  // who runs, and in which epoch: the number of barriers of the block so far
OUTSIDE static uintptr_t stack, stack_end;
OUTSIDE static std::unordered_map<uintptr_t, Cell> cells;
OUTSIDE static std::map<uintptr_t, std::map<unsigned, Published>> counted;  // {number: {block: its atomicAdd}}
OUTSIDE static std::map<uintptr_t, uint64_t> seen;                          // {number: time of this block's atomicAdd}
OUTSIDE static std::vector<uint64_t> fences(1024);                          // {thread: time of its newest fence}
OUTSIDE static std::set<std::string> found;

UNWATCHED static void launch() { cells.clear(), counted.clear(), found.clear(); }

UNWATCHED static void begin_block(unsigned block) {
    self.block = block, self.epoch = 0;
    seen.clear(), std::fill(fences.begin(), fences.end(), 0);
}

UNWATCHED static void fence() {
    watching = false;  // of what the library of C++ does here
    fences[self.thread] = ++now;
    watching = true;
}

UNWATCHED static void count(uintptr_t number) {
    watching = false;
    counted[number][self.block] = {++now, fences};
    seen[number] = now;
    watching = true;
}

UNWATCHED static bool before(const Access &access) {  // of another block
    for (auto &[number, time] : seen) {
        auto other = counted[number].find(access.block);
        if (other != counted[number].end() && other->second.time < time && fences[self.thread] > time &&
            access.time < other->second.fences[access.thread])
            return true;
    }
    return false;
}

UNWATCHED static bool within(uintptr_t address, void *begin, void *end) {
    return address >= (uintptr_t)begin && address < (uintptr_t)end;
}

UNWATCHED static void access(uintptr_t address, size_t size, bool writes) {
    if (!watching || (address >= stack && address < stack_end)) return;
    if (within(address, &__start_simulator, &__stop_simulator)) return;
    watching = false;
    bool shared = within(address, &__bss_start, &_end) && !counted.count(address);  // only global numbers are counted
    self.time = ++now;
    auto clashes = [&](const Access &a, const char *what) {
        if (!a.time || (a.block == self.block ? a.thread == self.thread || a.epoch < self.epoch : before(a))) return;
        found.insert(std::string(what) + (shared ? " of shared memory" : ""));
    };
    for (uintptr_t at = address / 2; at <= (address + size - 1) / 2; at++) {
        Cell &cell = cells[at];
        if (shared && cell.write.time && cell.write.block != self.block) cell = {};
        if (shared && !writes && !cell.write.time) found.insert("read of shared memory that nobody has written");
        clashes(cell.write, writes ? "write after write" : "read after write");
        if (writes) {
            clashes(cell.read, "write after read"), clashes(cell.other, "write after read");
            cell.write = self;
        } else {
            bool same = cell.read.block == self.block && cell.read.thread == self.thread;
            (!cell.read.time || same ? cell.read : cell.other) = self;
        }
    }
    watching = true;
}
}  // namespace race

extern "C" UNWATCHED const char *races() {
    OUTSIDE static std::string text;
    text.clear();
    for (auto &each : race::found) text += (text.empty() ? "" : ", ") + each;
    return text.c_str();
}

#define HOOK(name, size, writes) \
    extern "C" UNWATCHED __attribute__((visibility("hidden"))) void __tsan_##name(void *p) { \
        race::access((uintptr_t)p, size, writes); \
    }
#define HOOKS(size) HOOK(read##size, size, false) HOOK(write##size, size, true)
#define UNALIGNED(size) HOOK(unaligned_read##size, size, false) HOOK(unaligned_write##size, size, true)
HOOKS(1) HOOKS(2) HOOKS(4) HOOKS(8) HOOKS(16) UNALIGNED(2) UNALIGNED(4) UNALIGNED(8) UNALIGNED(16)
#define RANGE(name, writes) \
    extern "C" UNWATCHED __attribute__((visibility("hidden"))) void __tsan_##name(void *p, size_t size) { \
        race::access((uintptr_t)p, size, writes); \
    }
RANGE(read_range, false) RANGE(write_range, true)
#define NOTHING(name) extern "C" UNWATCHED __attribute__((visibility("hidden"))) void __tsan_##name(void *) {}
NOTHING(func_entry) NOTHING(func_exit) NOTHING(init)
