// SPDX-License-Identifier: Apache-2.0
// The critical path of a run: the chain of bursts, sends, messages and waits, one after the other without a gap, from
// the last thing that happened back to cycle 1. docs/model/measures.md, "Where the time
// goes", defines it.
//
// From the end of the rank that ends last the path is followed back in time. Where a rank waited for a message, it goes
// on with the last packet of the message that ended the wait, and with its sender, in the cycle in which that packet
// entered the network. Hence its parts add up to the cycles of the run.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/profile/history.hpp"

namespace fsin::profile {

/// Use of a cycle of the path.
enum class PathPart : std::uint8_t {
  compute,    ///< a rank computes
  send,       ///< a rank, or a task that sends for it, puts packets into the network, copies, or is busy with calls
  wait_room,  ///< a rank, or such a task, waits until there is room for its packets
  network,    ///< a packet is under way, for as long as it would take alone
  delay,      ///< a packet takes longer than that, since it waits for others
  wait,       ///< a rank waits for an unknown event
  end         ///< end of the run, after the last rank or message
};
inline constexpr std::array<std::string_view, 7> path_part_names{"compute", "send", "wait_room", "network",
                                                                 "delay",   "wait", "end"};
inline constexpr std::array<std::string_view, 7> path_part_docs{
    "CPU bursts of ranks",
    "ranks send: packets enter the network, copies within a node, overheads of calls",
    "ranks wait at sends until there is room in the injection queue",
    "packets under way, as long as they would be without any other packet",
    "packets under way, longer than that: they wait for other packets",
    "ranks wait, and what for is not known",
    "of the run, after the last rank or message"};
constexpr std::size_t path_parts = path_part_names.size();
using PathCycles = std::array<Cycle, path_parts>;

struct PathStep {
  enum class Kind : std::uint8_t { rank, message };
  Kind kind = Kind::rank;
  bool background = false;        ///< for a rank: in the background, by the task that sends for it
  std::uint16_t call = no_call;   ///< call of the rank; for a message, call of its sender when the packet entered
  std::uint32_t rank = 0;         ///< for a message, its source
  std::uint32_t destination = 0;  ///< for a message
  std::int32_t tag = 0;
  std::uint32_t phits = 0;  ///< phits of the packet
  std::uint16_t hops = 0;   ///< hops of the packet
  std::uint64_t bytes = 0;  ///< bytes of the message
  Cycle first = 0;
  Cycle last = 0;
  PathCycles cycles{};  ///< their sum is last + 1 - first

  bool operator==(const PathStep&) const = default;
};

/// A link of the path's messages, and the cycles they waited for it.
struct PathLink {
  std::uint32_t from = 0;  ///< router
  std::uint32_t port = 0;
  std::uint32_t to = 0;       ///< router
  std::uint64_t packets = 0;  ///< packets of the path that crossed it
  Cycle delay = 0;            ///< cycles that they waited before crossing it

  bool operator==(const PathLink&) const = default;
};

struct CriticalPath {
  bool known = false;           ///< the run came to its end
  Cycle cycles = 0;             ///< cycles of the run: the sum over all steps
  std::vector<PathStep> steps;  ///< in order of time
  std::vector<CallName> names;
  bool links_known = false;     ///< the run was repeated to record the routes of the packets
  std::vector<PathLink> links;  ///< the most expensive first
  Cycle queue = 0;              ///< part of the delay in the injection queues of the sources, where links are known
  std::size_t memory = 0;       ///< bytes of the history that it was found in

  PathCycles sums() const;
  bool operator==(const CriticalPath&) const = default;
};

/// Cycles that the last packet of a message takes when it meets no other.
using Alone = std::function<Cycle(const History::Cause&)>;

/// Critical path of a run of so many cycles that came to its end.
CriticalPath critical_path(const History& history, const std::vector<workload::RankAccount>& ranks, Cycle cycles,
                           const Alone& alone);

}  // namespace fsin::profile
