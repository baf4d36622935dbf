// SPDX-License-Identifier: Apache-2.0
// How a trace is replayed, resolved: without files and units.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/replay/burst_clock.hpp"

namespace trgen::replay {

enum class Order : std::uint8_t {
  causal,  ///< receives wait for their messages: the second approach of Miguel-Alonso, Navaridas and Ridruejo
  asap     ///< only the sends, as fast as the network takes them: their first approach
};

enum class Match : std::uint8_t {
  packets,  ///< packets of equal source, tag, communicator and length in packets are one pool: the original's rule
  messages  ///< whole messages of equal source, tag, communicator and bytes, in the order in which they are complete
};

struct ReplaySettings {
  Order order = Order::causal;
  Match match = Match::packets;
  bool bursts = false;                      ///< replay CPU bursts; only with Order::causal
  BurstClock burst_clock;                   ///< used with `bursts`
  std::vector<std::uint32_t> node_of_rank;  ///< one different node for every rank
};

}  // namespace trgen::replay
