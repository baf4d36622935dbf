// SPDX-License-Identifier: Apache-2.0
// The rank that this process is: the shared memory, its clock, and its end.
//
// The clock is simulated time: what the thread has computed outside MPI by the model of the run, and what the calls of
// MPI have taken. CPU time is read at the outermost calls only.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <new>

#include "fsin/live/futex.hpp"
#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {
namespace {

/// Clock reads without a call of MPI between them, after which each costs time: a loop that waits for a time must end
/// even where computing takes none.
constexpr unsigned free_reads = 100;
constexpr std::uint64_t read_cost = 100'000;  // ps

/// CPU time at which the thread left MPI; 0: it has not been there.
std::uint64_t& left_at() {
  static thread_local std::uint64_t time = 0;
  return time;
}

const char* number_of_rank() {
  const char* number = getenv("OMPI_COMM_WORLD_RANK");
  return number != nullptr ? number : getenv("PMI_RANK");
}

void attach(RankState& self) {
  const char* file = getenv(shared_variable);
  const char* number = number_of_rank();
  if (file == nullptr || number == nullptr) return;
  const int descriptor = open(file, O_RDWR | O_CLOEXEC);
  struct stat about {};
  if (descriptor < 0 || fstat(descriptor, &about) != 0) return;
  void* base = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  ::close(descriptor);
  if (base == MAP_FAILED) return;
  const Mapping memory{static_cast<std::byte*>(base)};
  const auto rank = static_cast<std::uint32_t>(strtoul(number, nullptr, 10));
  if (memory.shared().magic != magic || memory.shared().version != layout_version || rank >= memory.shared().ranks)
    return;
  self.memory = memory;
  self.rank = rank;
  self.block = &memory.rank(rank);
}

std::uint64_t computed_since(const RankState& self) {
  const Costs& costs = self.memory.shared().costs;
  if (left_at() == 0) return 0;
  switch (costs.cpu) {
    case CpuModel::measured:
      return static_cast<std::uint64_t>(static_cast<double>(cpu_time() - left_at()) * 1000.0 * costs.scale);
    case CpuModel::fixed:
      return costs.burst;
    default:
      return 0;
  }
}

}  // namespace

RankState& rank() {
  static RankState* state = [] {
    auto* made = new (malloc(sizeof(RankState))) RankState;
    attach(*made);
    return made;
  }();
  return *state;
}

bool runs() { return rank().block != nullptr && rank().phase == Phase::running; }

std::uint64_t cpu_time() {
  timespec time{};
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

void count_computing() {
  RankState& self = rank();
  const std::uint64_t computed = computed_since(self);
  self.clock += computed;
  self.computed += computed;
  left_at() = 0;
}

void begin_computing() { left_at() = rank().memory.shared().costs.cpu == CpuModel::measured ? cpu_time() : 1; }

std::uint64_t read_clock() {
  RankState& self = rank();
  if (self.depth != 0) return self.clock;
  if (self.memory.shared().costs.cpu == CpuModel::measured) {
    count_computing();
    begin_computing();
  } else if (++self.clock_reads > free_reads) {
    self.clock += read_cost;
    self.computed += read_cost;
  }
  return self.clock;
}

void sleep_for(std::uint64_t picoseconds) {
  RankState& self = rank();
  if (self.memory.shared().costs.cpu == CpuModel::measured) {
    count_computing();
    begin_computing();
  }
  self.clock += picoseconds;
  self.computed += picoseconds;
}

void* next_function(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  for (const char* library : {"libmpi.so.40", "libmpich.so.12", "libmpi.so.12"}) {
    if (found != nullptr) break;
    if (void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) found = dlsym(handle, name);
  }
  if (found != nullptr) return found;
  char text[120];
  snprintf(text, sizeof text, "calls %s, which its MPI library does not have", name);
  fsin_live_stop(text);
  abort();
}

namespace {

/// A process that ends between MPI_Init and MPI_Finalize says so before the launcher notices.
__attribute__((destructor)) void tell_early_end() {
  RankState& self = rank();
  if (!runs() || self.block->process.load() != getpid()) return;
  fsin_live_stop(nullptr);
}

}  // namespace
}  // namespace fsin::live::shim

using namespace fsin::live;

fsin::live::RankState* fsin_live_rank() { return shim::rank().block != nullptr ? &shim::rank() : nullptr; }

void fsin_live_stop(const char* reason) {
  RankState& self = shim::rank();
  const bool exits = reason == nullptr;
  if (exits) reason = "ended without MPI_Finalize";
  if (self.block == nullptr) {
    dprintf(2, "fsin live: the program %s\n", reason);
    _exit(1);
  }
  Shared& shared = self.memory.shared();
  std::uint32_t nobody = 0;
  if (shared.failing.compare_exchange_strong(nobody, 1)) {
    snprintf(shared.failure, sizeof shared.failure, "rank %u %s", self.rank, reason);
    shared.failing.store(2);
  }
  self.phase = Phase::finalizing;
  self.block->reason = Reason::waits;
  self.block->turn.store(static_cast<std::uint32_t>(Turn::ended));
  for (std::uint32_t each = 0; each < shared.ranks; ++each) {
    if (self.memory.rank(each).watched.load() != 0) wake(self.memory.rank(each).turn);
  }
  if (!exits) _exit(1);
}
