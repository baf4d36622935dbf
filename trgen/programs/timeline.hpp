// SPDX-License-Identifier: Apache-2.0
// The steps of a program in parts: a start, rounds of an iteration, an end. Finds the part of a step number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "trgen/programs/program.hpp"

namespace trgen::programs {

class Timeline {
 public:
  /// Position of a step: step `step` of round `round` of the part that was added as `part`.
  struct Place {
    std::uint32_t part = 0;
    std::uint64_t round = 0;
    std::uint64_t step = 0;
  };

  /// Appends `rounds` rounds of `steps` steps each. The same number may be given to several parts.
  Timeline& add(std::uint32_t part, std::uint64_t rounds, std::uint64_t steps) {
    if (rounds != 0 && steps != 0) {
      spans_.push_back({part, total_, steps, rounds});
      total_ += rounds * steps;
    }
    return *this;
  }

  std::uint64_t steps() const { return total_; }

  /// The part of more than one round that has most steps; of equal ones the first.
  std::optional<MainLoop> main_loop() const {
    std::optional<MainLoop> longest;
    for (const Span& each : spans_) {
      if (each.rounds < 2 || (longest && each.rounds * each.steps <= longest->rounds * longest->length)) continue;
      longest = MainLoop{each.first, each.steps, each.rounds};
    }
    return longest;
  }

  /// The position of a step below steps().
  Place at(std::uint64_t number) const {
    std::size_t i = spans_.size() - 1;
    while (spans_[i].first > number) --i;
    const std::uint64_t within = number - spans_[i].first;
    return {spans_[i].part, within / spans_[i].steps, within % spans_[i].steps};
  }

 private:
  struct Span {
    std::uint32_t part;
    std::uint64_t first;
    std::uint64_t steps;
    std::uint64_t rounds;
  };

  std::vector<Span> spans_;
  std::uint64_t total_ = 0;
};

}  // namespace trgen::programs
