// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/longest_change.hpp"

#include <algorithm>
#include <optional>

namespace fsin::routing {
namespace {

constexpr std::uint32_t not_known = ~std::uint32_t{0};

/// The search for one destination. It keeps its way itself, which may be too long to call a function for each link.
class LongestWays {
 public:
  LongestWays(std::span<const RouteTables> phases, std::span<const std::vector<std::uint32_t>> neighbours)
      : phases_(phases), neighbours_(neighbours), switches_(phases[0].switches) {}

  /// Links from a home to the destination `column`, at most. Only switches where a packet can be are looked at: tables
  /// mean nothing where there was no path even before faults.
  std::uint32_t from(std::uint32_t home, std::uint32_t column) {
    if (column != column_) longest_.assign(phases_.size() * switches_, not_known);
    column_ = column;
    way_.assign(1, home);
    while (!way_.empty()) {
      const std::size_t place = way_.back();
      if (const auto unknown = next_unknown(place)) {
        way_.push_back(*unknown);
      } else {
        longest_[place] = most_;
        way_.pop_back();
      }
    }
    return longest_[home];
  }

 private:
  /// A place that may follow `place`, a phase times the switches plus a switch, and has not been looked at; else most_
  /// is the most links from `place` on.
  std::optional<std::size_t> next_unknown(std::size_t place) {
    const std::size_t phase = place / switches_, here = place % switches_;
    most_ = 0;
    if (phase + 1 < phases_.size()) {
      most_ = longest_[place + switches_];
      if (most_ == not_known) return place + switches_;
    }
    const RouteTables& tables = phases_[phase];
    const std::size_t ports = neighbours_[phase].size() / switches_;
    for (const std::uint8_t port : tables.next(here * tables.columns + column_)) {
      if (port == leave) continue;
      const std::uint32_t next = neighbours_[phase][here * ports + port];
      if (next == Fabric::no_switch) continue;  // a failed link, where the packet waits
      const std::uint32_t behind = longest_[phase * switches_ + next];
      if (behind == not_known) return phase * switches_ + next;
      most_ = std::max(most_, 1 + behind);
    }
    return std::nullopt;
  }

  std::span<const RouteTables> phases_;
  std::span<const std::vector<std::uint32_t>> neighbours_;
  std::size_t switches_;
  std::uint32_t column_ = not_known;
  std::uint32_t most_ = 0;
  std::vector<std::uint32_t> longest_;  ///< by phase times the switches plus the switch
  std::vector<std::size_t> way_;
};

}  // namespace

unsigned longest_over_changes(std::span<const RouteTables> phases,
                              std::span<const std::vector<std::uint32_t>> neighbours) {
  unsigned longest = 0;
  LongestWays ways(phases, neighbours);
  for (std::uint32_t column = 0; column < phases[0].columns; ++column) {
    for (std::uint32_t home = 0; home < phases[0].columns; ++home) longest = std::max(longest, ways.from(home, column));
  }
  return longest;
}

}  // namespace fsin::routing
