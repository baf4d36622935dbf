// SPDX-License-Identifier: Apache-2.0
// topology="DRAGONFLY", as in the Cray Cascade: groups of chassis of routers with some hosts each. All routers of a
// chassis are joined (green links), as are those with one number in the chassis of a group (black); groups i and j are
// joined by a link between router j in chassis 0 of group i and router i in chassis 0 of group j (blue). A link of n
// parallel ones has n times the bandwidth.
//
// Messages to another group go to the router with the number of that group, by a green link and then a black one, and
// over the blue link. Within a group SimGrid 3.32 sends a message to a router of another number by a green link, and
// then, unless the receiver is in chassis 0, by the black link from chassis 0, whichever chassis the message is in; to
// one of the same number in another chassis by the black link between the two. The same is done here, so that times can
// be compared. No paths through other groups are used. Limiters are those of the hosts and of the routers that a
// message leaves.
//
// Source: G. Faanes et al., Cray Cascade: a scalable HPC system based on a Dragonfly network, SC 2012.
#pragma once

#include <algorithm>

#include "fsin/platform/zones/made_cluster.hpp"

namespace fsin::platform {

struct DragonflyShape {
  std::uint32_t groups = 1, chassis = 1, routers = 1, hosts = 1;   ///< each in the one before
  std::uint32_t blue_links = 1, black_links = 1, green_links = 1;  ///< parallel links

  std::size_t all_hosts() const { return std::size_t{groups} * chassis * routers * hosts; }
};

class DragonflyCluster final : public MadeCluster {
 public:
  DragonflyCluster(ClusterHosts hosts, const DragonflyShape& shape, const MakeLink& make_link);

 private:
  struct Router {
    std::uint32_t group = 0, chassis = 0, number = 0;
  };

  void go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const override;
  void to_router(Router& at, std::uint32_t chassis, std::uint32_t number, std::vector<LinkNumber>& links) const;
  Router router_of(std::uint32_t host) const;
  LinkNumber limiter_of(const Router& router) const {
    return limiters_[(std::size_t{router.group} * shape_.chassis + router.chassis) * shape_.routers + router.number];
  }
  /// Index of a pair of numbers below n, in either order; a message from the lower one goes up.
  static std::size_t pair(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
    return std::size_t{std::min(a, b)} * n + std::max(a, b);
  }

  DragonflyShape shape_;
  std::vector<LinkNumber> limiters_;  ///< by router
  std::vector<Duplex> hosts_;
  std::vector<Duplex> green_;  ///< (group, chassis), then pair of routers
  std::vector<Duplex> black_;  ///< (group, number), then pair of chassis
  std::vector<Duplex> blue_;   ///< pair of groups
};

}  // namespace fsin::platform
