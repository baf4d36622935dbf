// SPDX-License-Identifier: Apache-2.0
// A cluster whose hosts are joined by a topology of its own: a torus, a fat tree or a dragonfly. Hosts are numbered in
// the order of the file; the constructor makes the links through the function passed to it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fsin/platform/zones/zone.hpp"

namespace fsin::platform {

/// Makes a link of the cluster's bandwidth times `multiple`, and of its latency.
using MakeLink = std::function<Duplex(const std::string& name, double multiple)>;

class MadeCluster : public Zone {
 public:
  /// `limiters`: one for each host, or empty.
  MadeCluster(PointNumber first, std::size_t hosts, std::vector<LinkNumber> limiters)
      : first_(first), hosts_(hosts), limiters_(std::move(limiters)) {}

  bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const final {
    if (from - first_ >= hosts_ || to - first_ >= hosts_) return false;
    Leg leg;
    if (!limiters_.empty()) leg.links.push_back(limiters_[from - first_]);
    go(from - first_, to - first_, leg.links);
    if (!limiters_.empty()) leg.links.push_back(limiters_[to - first_]);
    legs.assign(1, std::move(leg));
    return true;
  }

 protected:
  /// Adds the links from one host to another, by their numbers in the cluster.
  virtual void go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const = 0;

 private:
  PointNumber first_;
  std::size_t hosts_;
  std::vector<LinkNumber> limiters_;
};

}  // namespace fsin::platform
