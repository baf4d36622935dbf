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
/// Makes the limiter of a switch; null in a cluster without limiters.
using MakeLimiter = std::function<LinkNumber(const std::string& name)>;

/// The hosts of a cluster, and its limiters: links that all messages through a host or a switch share, in both
/// directions.
struct ClusterHosts {
  PointNumber first = 0;
  std::vector<LinkNumber> limiters{};   ///< by host; empty: none
  std::vector<LinkNumber> loopbacks{};  ///< by host; empty: none
  MakeLimiter make_limiter{};
};

class MadeCluster : public Zone {
 public:
  MadeCluster(ClusterHosts hosts, std::size_t count) : hosts_(std::move(hosts)), count_(count) {}

  bool way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const final {
    const PointNumber first = hosts_.first;
    if (from - first >= count_ || to - first >= count_) return false;
    Leg leg;
    if (from == to && !hosts_.loopbacks.empty()) {
      leg.links.push_back(hosts_.loopbacks[from - first]);
    } else {
      go(from - first, to - first, leg.links);
    }
    legs.assign(1, std::move(leg));
    return true;
  }

 protected:
  /// Adds the links from one host to another or to itself, by their numbers in the cluster, with all limiters.
  virtual void go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const = 0;

  void limit_host(std::uint32_t host, std::vector<LinkNumber>& links) const {
    if (!hosts_.limiters.empty()) links.push_back(hosts_.limiters[host]);
  }
  /// The limiter of a further switch; none in a cluster without limiters.
  LinkNumber new_limiter(const std::string& name) const {
    return hosts_.make_limiter ? hosts_.make_limiter(name) : none;
  }
  static void limit(LinkNumber limiter, std::vector<LinkNumber>& links) {
    if (limiter != none) links.push_back(limiter);
  }

 private:
  ClusterHosts hosts_;
  std::size_t count_;
};

}  // namespace fsin::platform
