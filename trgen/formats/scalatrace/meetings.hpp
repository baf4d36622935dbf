// SPDX-License-Identifier: Apache-2.0
// Calls at which ranks wait for each other: collectives, and those that make communicators.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/formats/scalatrace/rank_calls.hpp"

namespace trgen::formats::scalatrace {

class Meetings {
 public:
  /// Of a rank: how often it met others, by communicator.
  using Met = std::unordered_map<std::uint32_t, std::uint64_t>;

  /// What comes of the arrival of a rank.
  struct Outcome {
    bool waits = false;
    std::uint64_t clock = 0;  ///< of the rank, where it goes on
    std::vector<std::uint32_t> released;
    std::uint64_t released_at = 0;  ///< the earliest clock of those
  };

  /// Adds the communicators that are made to `order`.
  Meetings(const Script& script, const RankCalls& calls, Order& order)
      : script_(script), calls_(calls), order_(order) {}

  Outcome arrive(std::uint32_t rank, const Call& call, std::uint64_t clock, Met& met);

 private:
  struct Arrival {
    std::uint32_t rank = 0;
    std::int64_t color = 0;
    std::int64_t key = 0;
  };
  struct Meeting {
    std::uint64_t clock = 0;  ///< the latest
    std::uint64_t arrived = 0;
    bool root_arrived = false;
    std::uint64_t root_clock = 0;
    std::vector<std::uint32_t> waiting;
    std::vector<Arrival> arrivals;  ///< where communicators are made
  };

  void make_communicators(std::uint32_t of, std::vector<Arrival> arrivals, bool by_color);
  const std::vector<std::uint32_t>& places(std::uint32_t communicator);
  void note_made(std::uint32_t rank, std::uint32_t communicator);

  const Script& script_;
  const RankCalls& calls_;
  Order& order_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Meeting> meetings_;  ///< by communicator and number in it
  std::uint64_t in_made_ = 0;
  std::uint32_t placed_ = Order::unknown;
  std::vector<std::uint32_t> places_;  ///< by rank: its number in the communicator `placed_`
};

}  // namespace trgen::formats::scalatrace
