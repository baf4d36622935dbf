// SPDX-License-Identifier: Apache-2.0
// The table of ChannelRoute (algorithms/channel_table.hpp): a list of output channels for each queue of each router and
// each destination. Read from a file (channel_file.hpp) before a run, never changed afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"

namespace fsin::routing {

struct ChannelTable {
  unsigned vcs = 1;
  std::uint32_t nodes = 0;
  std::vector<std::uint32_t> first_row;      ///< of each router: the row of its node's queues; input channels follow
  std::vector<std::uint32_t> router_of_row;  ///< interfaces have one row only
  std::vector<std::uint32_t> lists;          ///< by row and destination: place of a list in `channels`; 0: none
  std::vector<std::uint16_t> channels{0};    ///< lists: a length, and that many output VCs, port * vcs + channel

  ChannelTable(const Fabric& fabric, unsigned vcs);

  /// Row of an input channel, counted from the first one of its router.
  static std::size_t row_of(unsigned port, unsigned vc, unsigned vcs) { return 1 + std::size_t{port} * vcs + vc; }
  std::size_t cell(std::size_t row, std::uint32_t node) const { return row * nodes + node; }
  std::span<const std::uint16_t> list_at(std::size_t row, std::uint32_t node) const {
    const std::uint16_t* length = channels.data() + lists[cell(row, node)];
    return {length + 1, *length};
  }
  /// First row of the next router.
  std::size_t end_of(std::uint32_t router) const {
    return router + 1 < first_row.size() ? first_row[router + 1] : router_of_row.size();
  }
  /// Place of a list, which is added if there is none like it.
  std::uint32_t add(const std::vector<std::uint16_t>& outs);
  /// The list of all channels of these ports.
  std::uint32_t add_ports(std::span<const std::uint8_t> ports);

 private:
  std::map<std::vector<std::uint16_t>, std::uint32_t> places_;
};

}  // namespace fsin::routing
