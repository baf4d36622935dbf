// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/dragonfly_cluster.hpp"

#include <fmt/format.h>

namespace fsin::platform {
namespace {

/// Makes a link between each two of `n` members, in a table of n * n.
void join_all(std::vector<Duplex>& table, std::uint32_t n, const std::string& name, double multiple,
              const MakeLink& make_link) {
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < n; ++b)
      table.push_back(a < b ? make_link(fmt::format("{}_{}_{}", name, a, b), multiple) : Duplex{});
  }
}

}  // namespace

DragonflyCluster::DragonflyCluster(ClusterHosts hosts, const DragonflyShape& shape, const MakeLink& make_link)
    : MadeCluster(std::move(hosts), shape.all_hosts()), shape_(shape) {
  for (std::size_t router = 0; router < shape.all_hosts() / shape.hosts; ++router)
    limiters_.push_back(new_limiter(fmt::format("router_{}", router)));
  for (std::size_t host = 0; host < shape.all_hosts(); ++host)
    hosts_.push_back(make_link(fmt::format("host_{}", host), 1));
  for (std::uint32_t group = 0; group < shape.groups; ++group) {
    for (std::uint32_t chassis = 0; chassis < shape.chassis; ++chassis)
      join_all(green_, shape.routers, fmt::format("green_{}_{}", group, chassis), shape.green_links, make_link);
    for (std::uint32_t router = 0; router < shape.routers; ++router)
      join_all(black_, shape.chassis, fmt::format("black_{}_{}", group, router), shape.black_links, make_link);
  }
  join_all(blue_, shape.groups, "blue", shape.blue_links, make_link);
}

DragonflyCluster::Router DragonflyCluster::router_of(std::uint32_t host) const {
  const std::uint32_t router = host / shape_.hosts;
  const std::uint32_t chassis = router / shape_.routers;
  return {chassis / shape_.chassis, chassis % shape_.chassis, router % shape_.routers};
}

void DragonflyCluster::to_router(Router& at, std::uint32_t chassis, std::uint32_t number,
                                 std::vector<LinkNumber>& links) const {
  if (at.number != number) {
    const std::size_t table = (std::size_t{at.group} * shape_.chassis + at.chassis) * shape_.routers * shape_.routers;
    const Duplex& green = green_[table + pair(at.number, number, shape_.routers)];
    limit(limiter_of(at), links);
    links.push_back(at.number < number ? green.up : green.down);
    at.number = number;
  }
  if (at.chassis != chassis) {
    const std::size_t table = (std::size_t{at.group} * shape_.routers + at.number) * shape_.chassis * shape_.chassis;
    const Duplex& black = black_[table + pair(at.chassis, chassis, shape_.chassis)];
    limit(limiter_of(at), links);
    links.push_back(at.chassis < chassis ? black.up : black.down);
    at.chassis = chassis;
  }
}

void DragonflyCluster::go(std::uint32_t from, std::uint32_t to, std::vector<LinkNumber>& links) const {
  Router at = router_of(from);
  const Router target = router_of(to);
  limit_host(from, links);
  links.push_back(hosts_[from].up);
  if (at.group != target.group) {
    to_router(at, 0, target.group, links);
    const Duplex& blue = blue_[pair(at.group, target.group, shape_.groups)];
    links.push_back(at.group < target.group ? blue.up : blue.down);
    limit(limiter_of(at), links);
    at = {target.group, 0, at.group};
  }
  if (at.number != target.number) {
    to_router(at, at.chassis, target.number, links);
    at.chassis = 0;  // as in SimGrid (dragonfly_cluster.hpp)
  }
  to_router(at, target.chassis, target.number, links);
  limit(limiter_of(target), links);
  links.push_back(hosts_[to].down);
  limit_host(to, links);
}

}  // namespace fsin::platform
