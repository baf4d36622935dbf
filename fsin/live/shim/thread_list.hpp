// SPDX-License-Identifier: Apache-2.0
// The list of the threads of a rank, for the sources that keep it (threads.hpp).
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "fsin/live/shim/threads.hpp"

namespace fsin::live::shim {

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
extern Threads threads;

/// Of the list.
class Locked {
 public:
  Locked() { pthread_mutex_lock(&threads.lock); }
  ~Locked() { pthread_mutex_unlock(&threads.lock); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

/// CPU time of a thread of this process, ns.
std::uint64_t cpu_time_of(const Thread& thread);
/// Clock of a thread that is outside MPI, ps.
std::uint64_t clock_of(const Thread& thread);
/// Bursts are measured.
bool measures();
/// ns: the time since the last count, of the thread that has computed most. All begin anew.
std::int64_t longest_since();

}  // namespace fsin::live::shim
