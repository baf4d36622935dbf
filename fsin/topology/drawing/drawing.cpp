// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/drawing/drawing.hpp"

#include <cmath>

namespace fsin::topology {
namespace {

/// True when the port does not lead to the neighbour on paper.
bool is_stub(const Drawing& drawing, const DrawnLink& link) {
  if (!drawing.has_stubs) return false;
  const Spot from = drawing.routers[link.from], to = drawing.routers[link.to];
  const Spot way = drawing.directions[link.port];
  return link.port >= drawing.drawn_ports || std::fabs(from.x + way.x - to.x) > 0.01 ||
         std::fabs(from.y + way.y - to.y) > 0.01;
}

DrawnLink drawn(const Topology& topology, const Drawing& drawing, RouterId router, unsigned port, RouterId next) {
  DrawnLink link{router.value, next.value, port, false, topology.geometry->link_class(router, port)};
  link.stub = is_stub(drawing, link);
  return link;
}

void add_links(const Topology& topology, Drawing& drawing) {
  const PortGraph& graph = topology.graph;
  for (std::size_t router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const Link next = graph.next(RouterId(router), port);
      if (!next.exists()) continue;
      drawing.links.push_back(drawn(topology, drawing, RouterId(router), port, next.router));
    }
  }
  for (const FailedLink& link : topology.failures.links) {
    if (topology.failures.find(link.router, link.port) != &link) continue;  // one that fails several times
    drawing.failed.push_back(drawn(topology, drawing, link.router, link.port, link.leads_to.router));
  }
}

}  // namespace

Drawing draw(const Topology& topology) {
  Drawing drawing;
  drawing.nodes = topology.graph.nodes();
  drawing.all_routers = topology.graph.routers();
  topology.geometry->lay_out(drawing);
  for (unsigned port = 0; port < topology.graph.ports(); ++port) {
    drawing.ports.push_back(topology.geometry->port_name(port));
  }
  drawing.classes = topology.geometry->link_classes();
  add_links(topology, drawing);
  return drawing;
}

}  // namespace fsin::topology
