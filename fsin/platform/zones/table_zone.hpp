// SPDX-License-Identifier: Apache-2.0
// Zones whose routes are written one by one: routing="Full", where a way is one such route, and "Floyd", "Dijkstra" and
// "DijkstraCache", where a way is the chain of routes that crosses the fewest links. Of several such chains one is
// taken, always the same: it need not be the one that SimGrid takes.
#pragma once

#include <unordered_map>

#include "fsin/platform/zones/zone.hpp"

namespace fsin::platform {

class TableZone final : public Zone {
 public:
  explicit TableZone(bool chains) : chains_(chains) {}

  /// False where there is a route from the one to the other already.
  bool add(PointNumber from, PointNumber to, Leg leg);
  bool has(PointNumber from, PointNumber to) const { return routes_.count(pair(from, to)) != 0; }
  bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const override;

 private:
  static std::uint64_t pair(PointNumber from, PointNumber to) { return std::uint64_t{from} << 32U | to; }
  bool chain(PointNumber from, PointNumber to, std::vector<Leg>& legs) const;

  bool chains_;
  std::unordered_map<std::uint64_t, Leg> routes_;
  std::unordered_map<PointNumber, std::vector<PointNumber>> next_;  ///< in the order of the file; only with chains
};

}  // namespace fsin::platform
