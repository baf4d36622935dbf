// SPDX-License-Identifier: Apache-2.0
// topology="TORUS": host i has coordinates i mod d0, i / d0 mod d1, ..., and in each dimension a link to the next host
// on its ring. Messages go in the order of dimensions, the shorter way round; if both are equal, in the direction of
// rising coordinates from the lower half of the ring and of falling ones from the upper half. The limiters of all hosts
// on the way are crossed. Without loopback links there is no way from a host to itself.
#pragma once

#include "fsin/platform/zones/made_cluster.hpp"

namespace fsin::platform {

class TorusCluster final : public MadeCluster {
 public:
  TorusCluster(ClusterHosts hosts, std::vector<std::uint32_t> dims, const MakeLink& make_link);

 private:
  void go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const override;

  std::vector<std::uint32_t> dims_;
  std::vector<Duplex> links_;  ///< by host * dimensions + dimension: link to the next host on the ring
};

}  // namespace fsin::platform
