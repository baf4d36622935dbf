// SPDX-License-Identifier: Apache-2.0
// Counts of the calls of a trace, made while its records are read: how often each function was called, whether its
// calls ever hold a message, and how many messages go from one rank to another.
//
// Counting takes a few instructions for each record, so that readers count while they spool and no trace is read twice
// for it. Memory: four bytes for each rank, more for ranks in nested calls; one entry for each function; and one for
// each communicator in which collectives with facts are called, up to most_pairs pairs of function and communicator;
// the rest is counted together.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "trgen/record/record.hpp"

namespace trgen::record {

struct CallCensus {
  struct State {
    std::uint64_t calls = 0;  ///< calls whose beginning has no facts of a collective
    bool holds = false;       ///< one of its calls, or a call within one, contains a message
    bool operator==(const State&) const = default;
  };
  /// Collective calls that have their facts.
  struct Pair {
    std::uint32_t state = 0;
    std::uint32_t communicator = 0;
    std::uint64_t empty = 0;   ///< calls that move nothing: barriers, 0 bytes
    std::uint64_t moving = 0;  ///< calls in which the rank contributes or receives bytes
    bool operator==(const Pair&) const = default;
  };

  std::uint64_t messages = 0;  ///< sends to another rank
  std::vector<State> states;   ///< by Record::state, as far as there are records
  std::vector<Pair> pairs;     ///< by state and communicator

  /// Stands for the communicators that are counted together.
  static constexpr std::uint32_t others = 0xffffffff;
  static constexpr std::size_t most_pairs = std::size_t{1} << 16;

  bool operator==(const CallCensus&) const = default;
};

/// Counts the records of each rank in their order; ranks may be interleaved in any way.
class CensusTaker {
 public:
  void add(std::uint32_t rank, const Record& record) {
    if (rank >= ranks_.size()) ranks_.resize(std::size_t{rank} + 1);
    Rank& at = ranks_[rank];
    if (record.kind == Kind::state_start) return enter(rank, at, record);
    if (record.kind == Kind::state_end) return leave(rank, at);
    if (record.kind == Kind::send && record.peer != rank) ++census_.messages;
    if (at.depth == 0) return;
    census_.states[at.state].holds = true;
    if (at.depth > 1) mark_inner(rank);
  }

  /// The counts so far.
  CallCensus take();

 private:
  struct Rank {
    std::uint16_t state = 0;  ///< the outermost open state
    std::uint16_t depth = 0;  ///< open states, at most `deepest`
  };
  struct Calls {
    std::uint64_t empty = 0;
    std::uint64_t moving = 0;
  };
  static constexpr std::uint16_t deepest = 1000;  ///< a trace without ends of states must not fill the memory

  void enter(std::uint32_t rank, Rank& at, const Record& record) {
    if (record.state >= census_.states.size()) census_.states.resize(std::size_t{record.state} + 1);
    if (record.collective) {
      count_pair(record);
    } else {
      ++census_.states[record.state].calls;
    }
    if (at.depth++ == 0) {
      at.state = record.state;
    } else {
      enter_inner(rank, at, record.state);
    }
  }
  void leave(std::uint32_t rank, Rank& at) {
    if (at.depth == 0) return;
    if (--at.depth > 0) inner_[rank].pop_back();
  }
  void count_pair(const Record& record);
  void enter_inner(std::uint32_t rank, Rank& at, std::uint16_t state);
  void mark_inner(std::uint32_t rank);

  CallCensus census_;
  std::vector<Rank> ranks_;
  std::vector<std::vector<std::uint16_t>>
      inner_;  ///< by rank: open states except the outermost; allocated when there are any
  std::unordered_map<std::uint64_t, Calls> pairs_;  ///< by state and communicator
  Calls* last_ = nullptr;                           ///< of pairs_
  std::uint64_t last_key_ = 0;
};

}  // namespace trgen::record
