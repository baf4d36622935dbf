// SPDX-License-Identifier: Apache-2.0
// A live program and its shared memory: started when it is first listened to, listened to in real time, and ended with
// everything that belongs to it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fsin/live/cpu_clocks.hpp"
#include "fsin/live/launcher.hpp"
#include "fsin/live/rank_cores.hpp"
#include "fsin/live/shared_memory.hpp"

namespace fsin::live {

struct SessionSettings {
  Tools tools;
  Command command;
  Costs costs;
  bool without_mpi = false;                        ///< as of Shared
  double limit_s = 0;                              ///< of real time; 0: none
  const std::atomic<bool>* interrupted = nullptr;  ///< somebody wants the run to end; null: nobody can
};

class Session {
 public:
  explicit Session(SessionSettings settings);

  const Mapping& memory() const { return shared_.memory(); }

  struct Heard {
    std::uint64_t earliest = 0;  ///< ps: the rank computes, and does nothing before; 0: it has handed its turn over
    std::optional<std::string> trouble;  ///< why it never will; empty words after an interruption
  };
  /// Sleeps until the rank has handed its turn over, or will do so at this time (ps) at the earliest.
  Heard hear(std::uint32_t rank, std::uint64_t enough);
  /// Gives the rank its turn.
  void give_turn(std::uint32_t rank);
  /// All ranks have called MPI_Finalize: sleeps until the program has ended. Empty; or what went wrong. A program that
  /// returns another code than 0 has ended well, for all its messages have been simulated.
  std::optional<std::string> wait_for_end();
  /// What the program returned; 0 before its end.
  std::uint32_t exit_code() const { return exit_code_; }
  /// Ends the program, whatever it does.
  void end();

 private:
  bool has_turn(std::uint32_t rank) const;
  bool waits_outside(std::uint32_t rank) const;
  std::int32_t count_beyond(std::uint64_t time);
  bool sleep(std::uint32_t rank, std::uint64_t enough);
  std::optional<std::string> trouble();
  std::optional<std::string> past_limit() const;
  std::optional<std::string> failure_of_rank() const;

  SessionSettings settings_;
  SharedMemory shared_;
  CpuClocks clocks_;
  RankCores cores_;
  std::vector<std::uint64_t> known_;    ///< ps, by rank: it does nothing before
  std::vector<std::uint32_t> running_;  ///< all ranks that have their turn, and some that no longer do
  std::vector<bool> is_listed_;         ///< by rank: in `running_`
  std::optional<Launcher> launcher_;
  std::chrono::steady_clock::time_point began_{};
  std::uint64_t heard_ = 0;
  std::uint32_t exit_code_ = 0;
};

}  // namespace fsin::live
