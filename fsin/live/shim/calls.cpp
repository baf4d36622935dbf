// SPDX-License-Identifier: Apache-2.0
// Calls of MPI: phases of a rank, inside and outside, and the functions that are wrapped by hand.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "fsin/live/queues.hpp"
#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/threads.hpp"

extern "C" {
int fsin_live_functions();
__attribute__((visibility("default"))) void* fsin_live_enter(int number, int profiling, int kind, const char* name,
                                                             const void* caller);
__attribute__((visibility("default"))) void fsin_live_leave();
__attribute__((visibility("default"))) void fsin_live_waits(long count, long requests);
__attribute__((visibility("default"))) void fsin_live_posted(long request);
}

namespace fsin::live::shim {
namespace {

/// Beside the kind of a call: the library goes on with it by itself, in several parts that feed each other
/// (generate.py).
constexpr int has_parts = 16;

void** known_functions() {
  static void** known = static_cast<void**>(calloc(2 * static_cast<std::size_t>(fsin_live_functions()), sizeof(void*)));
  return known;
}

/// Ends a run of a program whose messages would go round the network.
void check_started() {
  RankState& self = rank();
  if (!self.has_endpoint) {
    fsin_live_stop(
        "has an MPI library that does not use the simulated network (Open MPI with mtl/ofi and MPICH with ch4:ofi do)");
  }
}

void start(bool starts) {
  RankState& self = rank();
  if (self.block == nullptr) return;
  if (starts) {
    if (self.phase != Phase::before) return;
    self.phase = Phase::starting;
    self.block->process.store(getpid());
    self.block->thread.store(gettid());
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a rank does not outlive the launcher
    return;
  }
  check_started();
  self.phase = Phase::running;
  const Held held(self);
  count_computing(place(Beside::init));
  log_leave(place(Beside::init));
  begin_computing();
}

}  // namespace

void finish() {
  RankState& self = rank();
  if (self.block == nullptr || self.phase != Phase::running) return;
  const Held held(self);
  while (self.stands && !sleep_for_turn(self.memory, *self.block)) {
  }
  check_no_block(self.memory.shared().without_mpi != 0 ? "exit" : "MPI_Finalize");
  count_computing(place(Beside::finalize));
  end_regions();
  log_leave(place(Beside::finalize));
  self.phase = Phase::finalizing;
  RankBlock& block = *self.block;
  block.reason = Reason::finalizes;
  block.clock = self.clock;
  block.until = no_end;
  block.computed = self.computed;
  hand_turn(self.memory, block, Turn::ended);
}

namespace {

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(next_function(name));
}

/// From now on, each thread has a clock and a call of its own.
void call_from_many_threads() {
  RankState& self = rank();
  own_thread().state = self;
  self.many = true;
  self.block->thread.store(0);
}

int finalize(const char* name) {
  finish();
  const int result = next<int (*)()>(name)();
  if (rank().phase == Phase::finalizing) rank().phase = Phase::after;
  return result;
}

int init(const char* name, int* count, char*** words) {
  start(true);
  const int result = next<int (*)(int*, char***)>(name)(count, words);
  start(false);
  return result;
}

int init_thread(const char* name, int* count, char*** words, int required, int* provided) {
  constexpr int multiple = 3;  // MPI_THREAD_MULTIPLE of all libraries
  RankState& self = rank();
  start(true);
  const int result = next<int (*)(int*, char***, int, int*)>(name)(count, words, required, provided);
  if (self.block != nullptr && *provided >= multiple) {
    const Shared& shared = self.memory.shared();
    if (required < multiple) {
      *provided = multiple - 1;
    } else if (shared.logging != Logging::nothing || shared.call_log == CallLog::needed ||
               shared.costs.cpu == CpuModel::replayed) {
      fsin_live_stop(
          "asks for MPI_THREAD_MULTIPLE: calls of several threads have no order in which they could be traced, "
          "recorded, replayed or followed by a critical path");
    } else if (shared.costs.sample != 0) {
      fsin_live_stop(
          "asks for MPI_THREAD_MULTIPLE: CPU bursts of several threads are not sampled (workload.cpu.sample)");
    } else {
      call_from_many_threads();
    }
  }
  start(false);
  return result;
}

int abort(const char* name, long communicator, int code) {
  if (runs()) {
    char text[80];
    snprintf(text, sizeof text, "called MPI_Abort with code %d", code);
    fsin_live_stop(text);
  }
  return next<int (*)(long, int)>(name)(communicator, code);
}

double wtime(const char* name) {
  return runs() ? static_cast<double>(read_clock()) * 1e-12 : next<double (*)()>(name)();
}
double wtick(const char* name) { return runs() ? 1e-12 : next<double (*)()>(name)(); }

/// The outermost call of the thread: what was computed before it counts, and nothing is known of what it will do.
void begin_call(const Place& place, CallKind kind) {
  RankState& self = rank();
  own_thread().state.depth = 1;
  check_no_block(place.name);
  count_computing(place);
  self.kind = kind;
  self.call = place.name;
  self.number = place.number;
  self.clock_reads = self.vain_looks = 0;
  self.request_count = 0;
  self.posted = nullptr;
  if (kind == CallKind::test) self.free_looks = 0;
}

}  // namespace
}  // namespace fsin::live::shim

using namespace fsin::live;

extern "C" {

void* fsin_live_enter(int number, int profiling, int kind, const char* name, const void* caller) {
  void*& next = shim::known_functions()[2 * number + profiling];
  if (next == nullptr) {
    char full[80];
    snprintf(full, sizeof full, "%s%s", profiling != 0 ? "P" : "", name);
    next = shim::next_function(full);
  }
  RankState& self = shim::rank();
  const Held held(self);
  if (self.depth++ != 0 || !shim::runs()) return next;
  shim::own_thread().looks = 0;
  if (self.memory.shared().costs.sample != 0) shim::note_caller(number, caller);
  shim::begin_call({static_cast<std::uint32_t>(number), name}, static_cast<CallKind>(kind & ~shim::has_parts));
  if ((kind & shim::has_parts) != 0) {
    self.has_parts = true;
    if (name[4] == 'I') ++self.parts;  // MPI_Iallreduce and its like
  }
  if (self.kind == CallKind::plain && (self.has_parts || self.many)) self.kind = CallKind::blocking;
  if (self.kind == CallKind::blocking)
    self.free_looks = self.parts != 0 ? looks_of_parts(self) : std::max(self.free_looks, looks_of_call);
  self.unanswered = self.many && self.kind == CallKind::test;
  if (self.kind == CallKind::refused) {
    char text[160];
    snprintf(text, sizeof text, "calls %s, which a live run does not simulate", name);
    fsin_live_stop(text);
  }
  return next;
}

/// The outermost call waits for all of these requests.
void fsin_live_waits(long count, long requests) {
  RankState& self = shim::rank();
  constexpr int most = 1024;  // each open receive is looked for among them
  if (self.many || self.depth != 1 || static_cast<int>(count) < 1 || static_cast<int>(count) > most) return;
  self.requests = reinterpret_cast<const void*>(requests);
  self.request_count = static_cast<std::uint32_t>(count);
}

/// The outermost call has posted a receive, whose request is there.
void fsin_live_posted(long request) {
  RankState& self = shim::rank();
  if (!self.many && self.depth == 1 && self.posted != nullptr)
    *self.posted = handle_at(self, reinterpret_cast<const void*>(request), 0);
}

namespace {

/// False when other threads are to go on before this one tests again: libraries test with a lock that those may want.
/// The thread is not one that waits meanwhile.
bool leave() {
  RankState& self = shim::rank();
  const Held held(self);
  if (--self.depth != 0 || !shim::runs()) return true;
  shim::own_thread().state.depth = 0;
  if (self.waited) self.clock += self.memory.shared().costs.cycle;
  self.waited = false;
  shim::log_leave({self.number, self.call});
  shim::begin_computing();
  return !self.unanswered;
}

}  // namespace

void fsin_live_leave() {
  constexpr long pause_ns = 50'000;
  const timespec pause{0, pause_ns};
  if (leave()) return;
  shim::own_thread().wants.store(true);
  syscall(SYS_nanosleep, &pause, nullptr);
  shim::own_thread().wants.store(false);
}

}  // extern "C"

void fsin_live_begin() {
  RankState& self = shim::rank();
  if (self.memory.shared().without_mpi == 0 || self.phase != Phase::before) return;
  self.block->process.store(getpid());
  self.block->thread.store(gettid());
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  shim::note_exit_code();
  self.phase = Phase::running;
  shim::begin_computing();
}

bool fsin_live_call(FabricCall call, CallKind kind) {
  RankState& self = shim::rank();
  if (self.memory.shared().without_mpi == 0 || self.depth != 0 || !shim::runs()) return false;
  ++self.depth;
  shim::begin_call(shim::place(call), kind);
  self.unanswered = false;
  return true;
}

extern "C" {

__attribute__((visibility("default"))) int MPI_Init(int* count, char*** words) {
  return shim::init("MPI_Init", count, words);
}
__attribute__((visibility("default"))) int PMPI_Init(int* count, char*** words) {
  return shim::init("PMPI_Init", count, words);
}
__attribute__((visibility("default"))) int MPI_Init_thread(int* count, char*** words, int required, int* provided) {
  return shim::init_thread("MPI_Init_thread", count, words, required, provided);
}
__attribute__((visibility("default"))) int PMPI_Init_thread(int* count, char*** words, int required, int* provided) {
  return shim::init_thread("PMPI_Init_thread", count, words, required, provided);
}
__attribute__((visibility("default"))) int MPI_Finalize() { return shim::finalize("MPI_Finalize"); }
__attribute__((visibility("default"))) int PMPI_Finalize() { return shim::finalize("PMPI_Finalize"); }
__attribute__((visibility("default"))) int MPI_Abort(long communicator, int code) {
  return shim::abort("MPI_Abort", communicator, code);
}
__attribute__((visibility("default"))) int PMPI_Abort(long communicator, int code) {
  return shim::abort("PMPI_Abort", communicator, code);
}
__attribute__((visibility("default"))) double MPI_Wtime() { return shim::wtime("MPI_Wtime"); }
__attribute__((visibility("default"))) double PMPI_Wtime() { return shim::wtime("PMPI_Wtime"); }
__attribute__((visibility("default"))) double MPI_Wtick() { return shim::wtick("MPI_Wtick"); }
__attribute__((visibility("default"))) double PMPI_Wtick() { return shim::wtick("PMPI_Wtick"); }
}
