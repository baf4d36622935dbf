// SPDX-License-Identifier: Apache-2.0
// The content of a file: its events with their loops, values and times.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/formats/scalatrace/functions.hpp"
#include "trgen/formats/scalatrace/rank_lists.hpp"
#include "trgen/io/input.hpp"

namespace trgen::formats::scalatrace {

/// What some ranks take, one value after the other, and from the first one again.
struct Values {
  std::uint32_t ranks = 0;  ///< a set
  std::vector<std::int64_t> numbers;
};

/// Of the first entry that has a rank.
struct ValuesByRank {
  static constexpr std::uint32_t no_turn = 0xffffffff;

  std::vector<Values> parts;
  /// Number of the place in which each rank keeps its turn; no_turn where every part is a single value.
  std::uint32_t turn = no_turn;

  const Values* of(const RankLists& lists, std::uint32_t rank) const {
    for (const Values& each : parts) {
      if (lists.has(each.ranks, rank)) return &each;
    }
    return nullptr;
  }
};

struct Loop {
  ValuesByRank iterations;
  ValuesByRank events;  ///< in its body: events of the rank, those of loops within included
};

struct Given {
  Parameter parameter;
  ValuesByRank values;
};

/// Mean of a time after a certain call, in ns or instructions.
struct Duration {
  std::uint32_t after = 0;  ///< a call path
  std::uint64_t mean = 0;
};

struct Event {
  std::uint64_t line = 0;
  std::uint32_t ranks = 0;     ///< a set
  std::uint16_t function = 0;  ///< from 0
  std::uint32_t path = 0;      ///< the call path
  std::vector<Duration> computing;
  std::vector<Duration> inside;
  std::vector<Loop> loops;  ///< that begin here, the outermost first
  std::vector<Given> given;
};

struct Script {
  explicit Script(std::uint64_t most_ranks) : lists(most_ranks) {}

  std::string name;
  RankLists lists;
  std::uint32_t ranks = 0;
  std::vector<Event> events;
  std::uint32_t turns = 0;    ///< places for turns, of each rank
  bool keeps_tags = false;    ///< has tags other than 0
  bool instructions = false;  ///< computing is counted in instructions, not in time

  // What the file has and is not used.
  std::uint64_t mean_counts = 0;        ///< events whose counts are histograms, taken as their means
  std::uint64_t instructions_left = 0;  ///< histograms of instructions beside times
};

/// The call path before the first call of a rank.
inline constexpr std::uint32_t no_path = 0;

/// Reads a file. Throws record::TraceError for a faulty one.
Script read_script(io::Input& in, std::uint64_t most_ranks);

}  // namespace trgen::formats::scalatrace
