// SPDX-License-Identifier: Apache-2.0
// The barrier at which the threads of one run meet once a cycle, and agree on what comes next.
//
// The shortest delay between two routers is one cycle, so that effects of one thread on another in a cycle are needed
// in the next cycle at the earliest: one meeting between two cycles is enough. A waiting thread spins for a moment,
// because a cycle of a large network takes microseconds, and then sleeps, so that a run with more threads than cores is
// slow but not stuck. Processes meet in the same way (process_exchange.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <thread>

#include "fsin/engine/run_plan.hpp"

namespace fsin::engine::event {

/// State of one part of a run after a cycle; the sum over all parts is the state of the run.
struct Status {
  Cycle next = never;            ///< next cycle in which anything happens here, or elsewhere because of this part
  Cycle progress = 0;            ///< last cycle in which anything moved
  std::uint64_t in_network = 0;  ///< packets entered minus packets delivered, modulo 2^64
  std::int64_t outstanding = 0;  ///< Share::outstanding()
  std::int64_t moving = 0;       ///< Share::moving()
  bool stop = false;             ///< a stop was requested, or the workload failed
  bool save = false;             ///< a checkpoint is due
  bool broken = false;           ///< an exception: all threads stop

  void add(const Status& other) {
    next = std::min(next, other.next);
    progress = std::max(progress, other.progress);
    in_network += other.in_network;
    outstanding += other.outstanding;
    moving += other.moving;
    stop = stop || other.stop;
    save = save || other.save;
    broken = broken || other.broken;
  }
};

class Barrier {
 public:
  /// Barrier of the threads `first` .. `first` + size - 1 of the run: all of them, or the one of this process.
  explicit Barrier(unsigned size, unsigned first = 0)
      : size_(size), first_(first), spins_(size <= std::thread::hardware_concurrency() ? 20000 : 50) {}

  unsigned size() const { return size_; }

  /// Called by every thread between cycles: returns the sum of the states of all threads. `meetings` counts the calls.
  Status agree(unsigned self, std::uint64_t meetings, const Status& mine) {
    if (size_ == 1) return mine;
    // Two rounds, because a fast thread may write the next one while a slow one still reads.
    auto& round = rounds_[meetings % 2];
    round[self].status = mine;
    meet();
    Status all;
    for (unsigned i = 0; i < size_; ++i) all.add(round[i].status);
    return all;
  }

  /// Returns when all threads have called it.
  void meet() {
    if (size_ == 1) return;
    const std::uint32_t turn = turn_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
      arrived_.store(0, std::memory_order_relaxed);
      turn_.store(turn + 1, std::memory_order_release);
      turn_.notify_all();
      return;
    }
    for (unsigned spin = 0; spin < spins_; ++spin) {
      if (turn_.load(std::memory_order_acquire) != turn) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    while (turn_.load(std::memory_order_acquire) == turn) turn_.wait(turn, std::memory_order_acquire);
  }

  /// One thread does `work` while the others stand still. An exception of `work` is thrown in every thread.
  template <class Work>
  void alone(unsigned self, Work work) {
    meet();
    if (self == first_) {
      try {
        work();
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
    meet();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  struct alignas(64) Place {
    Status status;
  };

  unsigned size_;
  unsigned first_;
  unsigned spins_;
  std::exception_ptr failure_;
  alignas(64) std::atomic<std::uint32_t> arrived_{0};
  alignas(64) std::atomic<std::uint32_t> turn_{0};
  std::array<std::array<Place, most_threads>, 2> rounds_;
};

}  // namespace fsin::engine::event
