// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/shim/threads.hpp"

#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <new>

#include "fsin/live/shim/thread_list.hpp"

namespace fsin::live::shim {

Threads threads;

namespace {

/// ns of a clock of the system, past the wrappers of the shim; `otherwise` where there is none.
std::uint64_t read_clock(clockid_t clock, std::uint64_t otherwise) {
  timespec time{};
  if (syscall(SYS_clock_gettime, clock, &time) != 0) return otherwise;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

std::uint64_t cpu_time() { return read_clock(CLOCK_THREAD_CPUTIME_ID, 0); }

std::uint64_t scaled_time(std::uint64_t nanoseconds) {
  return static_cast<std::uint64_t>(static_cast<double>(nanoseconds) * 1000.0 * rank().memory.shared().costs.scale);
}

/// Linux: the clock of a thread follows from its number.
std::uint64_t cpu_time_of(const Thread& thread) {
  constexpr unsigned of_thread = 4, scheduled = 2;
  const auto clock = static_cast<clockid_t>((~static_cast<unsigned>(thread.number) << 3U) | of_thread | scheduled);
  return read_clock(clock, thread.left_at);  // where it has just ended
}

bool measures() {
  const RankState& self = rank();
  return self.block != nullptr && self.memory.shared().costs.cpu == CpuModel::measured;
}

std::uint64_t clock_of(const Thread& thread) {
  const Costs& costs = rank().memory.shared().costs;
  if (costs.cpu == CpuModel::fixed) return thread.state.clock + (thread.left_at != 0 ? costs.burst : 0);
  if (costs.cpu != CpuModel::measured) return thread.state.clock;
  return thread.state.clock + scaled_time(cpu_time_of(thread) - thread.left_at);
}

namespace {

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

}  // namespace

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
