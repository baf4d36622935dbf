// SPDX-License-Identifier: Apache-2.0
// The values of a model at the number of ranks that is wanted; the first one that does not exist is refused.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "trgen/extrapolation/model.hpp"

namespace trgen::extrapolation {

class Evaluation {
 public:
  Evaluation(const Run& target, Findings& findings) : target_(target), findings_(findings) {}

  const Run& target() const { return target_; }
  bool refused() const { return !findings_.refusals.empty(); }
  void refuse(std::string line) { add_once(findings_.refusals, std::move(line)); }
  Findings& findings() { return findings_; }

  /// The rung of the ladder that is made, and how many there are; 0 of 0 outside.
  void set_rung(std::uint32_t rung, std::uint32_t rungs, bool of_levels = false) { rung_ = {rung, rungs, of_levels}; }
  struct Rung {
    std::uint32_t rung = 0;
    std::uint32_t rungs = 0;
    bool of_levels = false;
    bool operator==(const Rung&) const = default;
  };
  const Rung& rung() const { return rung_; }
  Place at(std::uint32_t rank) const { return {&target_, rank, rung_.rung, rung_.rungs, rung_.of_levels}; }

  /// The value of a rank; a refusal and 0 where it has none, or is below `least`.
  std::int64_t value(const ValueModel& model, std::uint32_t rank, const Statement& of, std::string_view quantity,
                     std::int64_t least = 0) {
    const Place place = at(rank);
    const auto found = model.at(place);
    if (found && *found >= least) return *found;
    if (!refused())
      refuse(found ? fmt::format("{} of {} would be {} on rank {}", quantity, of.function, *found, rank)
                   : fmt::format("{} of {}: {}", quantity, of.function, model.why_not(place)));
    return 0;
  }

 private:
  const Run& target_;
  Findings& findings_;
  Rung rung_;
};

}  // namespace trgen::extrapolation
