// SPDX-License-Identifier: Apache-2.0
// Paths of packets that can never arrive because faults have cut off their destination: the shortest of the network
// before the faults, up to the first failed link. There they wait for ever, as with a routing that knows of no faults.
// Each link that still works leads nearer, to a switch that is cut off as well, so that no packet circulates.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"

namespace fsin::routing {

class LostWays {
 public:
  /// The fabric outlives this object.
  explicit LostWays(const Fabric& fabric) : fabric_(fabric) {}

  /// The next ports of one switch towards another that it cannot reach, in ascending order; none if there was no path
  /// before the faults either. Fast when called for one destination after another.
  std::vector<std::uint8_t> ports(std::uint32_t from, std::uint32_t to);

 private:
  void search(std::uint32_t to);

  const Fabric& fabric_;
  std::uint32_t searched_ = Fabric::no_switch;  ///< destination for which `distance_` is known
  std::vector<topology::Link> fed_by_;
  std::vector<std::uint16_t> distance_;  ///< distance of each router
};

}  // namespace fsin::routing
