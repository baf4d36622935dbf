// SPDX-License-Identifier: Apache-2.0
// How a trace is replayed, with all files read and all units converted.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/replay/burst_clock.hpp"
#include "trgen/replay/stragglers/stretch.hpp"

namespace trgen::replay {

enum class Order : std::uint8_t {
  causal,  ///< receives wait for their messages: the second approach of Miguel-Alonso, Navaridas and Ridruejo
  asap     ///< only the sends, as fast as the network accepts them: their first approach
};

enum class Match : std::uint8_t {
  packets,  ///< counts packets: those of equal source, tag, communicator and length in packets are interchangeable, as
            ///< in the original simulator
  messages  ///< whole messages of equal source, tag, communicator and bytes, in the order in which they complete
};

struct ReplaySettings {
  Order order = Order::causal;
  Match match = Match::packets;
  bool bursts = false;                      ///< replay CPU bursts; only with Order::causal
  BurstClock burst_clock;                   ///< converts bursts to cycles, if `bursts`
  Stretch stretch;                          ///< of stragglers; processes only
  std::vector<std::uint32_t> node_of_rank;  ///< a different node for every rank, except where processes run them
};

}  // namespace trgen::replay
