// SPDX-License-Identifier: Apache-2.0
// A rank of a schedule while it runs: which operations may begin, and what its processors and interfaces do.
//
// An operation begins when all that it requires are done (or have begun) and its processor is free; of several that
// wait for a processor the one that could begin first does, of those the first of the file. A receive needs its
// processor only to begin, and computing for all of its time. A message needs its processor for the overhead that the
// network model has, and not at all where it has none (PortTimes); then it leaves through its interface, after those
// that came to the interface before.
//
// Not modelled: a processor that is busy with the overhead of receiving (the network model adds that to the message).
// Source: T. Hoefler, T. Schneider, A. Lumsdaine, LogGOPSim, HPDC 2010.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

#include "trgen/record/schedule.hpp"
#include "trgen/replay/schedules/post_office.hpp"
#include "trgen/replay/schedules/schedule_settings.hpp"

namespace trgen::replay {

using fsin::Cycle;
using fsin::never;

/// When something is over, and from when on other things may happen: what ends with cycle t lets a message leave from
/// t + 1 on; what a message that is found in cycle t lets go on may send in t.
struct Moment {
  Cycle over = 0;
  Cycle from = 1;

  static Moment end_of(Cycle cycle) { return {cycle, cycle + 1}; }
  static Moment found_in(Cycle cycle) { return {cycle, cycle}; }
  friend Moment later(const Moment& a, const Moment& b) { return {std::max(a.over, b.over), std::max(a.from, b.from)}; }
};

/// An operation that has all it requires.
struct ReadyOperation {
  Moment since;
  std::uint32_t number = 0;

  bool operator>(const ReadyOperation& other) const {
    return std::tie(since.from, number) > std::tie(other.since.from, other.number);
  }
};
using ReadyQueue = std::priority_queue<ReadyOperation, std::vector<ReadyOperation>, std::greater<>>;

struct Processor {
  ReadyQueue ready;
  bool busy = false;
  Cycle until = never;  ///< last cycle of a burst; never: it is busy with a message
  std::uint32_t runs = 0;
  Moment free;
  Wide carry = 0;  ///< of the burst clock
};

/// A message on its way to its interface.
struct Leaving {
  std::uint32_t number = 0;  ///< of its operation
  Cycle from = 0;
};

struct Interface {
  enum class State : std::uint8_t { idle, sends, copies };
  State state = State::idle;
  std::uint32_t task = 0;
  std::vector<Leaving> queue;  ///< from `first` on
  std::size_t first = 0;
  Cycle busy_until = 0;  ///< while it copies
  Cycle began = 0;
  Cycle free_from = 0;              ///< with PortTimes: first cycle in which another message may begin
  std::vector<ReadyQueue> waiting;  ///< with PortTimes, by processor: messages that wait for the interface

  bool empty() const { return first == queue.size(); }
  void push(const Leaving& leaving) { queue.push_back(leaving); }
  void pop() {
    if (2 * ++first < queue.size()) return;
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(first));
    first = 0;
  }
};

/// A letter that can be taken from a cycle on.
struct Come {
  Cycle at = 0;
  Letter letter;
};

struct ScheduledRank {
  const record::RankSchedule* schedule = nullptr;
  std::vector<std::uint32_t> missing;  ///< by operation: requirements that are not met
  std::vector<Moment> since;           ///< by operation: when the last of the others was
  std::vector<Processor> processors;
  std::vector<Interface> interfaces;
  PostOffice office;
  std::vector<Come> inbox;
  std::uint64_t left = 0;  ///< operations that are not done
  std::uint64_t bursts = 0;
  Cycle last = 0;      ///< last cycle in which it did anything
  Cycle covered = 0;   ///< last cycle up to which a processor computes, as far as is known
  Cycle computed = 0;  ///< cycles in which any does, up to `covered`
  std::uint64_t messages = 0, bytes = 0;
};

}  // namespace trgen::replay
