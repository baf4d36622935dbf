// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/flat_cluster.hpp"

namespace fsin::platform {

bool FlatCluster::way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const {
  Leg leg;
  if (const auto found = ends_.find(from); found != ends_.end()) {
    if (found->second.limiter != none) leg.links.push_back(found->second.limiter);
    leg.links.push_back(found->second.link.up);
  }
  if (backbone_ != none) leg.links.push_back(backbone_);
  if (const auto found = ends_.find(to); found != ends_.end()) {
    leg.links.push_back(found->second.link.down);
    if (found->second.limiter != none) leg.links.push_back(found->second.limiter);
  }
  legs.assign(1, std::move(leg));
  return true;
}

}  // namespace fsin::platform
