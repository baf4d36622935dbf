// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/lost_ways.hpp"

namespace fsin::routing {

std::vector<std::uint8_t> LostWays::ports(std::uint32_t from, std::uint32_t to) {
  const topology::PortGraph* before = fabric_.before_faults();
  std::vector<std::uint8_t> found;
  if (before == nullptr) return found;
  if (searched_ != to) search(to);
  const RouterId router(fabric_.router_of(from));
  if (distance_[router.index()] == Fabric::far) return found;
  for (unsigned port = 0; port < before->ports(); ++port) {
    const topology::Link link = before->next(router, port);
    if (link.exists() && distance_[link.router.index()] + 1U == distance_[router.index()]) {
      found.push_back(static_cast<std::uint8_t>(port));
    }
  }
  return found;
}

/// Searches from a destination, not through interfaces, which would send the packet back.
void LostWays::search(std::uint32_t to) {
  const topology::PortGraph& before = *fabric_.before_faults();
  if (fed_by_.empty()) fed_by_ = topology::feeders(before);
  searched_ = to;
  distance_.assign(before.routers(), Fabric::far);
  std::vector<std::uint32_t> queue{fabric_.router_of(to)};
  distance_[queue.front()] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (unsigned port = 0; port < before.ports(); ++port) {
      const topology::Link feeder = fed_by_[std::size_t{queue[i]} * before.ports() + port];
      if (!feeder.exists() || distance_[feeder.router.index()] != Fabric::far) continue;
      if (fabric_.switch_of_router()[feeder.router.index()] == Fabric::no_switch) continue;
      distance_[feeder.router.index()] = static_cast<std::uint16_t>(distance_[queue[i]] + 1);
      queue.push_back(feeder.router.value);
    }
  }
}

}  // namespace fsin::routing
