// SPDX-License-Identifier: Apache-2.0
// What a routing by tables keeps in a packet, and what does not change during a run (table_route.hpp).
#pragma once

#include <cstdint>

namespace fsin::routing {

struct TableState {
  /// In `column`: the packet is on its shortest path, to `toward`, and may still be sent over the switch of this
  /// column.
  static constexpr std::uint32_t undecided = 1U << 31U;

  std::uint32_t column;  ///< column of the destination
  std::uint32_t toward;  ///< column of the current target; with a whole path, the place of that path
  std::uint32_t flow;    ///< hash of source and destination
  std::uint16_t hops;    ///< links between switches crossed, up to most_hops; 0xffff before the first switch
  std::uint8_t exit;     ///< port of its last switch to its destination
  std::uint8_t base;     ///< first virtual channel of level 0
};

/// Data that does not change during a run. Pointers are into RouteTables.
struct TableFacts {
  const std::uint32_t* switch_of_router = nullptr;
  const std::uint32_t* home_of_node = nullptr;
  const std::uint8_t* exit_of_node = nullptr;
  const std::uint8_t* ports = nullptr;
  const std::uint32_t* sets = nullptr;
  const std::uint8_t* lists = nullptr;
  const std::uint8_t* came_down = nullptr;
  const std::uint8_t* lost = nullptr;
  const std::uint32_t* salt = nullptr;
  const std::uint8_t* distance = nullptr;
  const std::uint8_t* layer = nullptr;
  const std::uint8_t* channel = nullptr;
  const std::uint32_t* pairs = nullptr;
  const std::uint32_t* paths = nullptr;
  const std::uint8_t* path_ports = nullptr;
  const std::uint32_t* neighbour = nullptr;
  const std::uint32_t* router_of_switch = nullptr;
  std::uint32_t columns = 0;
  unsigned router_ports = 0;
  unsigned vcs = 1;
  unsigned width = 1;            ///< virtual channels of a level
  std::uint16_t most_hops = 0;   ///< number of hops beyond which State::hops does not count
  std::uint16_t last_level = 0;  ///< last level of the ladder
  std::uint64_t seed = 0;        ///< seed of the flow hash
  unsigned threshold = 0;        ///< threshold of UGAL, in phits times hops
  bool node_columns = false;     ///< the tables have a column for each node
  bool climbs = false;
  bool spreads = false;
  bool hashes = false;      ///< choice among several ports by the hash of the flow
  bool balances = false;    ///< choice by the least backlog of a link
  bool adapts = false;      ///< choice by the emptiest next queue; else, without `hashes` and `balances`, drawn
  bool detours = false;     ///< paths lead over a switch drawn at the start
  bool weighs = false;      ///< the switch of the source decides whether to keep the detour (UGAL-L)
  bool by_backlog = false;  ///< it compares backlogs of links; else next queues
  unsigned decisions = 1;   ///< switches on the shortest path that decide so, one after the other (PAR)
};

}  // namespace fsin::routing
