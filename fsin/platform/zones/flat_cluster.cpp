// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/flat_cluster.hpp"

#include <algorithm>
#include <utility>

namespace fsin::platform {

bool FlatCluster::way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const {
  Leg leg;
  const auto cross = [&leg](LinkNumber link) {
    if (link != none && std::find(leg.links.begin(), leg.links.end(), link) == leg.links.end())
      leg.links.push_back(link);
  };
  const auto sender = ends_.find(from);
  if (from == to && sender != ends_.end() && sender->second.loopback != none) {
    cross(sender->second.loopback);
    legs.assign(1, std::move(leg));
    return true;
  }
  if (sender != ends_.end()) {
    cross(sender->second.limiter);
    cross(sender->second.link.up);
  }
  cross(backbone_);
  if (const auto found = ends_.find(to); found != ends_.end()) {
    cross(found->second.link.down);
    cross(found->second.limiter);
  }
  legs.assign(1, std::move(leg));
  return true;
}

}  // namespace fsin::platform
