// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/shim/threads.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>

namespace fsin::live::shim {
namespace {

struct Threads {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;  ///< of the list and of what is counted
  Thread* first = nullptr;
  std::atomic<pid_t> last_in_mpi{0};
  std::int64_t regions = 0;                          ///< ns, counted since begin_counting()
  std::int64_t longest_ended = 0;                    ///< ns, of threads that have ended since the last count
  std::uint64_t furthest_ended = 0;                  ///< ps, the latest clock of threads that have ended
  pthread_mutex_t rank = PTHREAD_MUTEX_INITIALIZER;  ///< held by the thread that has the rank for itself
  std::atomic<unsigned> beginning{0};                ///< threads that are being started and not in the list yet
};
Threads threads;

class Locked {
 public:
  Locked() { pthread_mutex_lock(&threads.lock); }
  ~Locked() { pthread_mutex_unlock(&threads.lock); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

/// CPU time of a thread of this process, ns (Linux: the clock of a thread follows from its number).
std::uint64_t cpu_time_of(const Thread& thread) {
  constexpr unsigned of_thread = 4, scheduled = 2;
  timespec time{};
  const auto clock = static_cast<clockid_t>((~static_cast<unsigned>(thread.number) << 3U) | of_thread | scheduled);
  if (syscall(SYS_clock_gettime, clock, &time) != 0) return thread.left_at;  // it has just ended
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

bool measures() {
  const RankState& self = rank();
  return self.block != nullptr && self.memory.shared().costs.cpu == CpuModel::measured;
}

/// Clock of a thread that is outside MPI, ps.
std::uint64_t clock_of(const Thread& thread) {
  const Costs& costs = rank().memory.shared().costs;
  if (costs.cpu == CpuModel::fixed) return thread.state.clock + (thread.left_at != 0 ? costs.burst : 0);
  if (costs.cpu != CpuModel::measured) return thread.state.clock;
  return thread.state.clock + scaled_time(cpu_time_of(thread) - thread.left_at);
}

std::int64_t uncounted(const Thread& thread) { return static_cast<std::int64_t>(cpu_time_of(thread)) - thread.counted; }

void end_thread(void* ended) {
  auto* thread = static_cast<Thread*>(ended);
  {
    const Locked locked;
    if (measures()) threads.longest_ended = std::max(threads.longest_ended, uncounted(*thread));
    if (rank().many) threads.furthest_ended = std::max(threads.furthest_ended, clock_of(*thread));
    Thread** place = &threads.first;
    while (*place != thread) place = &(*place)->next;
    *place = thread->next;
  }
  if (thread->status >= 0) close(thread->status);
  free(thread);
}

pthread_key_t key_of_threads() {
  static pthread_key_t key;
  static const int made = pthread_key_create(&key, end_thread);
  static_cast<void>(made);
  return key;
}

Thread*& known_own_thread() {
  static thread_local Thread* own = nullptr;
  return own;
}

/// Looks at a thread: whether it sleeps, and how often it has stopped running to do so.
void look_at(Thread& thread, bool& sleeps, std::uint64_t& switches) {
  char text[4096];
  if (thread.status < 0) {
    snprintf(text, sizeof text, "/proc/self/task/%d/status", static_cast<int>(thread.number));
    thread.status = open(text, O_RDONLY | O_CLOEXEC);
  }
  const ssize_t bytes = thread.status >= 0 ? pread(thread.status, text, sizeof text - 1, 0) : -1;
  sleeps = false;
  switches = 0;
  if (bytes <= 0) return;  // it ends
  text[bytes] = 0;
  const char* state = strstr(text, "\nState:\t");
  const char* count = strstr(text, "\nvoluntary_ctxt_switches:\t");
  sleeps = state != nullptr && state[8] == 'S';
  if (count != nullptr) switches = strtoull(strchr(count, '\t') + 1, nullptr, 10);
}

/// The time since the last count, of the thread that has computed most. All begin anew.
std::int64_t longest_since() {
  std::int64_t longest = threads.longest_ended;
  threads.longest_ended = 0;
  for (Thread* each = threads.first; each != nullptr; each = each->next) {
    const std::int64_t more = uncounted(*each);
    longest = std::max(longest, more);
    each->counted += more;
  }
  return longest;
}

/// After a look that finds nothing, a thread may find that another one has done what it waited for, and go on. So may
/// the calling one.
constexpr unsigned looks_of_waiting = 3;
/// A thread that sleeps within a call may want a lock of the library, which it gets when the calling one has left that.
constexpr unsigned looks_until_calm = 12;

/// Open MPI lets one thread at a time look, and another one that waits by itself may not get to it for long. It is
/// known by the CPU time that it uses without a word to the card. Should it be at work after all, simulated time goes
/// on beside it by small steps alone.
bool turns_in_circles(Thread& thread) {
  constexpr std::uint64_t too_long = 1'000'000;  // ns
  if (thread.slept) return false;
  const std::uint64_t now = cpu_time_of(thread);
  if (thread.seen_held != thread.held) {
    thread.seen_held = thread.held;
    thread.seen_at = now;
  }
  return now - thread.seen_at > too_long;
}

/// First all threads are looked at, then those again that slept: who has not run in between slept all the time, so that
/// there was a moment at which all of them did.
OtherThreads others_of(Thread& own, const RankState& self) {
  if (own.looked != self.events) own.looks = 0;
  own.looked = self.events;
  ++own.looks;
  const bool library_polls = self.handle_bytes == sizeof(int);  // MPICH: each thread that waits looks by itself
  const std::uint64_t test_cost = self.memory.shared().costs.test;
  OtherThreads found;
  found.act = waits(self.kind) && own.looks < looks_of_waiting;
  if (found.act) return found;
  for (Thread* each = threads.first; each != nullptr; each = each->next) {
    if (each == &own) continue;
    found.clock = std::min(found.clock, each->state.clock);
    each->slept = false;
    const bool inside = each->state.depth != 0;
    if (inside && each->state.kind == CallKind::test) {
      // Whatever it finds, it may take the time of a test; so may the next one of a thread that tests again and again.
      found.until = std::min(found.until, std::max(each->state.clock, self.granted) + test_cost);
      continue;
    }
    if (inside && each->looked == self.events && each->looks >= looks_of_waiting) continue;
    if (inside && library_polls) {
      found.act = true;
      return found;
    }
    const std::uint64_t before = each->switches;
    look_at(*each, each->slept, each->switches);
    each->slept = each->slept && !each->wants.load();
    each->calm = each->slept && each->switches == before ? each->calm + 1 : 0;
    if (inside && turns_in_circles(*each)) {
      found.until = std::min(found.until, self.granted + test_cost);
      continue;
    }
    if (inside && each->calm < looks_until_calm) {
      found.act = true;
      return found;
    }
    if (inside || each->slept) continue;
    const std::uint64_t tests = each->state.kind == CallKind::test ? self.granted + test_cost : 0;
    found.until = std::min(found.until, std::max(clock_of(*each), tests));
  }
  for (Thread* each = threads.first; each != nullptr; each = each->next) {
    if (!each->slept || each == &own) continue;
    bool sleeps = false;
    std::uint64_t switches = 0;
    look_at(*each, sleeps, switches);
    if (!sleeps || switches != each->switches || each->wants.load()) found.act = true;
  }
  found.act = found.act || threads.beginning.load() != 0;
  return found;
}

std::uint64_t clock_of_own() {
  if (!rank().many) return rank().clock;
  return is_within_mpi() ? own_thread().state.clock : clock_of(own_thread());
}

struct Start {
  void* (*function)(void*);
  void* argument;
  std::uint64_t clock;
};

/// Of a thread of the program.
void* begin_thread(void* given) {
  const Start start = *static_cast<Start*>(given);
  free(given);
  Thread& own = own_thread();
  threads.beginning.fetch_sub(1);
  {
    const Held held(rank());
    RankState& self = rank();
    CallState& state = self.many ? static_cast<CallState&>(self) : own.state;
    state.clock = std::max(state.clock, start.clock);
  }
  return start.function(start.argument);
}

/// The calling thread has met others, all of which have come here before it goes on.
void meet_others() {
  if (!runs() || is_within_mpi()) return;
  Thread& own = own_thread();
  if (rank().many) {
    const Held held(rank());
    const Locked locked;
    std::uint64_t latest = threads.furthest_ended;
    for (const Thread* each = threads.first; each != nullptr; each = each->next) {
      if (each != &own && each->state.depth == 0) latest = std::max(latest, clock_of(*each));
    }
    own.state.clock = rank().clock;
    const std::uint64_t now = clock_of(own);
    if (latest > now) rank().clock += latest - now;
    return;
  }
  if (is_beside() || !measures()) return;
  const Locked locked;
  threads.regions += longest_since();
}

}  // namespace

Thread& own_thread() {
  Thread*& own = known_own_thread();
  if (own != nullptr) return *own;
  own = new (malloc(sizeof(Thread))) Thread;
  own->number = gettid();
  const Locked locked;
  own->next = threads.first;
  threads.first = own;
  pthread_setspecific(key_of_threads(), own);
  return *own;
}

bool is_within_mpi() { return own_thread().state.depth != 0; }

std::uint64_t clock_now() { return rank().many ? own_thread().state.clock : rank().clock; }

void begin_counting(std::uint64_t now) {
  Thread& own = own_thread();
  threads.last_in_mpi.store(own.number, std::memory_order_relaxed);
  const Locked locked;
  threads.regions = threads.longest_ended = 0;
  for (Thread* each = threads.first; each != nullptr; each = each->next) {
    each->counted = static_cast<std::int64_t>(each == &own ? now : cpu_time_of(*each));
  }
}

std::uint64_t counted_time() {
  const Locked locked;
  return static_cast<std::uint64_t>(threads.regions + longest_since());
}

bool is_beside() { return !rank().many && threads.last_in_mpi.load(std::memory_order_relaxed) != own_thread().number; }

std::uint64_t beside_time() {
  constexpr unsigned free_reads = 100;
  constexpr std::uint64_t read_cost = 100'000;
  Thread& own = own_thread();
  const unsigned reads = ++own.state.clock_reads;
  const std::uint64_t waited = reads > free_reads ? (reads - free_reads) * read_cost : 0;
  if (!measures()) return waited;
  const Locked locked;
  return scaled_time(static_cast<std::uint64_t>(std::max<std::int64_t>(threads.regions + uncounted(own), 0)));
}

bool sleep_beside(std::uint64_t picoseconds) {
  const double scale = rank().memory.shared().costs.scale;
  if (!measures() || scale <= 0) return false;
  const Locked locked;
  own_thread().counted -= static_cast<std::int64_t>(static_cast<double>(picoseconds) / (1000.0 * scale));
  return true;
}

}  // namespace fsin::live::shim

using namespace fsin::live;

void fsin_live_take() {
  shim::Thread& own = shim::own_thread();
  RankState& self = shim::rank();
  own.wants.store(true);
  pthread_mutex_lock(&shim::threads.rank);
  own.wants.store(false);
  static_cast<CallState&>(self) = own.state;
  if (self.clock < self.granted) self.clock = self.granted;
}

void fsin_live_give_back() {
  shim::own_thread().state = shim::rank();
  ++shim::own_thread().held;
  pthread_mutex_unlock(&shim::threads.rank);
}

OtherThreads fsin_live_others() {
  const RankState& self = shim::rank();
  shim::Thread& own = shim::own_thread();
  const shim::Locked locked;
  return shim::others_of(own, self);
}

extern "C" {

__attribute__((visibility("default"))) int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                                          void* (*function)(void*), void* argument) {
  using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<Function>(shim::next_function("pthread_create"));
  if (shim::rank().block == nullptr || shim::beneath_mpi(__builtin_return_address(0))) {
    return real(thread, attributes, function, argument);
  }
  auto* start = static_cast<shim::Start*>(malloc(sizeof(shim::Start)));
  *start = {function, argument, shim::runs() ? shim::clock_of_own() : 0};
  shim::threads.beginning.fetch_add(1);
  const int code = real(thread, attributes, shim::begin_thread, start);
  if (code == 0) return 0;
  shim::threads.beginning.fetch_sub(1);
  free(start);
  return code;
}

__attribute__((visibility("default"))) int pthread_join(pthread_t thread, void** result) {
  static const auto real = reinterpret_cast<int (*)(pthread_t, void**)>(shim::next_function("pthread_join"));
  const int code = real(thread, result);
  shim::meet_others();
  return code;
}

__attribute__((visibility("default"))) int pthread_barrier_wait(pthread_barrier_t* barrier) {
  static const auto real = reinterpret_cast<int (*)(pthread_barrier_t*)>(shim::next_function("pthread_barrier_wait"));
  const int code = real(barrier);
  shim::meet_others();
  return code;
}

// Of GCC's OpenMP. All arguments are whole numbers and pointers, and at most seven.
#define FSIN_REGION(name)                                                                                    \
  __attribute__((visibility("default"))) long name(long a, long b, long c, long d, long e, long f, long g) { \
    using Function = long (*)(long, long, long, long, long, long, long);                                     \
    static const auto real = reinterpret_cast<Function>(shim::next_function(#name));                         \
    shim::meet_others();                                                                                     \
    const long result = real(a, b, c, d, e, f, g);                                                           \
    shim::meet_others();                                                                                     \
    return result;                                                                                           \
  }
FSIN_REGION(GOMP_parallel)
FSIN_REGION(GOMP_parallel_reductions)
FSIN_REGION(GOMP_parallel_sections)
FSIN_REGION(GOMP_parallel_loop_static)
FSIN_REGION(GOMP_parallel_loop_dynamic)
FSIN_REGION(GOMP_parallel_loop_guided)
FSIN_REGION(GOMP_parallel_loop_runtime)
FSIN_REGION(GOMP_parallel_loop_nonmonotonic_dynamic)
FSIN_REGION(GOMP_parallel_loop_nonmonotonic_guided)
FSIN_REGION(GOMP_parallel_loop_nonmonotonic_runtime)
FSIN_REGION(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
#undef FSIN_REGION

__attribute__((visibility("default"))) void GOMP_barrier() {
  static const auto real = reinterpret_cast<void (*)()>(shim::next_function("GOMP_barrier"));
  real();
  shim::meet_others();
}
}
