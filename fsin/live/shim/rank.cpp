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
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <new>

#include "fsin/live/queues.hpp"
#include "fsin/live/shim/computing.hpp"
#include "fsin/live/shim/threads.hpp"

extern "C" int fsin_live_functions();

namespace fsin::live::shim {
namespace {

/// Clock reads without a call of MPI between them, after which each costs time: a loop that waits for a time must end
/// even where computing takes none.
constexpr unsigned free_reads = 100;
constexpr std::uint64_t read_cost = 100'000;  // ps

/// From the launcher: of Open MPI, or of MPICH.
const char* number_of_rank(bool& is_open_mpi) {
  const char* number = getenv("OMPI_COMM_WORLD_RANK");
  is_open_mpi = number != nullptr;
  return is_open_mpi ? number : getenv("PMI_RANK");
}

/// Null where that is no file of a simulator of this version.
std::byte* mapped(int descriptor) {
  void* head = mmap(nullptr, first_block, PROT_READ, MAP_SHARED, descriptor, 0);
  if (head == MAP_FAILED) return nullptr;
  const auto& shared = *static_cast<const Shared*>(head);
  const bool fits = shared.magic == magic && shared.version == layout_version;
  const std::uint64_t bytes = fits ? shared.mapped_bytes : 0;
  munmap(head, first_block);
  if (!fits) return nullptr;
  void* base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  return base == MAP_FAILED ? nullptr : static_cast<std::byte*>(base);
}

void attach(RankState& self) {
  const char* file = getenv(shared_variable);
  bool is_open_mpi = false;
  const char* number = number_of_rank(is_open_mpi);
  if (file == nullptr || number == nullptr) return;
  const int descriptor = open(file, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  const Mapping memory{mapped(descriptor)};
  ::close(descriptor);
  if (memory.base == nullptr) return;
  const auto rank = static_cast<std::uint32_t>(strtoul(number, nullptr, 10));
  if (rank >= memory.shared().ranks) return;
  self.memory = memory;
  self.rank = rank;
  if (!is_open_mpi) self.handle_bytes = sizeof(int);
  self.block = &memory.rank(rank);
}

constexpr std::array<const char*, 12> names_beside{"clock",       "sleep",        "MPI_Init",     "MPI_Finalize",
                                                   "region",      "fi_send",      "fi_recv",      "fi_cq_read",
                                                   "fi_cq_sread", "fi_cntr_read", "fi_cntr_wait", "fi_cancel"};

/// Whether the CPU time between two places counts, at whichever place it ends.
bool computing_counts(const RankState& self) {
  const CpuModel model = self.memory.shared().costs.cpu;
  return model == CpuModel::measured || model == CpuModel::replayed;
}

bool is_pause(const Place& place) {
  for (const Beside each : {Beside::clock, Beside::sleep, Beside::mark}) {
    if (place.number == shim::place(each).number) return true;
  }
  return false;
}

bool* named_places() {
  static bool* named =
      static_cast<bool*>(calloc(static_cast<std::size_t>(fsin_live_functions()) + names_beside.size(), sizeof(bool)));
  return named;
}

void log_place(RankState& self, Logged kind, const Place& place, std::uint64_t amount) {
  bool& named = named_places()[place.number];
  if (!named) {
    named = true;
    log_name(self, place.number, place.name);
  }
  log_event(self, kind, place.number, {self.clock, amount, 0, 0, 0});
}

/// Of threads that compute side by side, what the one that has come furthest has computed is what the rank has.
void add_time(RankState& self, std::uint64_t picoseconds) {
  self.clock += picoseconds;
  if (!self.many) {
    self.computed += picoseconds;
    return;
  }
  const std::uint64_t from = self.furthest > self.clock - picoseconds ? self.furthest : self.clock - picoseconds;
  if (self.clock <= from) return;
  self.computed += self.clock - from;
  self.furthest = self.clock;
}

void add_computing(std::uint64_t picoseconds, const Place& place) {
  RankState& self = rank();
  add_time(self, picoseconds);
  if (!logs(self, Logging::bursts) && !logs_calls(self)) return;
  log_place(self, is_pause(place) ? Logged::pause : Logged::enter, place, picoseconds);
}

}  // namespace

/// Without memory from the heap, for the allocator itself may ask for the time.
RankState& rank() {
  alignas(RankState) static std::byte place[sizeof(RankState)];
  static RankState* state = [] {
    auto* made = new (place) RankState;
    attach(*made);
    return made;
  }();
  return *state;
}

bool runs() { return rank().block != nullptr && rank().phase == Phase::running; }

Place place(Beside beside) {
  const auto number = static_cast<std::uint32_t>(beside);
  return {static_cast<std::uint32_t>(fsin_live_functions()) + number, names_beside[number]};
}

Place place(FabricCall call) {
  const auto number = static_cast<std::uint32_t>(Beside::fabric) + static_cast<std::uint32_t>(call);
  return {static_cast<std::uint32_t>(fsin_live_functions()) + number, names_beside[number]};
}

/// Whoever reads that the rank computes must not find CPU time that does not count any more: this is told first.
void count_computing(const Place& place) {
  RankState& self = rank();
  self.block->ahead.store(not_computing);
  add_computing(computed_since(self, place), place);
  own_thread().left_at = 0;
}

void begin_computing() {
  RankState& self = rank();
  const bool measured = self.memory.shared().costs.cpu == CpuModel::measured;
  const std::uint64_t now = measured ? cpu_time() : 1;
  own_thread().left_at = now;
  if (self.many) return;
  begin_counting(now);
  if (self.memory.shared().costs.ahead != 0) tell_computing(self);
}

void log_leave(const Place& place) {
  RankState& self = rank();
  if (logs_calls(self)) log_place(self, Logged::leave, place, 0);
}

std::uint64_t read_clock() {
  RankState& self = rank();
  if (is_beside()) return self.clock + beside_time();
  const Held held(self);
  if (self.depth != 0) return self.clock;
  if (computing_counts(self)) {
    count_computing(place(Beside::clock));
    begin_computing();
  } else {
    add_computing(++self.clock_reads > free_reads ? read_cost : 0, place(Beside::clock));
  }
  return self.clock;
}

void mark_clock() {
  if (is_beside()) return;
  RankState& self = rank();
  const Held held(self);
  if (!computing_counts(self)) return;
  count_computing(place(Beside::mark));
  begin_computing();
}

void sleep_for(std::uint64_t picoseconds) {
  RankState& self = rank();
  if (is_beside() && sleep_beside(picoseconds)) return;
  const Held held(self);
  const bool counts = computing_counts(self);
  if (counts) {
    count_computing(place(Beside::sleep));
  } else {
    add_computing(0, place(Beside::sleep));
  }
  add_time(self, picoseconds);
  if (counts) begin_computing();
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
  hand_turn(self.memory, *self.block, Turn::ended);
  tell_news(shared);
  if (!exits) _exit(1);
}
