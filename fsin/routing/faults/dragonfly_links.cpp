// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/faults/dragonfly_links.hpp"

namespace fsin::routing {

DragonflyLinks::DragonflyLinks(const Network& network, const topology::PortGraph& graph)
    : network_(network),
      links_(network.a * network.h),
      local_(std::size_t{network.groups} * network.a * network.a),
      global_(std::size_t{network.groups} * links_) {
  for (unsigned group = 0; group < network.groups; ++group) {
    for (unsigned from = 0; from < network.a; ++from) {
      for (unsigned to = 0; to < network.a; ++to) {
        if (from == to) continue;
        const RouterId router(network.switch_at(group, from));
        local_[(std::size_t{group} * network.a + from) * network.a + to] =
            graph.next(router, network.local_port(from, to)).exists();
      }
    }
    for (unsigned link = 0; link < links_; ++link) {
      const Network::Plug plug = network.plug(link);
      global_[std::size_t{group} * links_ + link] =
          graph.next(RouterId(network.switch_at(group, plug.index)), plug.port).exists();
    }
  }
}

}  // namespace fsin::routing
