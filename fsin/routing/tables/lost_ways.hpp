// SPDX-License-Identifier: Apache-2.0
// Ways of packets that can never arrive, since faults have cut off their destination: the shortest of the network as it
// was before the faults, up to the first link that has failed. There they wait for ever, as with a routing that knows
// of no faults. Each link that still works leads nearer, to a switch that is cut off as well, so that no packet goes
// round.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"

namespace fsin::routing {

class LostWays {
 public:
  /// The fabric outlives this object.
  explicit LostWays(const Fabric& fabric) : fabric_(fabric) {}

  /// The next ports of one switch towards another that it cannot reach, in ascending order; none when there was no way
  /// before the faults either. Quick when asked for one destination after another.
  std::vector<std::uint8_t> ports(std::uint32_t from, std::uint32_t to);

 private:
  void search(std::uint32_t to);

  const Fabric& fabric_;
  std::uint32_t searched_ = Fabric::no_switch;  ///< for which `distance_` is known
  std::vector<topology::Link> fed_by_;
  std::vector<std::uint16_t> distance_;  ///< by router
};

}  // namespace fsin::routing
