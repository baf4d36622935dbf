// SPDX-License-Identifier: Apache-2.0
// Where threads of a rank begin, end and meet: functions of the C library and of GCC's OpenMP that are wrapped.
#include <pthread.h>
#include <stdlib.h>

#include <algorithm>

#include "fsin/live/shim/thread_list.hpp"

namespace fsin::live::shim {
namespace {

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
}  // namespace fsin::live::shim

using namespace fsin::live;

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
