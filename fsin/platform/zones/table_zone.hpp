// SPDX-License-Identifier: Apache-2.0
// Zones whose routes are written one by one: routing="Full", where a path is one such route, and "Floyd", "Dijkstra"
// and "DijkstraCache", where a path is the chain of routes that crosses the fewest links. Among several such chains the
// choice is fixed, but need not be that of SimGrid. A message of a host to itself takes the route that is written for
// it, or else the loopback link that all hosts without one have, if the zone has no zones in it.
#pragma once

#include <unordered_map>

#include "fsin/platform/zones/zone.hpp"

namespace fsin::platform {

class TableZone final : public Zone {
 public:
  explicit TableZone(bool chains) : chains_(chains) {}

  /// Adds a route. False where there already is one between the two points.
  bool add(PointNumber from, PointNumber to, Leg leg);
  void set_loopback(LinkNumber link) { loopback_ = link; }
  bool has(PointNumber from, PointNumber to) const { return routes_.count(pair(from, to)) != 0; }
  bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const override;

 private:
  static std::uint64_t pair(PointNumber from, PointNumber to) { return std::uint64_t{from} << 32U | to; }
  bool chain(PointNumber from, PointNumber to, std::vector<Leg>& legs) const;

  bool chains_;
  LinkNumber loopback_ = none;
  std::unordered_map<std::uint64_t, Leg> routes_;
  std::unordered_map<PointNumber, std::vector<PointNumber>> next_;  ///< in the order of the file; only with chains
};

}  // namespace fsin::platform
