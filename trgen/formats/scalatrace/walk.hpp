// SPDX-License-Identifier: Apache-2.0
// The way of one rank through the loops of a file.
//
// A loop belongs to the event that begins it: so many iterations of so many events of the rank, with the events of
// loops within counted once. An event can begin several loops, the outermost first. Events that do not have the rank
// are passed over, and so are loops that do not name it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/formats/scalatrace/script.hpp"

namespace trgen::formats::scalatrace {

struct WalkState {
  struct Loop {
    std::uint32_t head = 0;        ///< the event that begins it
    std::uint32_t depth = 0;       ///< among the loops of that event
    std::uint64_t iterations = 0;  ///< left, the current one included
    std::uint64_t events = 0;
    std::uint64_t events_left = 0;  ///< in this iteration
    std::uint64_t repeats = 0;      ///< iterations of this loop and all around it, multiplied
  };

  std::uint32_t event = 0;  ///< the one that was executed last
  bool begun = false;
  bool ended = false;
  std::uint64_t steps = 0;  ///< executions, and iterations without any
  std::vector<Loop> loops;  ///< that are open
  std::vector<std::uint32_t> turns;
};

class Walk {
 public:
  /// Steps of a rank, beyond which the file is refused.
  Walk(const Script& script, std::uint64_t most_steps) : script_(script), most_steps_(most_steps) {}

  /// The next event that the rank executes; null behind the last one. Throws record::TraceError where loops do not lie
  /// within each other, or would repeat too often.
  const Event* next(std::uint32_t rank, WalkState& state) const;

  /// The next number of a rank, from those that it has.
  std::int64_t take(const ValuesByRank& values, const Values& of, WalkState& state) const;

 private:
  bool arrive(std::uint32_t rank, WalkState& state, std::uint32_t event, std::size_t from) const;
  std::uint32_t member_from(std::uint32_t rank, std::uint32_t event) const;
  std::uint32_t leave(std::uint32_t rank, WalkState& state, std::uint64_t events, std::uint32_t at,
                      std::size_t& from) const;
  [[noreturn]] void fail(const Event& event, const std::string& what) const;

  const Script& script_;
  std::uint64_t most_steps_;
};

}  // namespace trgen::formats::scalatrace
