// SPDX-License-Identifier: Apache-2.0
// A cluster without a topology: every host has a link to a backbone, if there is one, and that to a router, at which
// the cluster is entered and left. A message crosses the limiter and the link of its sender, the backbone, and the link
// and the limiter of its receiver, each of them once. That holds for a message of a host to itself too, unless the host
// has a loopback link.
#pragma once

#include <unordered_map>

#include "fsin/platform/zones/zone.hpp"

namespace fsin::platform {

class FlatCluster final : public Zone {
 public:
  struct Ends {
    Duplex link;
    LinkNumber limiter = none;
    LinkNumber loopback = none;
  };

  /// Sets the link and limiter of a point. Points without, such as the router, have no link of their own.
  void set_ends(PointNumber point, Ends ends) { ends_[point] = ends; }
  void set_backbone(LinkNumber link) { backbone_ = link; }
  LinkNumber backbone() const { return backbone_; }

  bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const override;

 private:
  std::unordered_map<PointNumber, Ends> ends_;
  LinkNumber backbone_ = none;
};

}  // namespace fsin::platform
