// SPDX-License-Identifier: Apache-2.0
// The rank's side of its two queues (layout.hpp): it logs what it does, and takes the CPU times that it is given. A
// rank that finds a queue full, or empty, hands its turn over and has it back at once; simulated time does not move.
#pragma once

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "fsin/live/futex.hpp"
#include "fsin/live/rank_state.hpp"

namespace fsin::live {

inline constexpr long longest_sleep_ms = 100;

/// Ends the process when there is nobody any more who would give it a turn.
inline void end_with_simulator(const Mapping& memory) {
  const Shared& shared = memory.shared();
  const bool gone = kill(shared.simulator, 0) != 0;
  if (gone || shared.over.load() == static_cast<std::uint32_t>(Over::broken)) _exit(1);
}

/// Wakes the simulator if it sleeps.
inline void tell_news(Shared& shared) {
  if (shared.enough.exchange(awake) == awake) return;
  shared.news.fetch_add(1);
  wake(shared.news);
}

/// The rank has its turn no more: it is the simulator's, or has ended.
inline void hand_turn(const Mapping& memory, RankBlock& block, Turn to) {
  Shared& shared = memory.shared();
  const auto own = static_cast<std::uint32_t>(Turn::rank);
  if (block.turn.exchange(static_cast<std::uint32_t>(to)) != own) return;
  const std::int32_t others = shared.running.fetch_sub(1) - 1;
  if (others <= shared.enough.load()) tell_news(shared);
}

/// Sleeps a little until the turn is back. True when it is.
inline bool sleep_for_turn(const Mapping& memory, RankBlock& block, long longest_ms = longest_sleep_ms) {
  const auto theirs = static_cast<std::uint32_t>(Turn::simulator);
  block.sleeps.store(1);
  if (block.turn.load() == theirs) sleep_while(block.turn, theirs, longest_ms);
  block.sleeps.store(0);
  if (block.turn.load() != theirs) return true;
  end_with_simulator(memory);
  return false;
}

/// The simulator takes the messages of the rank, empties its log and fills its CPU times. Where its turn stands handed
/// over already, the simulator is about to do so.
inline void wait_for_queues(RankState& rank) {
  RankBlock& block = *rank.block;
  if (rank.stands) {
    constexpr unsigned pause_us = 100;
    usleep(pause_us);
    return end_with_simulator(rank.memory);
  }
  block.reason = Reason::full;
  block.clock = rank.clock;
  hand_turn(rank.memory, block, Turn::simulator);
  tell_news(rank.memory.shared());  // whoever else runs: the rank is to go on beside them
  while (!sleep_for_turn(rank.memory, block)) {
  }
}

inline void queue_send(RankState& rank, std::uint64_t offset) {
  RankBlock& block = *rank.block;
  const std::uint64_t number = block.sent.load(std::memory_order_relaxed);
  while (number - block.sends_taken.load(std::memory_order_acquire) == most_handed_over) wait_for_queues(rank);
  block.sends[number % most_handed_over] = offset;
  block.sent.store(number + 1, std::memory_order_release);
}

inline bool logs(const RankState& rank, Logging least) {
  return rank.memory.shared().logging >= least && rank.phase == Phase::running;
}

inline bool logs_calls(const RankState& rank) {
  const Shared& shared = rank.memory.shared();
  const bool either = shared.logging == Logging::everything || (shared.call_log != CallLog::no && !rank.many);
  return either && rank.phase == Phase::running;
}

/// A new entry; to be filled before log_done().
inline LogEntry& log_next(RankState& rank, Logged kind, std::uint32_t call) {
  RankBlock& block = *rank.block;
  const std::uint64_t number = block.logged.load(std::memory_order_relaxed);
  while (number - block.log_read.load(std::memory_order_acquire) == most_logged) wait_for_queues(rank);
  LogEntry& entry = block.log[number % most_logged];
  entry.kind = kind;
  entry.call = call;
  return entry;
}
inline void log_done(RankState& rank) { rank.block->logged.fetch_add(1, std::memory_order_release); }

inline void log_event(RankState& rank, Logged kind, std::uint32_t call, const LogEvent& event) {
  log_next(rank, kind, call).event = event;
  log_done(rank);
}
inline void log_name(RankState& rank, std::uint32_t call, const char* name) {
  LogEntry& entry = log_next(rank, Logged::name, call);
  memset(entry.name, 0, sizeof entry.name);
  strncpy(entry.name, name, sizeof entry.name - 1);
  log_done(rank);
}

/// The next CPU time; null when there is none.
inline const Burst* next_burst(RankState& rank) {
  RankBlock& block = *rank.block;
  const std::uint64_t number = block.bursts_taken.load(std::memory_order_relaxed);
  while (number == block.bursts_given.load(std::memory_order_acquire)) {
    if (block.bursts_end.load(std::memory_order_acquire) != 0 &&
        number == block.bursts_given.load(std::memory_order_acquire)) {
      return nullptr;
    }
    wait_for_queues(rank);
  }
  return &block.bursts[number % most_bursts];
}
inline void burst_taken(RankState& rank) { rank.block->bursts_taken.fetch_add(1, std::memory_order_release); }

}  // namespace fsin::live
