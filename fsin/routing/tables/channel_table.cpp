// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/channel_table.hpp"

namespace fsin::routing {

ChannelTable::ChannelTable(const Fabric& fabric, unsigned channels_of_link)
    : vcs(channels_of_link), nodes(fabric.nodes()) {
  for (const std::uint32_t number : fabric.switch_of_router()) {
    const auto router = static_cast<std::uint32_t>(first_row.size());
    first_row.push_back(static_cast<std::uint32_t>(router_of_row.size()));
    const std::size_t rows = number == Fabric::no_switch ? 1 : row_of(fabric.ports(), 0, vcs);
    router_of_row.insert(router_of_row.end(), rows, router);
  }
  lists.assign(router_of_row.size() * nodes, 0);
}

std::uint32_t ChannelTable::add(const std::vector<std::uint16_t>& outs) {
  const auto [at, fresh] = places_.try_emplace(outs, static_cast<std::uint32_t>(channels.size()));
  if (fresh) {
    channels.push_back(static_cast<std::uint16_t>(outs.size()));
    channels.insert(channels.end(), outs.begin(), outs.end());
  }
  return at->second;
}

std::uint32_t ChannelTable::add_ports(std::span<const std::uint8_t> ports) {
  std::vector<std::uint16_t> outs;
  for (const unsigned port : ports) {
    for (unsigned vc = 0; vc < vcs; ++vc) outs.push_back(static_cast<std::uint16_t>(port * vcs + vc));
  }
  return add(outs);
}

}  // namespace fsin::routing
