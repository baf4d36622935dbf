// SPDX-License-Identifier: Apache-2.0
// The cores on which the ranks of a live run and the simulator take turns.
//
// Waking a process on another core costs several times what it costs on the own one: the core has to be told, which
// leaves a virtual machine, and an idle one has to be woken up. Where ranks compute little between two calls, all of
// them and the simulator therefore share one core, and a rank that is woken does not push the simulator aside
// (SCHED_BATCH), which has others to wake. Where they compute for long, all cores are theirs.
//
// Which of both is better follows from the CPU time of their turns, so it may change during a run. It concerns real
// time alone, never the outcome. The threads that call MPI are moved, and no others.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "fsin/live/cpu_clocks.hpp"
#include "fsin/live/layout.hpp"

namespace fsin::live {

class RankCores {
 public:
  RankCores(const Mapping& memory, CpuClocks& clocks);
  /// Gives all threads the cores back that they had.
  ~RankCores();
  RankCores(const RankCores&) = delete;
  RankCores& operator=(const RankCores&) = delete;

  /// By the thread that simulates: a rank has been given its turn.
  void turn_given() {
    if (++turns_ % turns_between_looks == 0) look();
  }
  /// The ranks and the simulator are on one core.
  bool are_shared() const { return !ranks_.empty(); }
  /// By the thread that simulates: looks whether other cores are better, now and then.
  void look();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t turns_between_looks = 64;

  struct Thread {
    pid_t thread = 0;
    std::uint32_t rank = 0;
    std::uint64_t siblings = 0;  ///< threads of its process when it was moved
    cpu_set_t cores{};           ///< that it had
    int policy = SCHED_OTHER;    ///< that it had
  };
  /// What was found at the last look.
  struct Seen {
    Clock::time_point time{};
    std::uint64_t turns = 0;
    std::uint64_t used = 0;  ///< ns of CPU time of all ranks
    std::uint64_t own = 0;   ///< and of this thread
  };

  Seen see();
  void pack(int core);
  void spread();
  void move_on();
  bool has_new_threads() const;
  std::uint64_t threads_of(std::uint32_t rank) const;
  static bool confine(pid_t thread, int core, bool yields, Thread& before);

  const Mapping& memory_;
  CpuClocks& clocks_;
  std::uint64_t turns_ = 0;
  std::optional<Seen> seen_;
  std::vector<Thread> ranks_;  ///< those that share a core; empty: nobody does
  std::optional<Thread> self_;
  int core_ = -1;
  Clock::time_point next_try_{}, next_move_{};
  Clock::duration move_after_;
  bool given_up_ = false;  ///< the program starts threads, which would share the core
};

}  // namespace fsin::live
