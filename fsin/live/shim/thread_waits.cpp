// SPDX-License-Identifier: Apache-2.0
// Which threads of a rank wait, and for how long nothing happens beside those that compute (MPI_THREAD_MULTIPLE).
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

#include "fsin/live/shim/thread_list.hpp"

namespace fsin::live::shim {
namespace {

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

}  // namespace
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
