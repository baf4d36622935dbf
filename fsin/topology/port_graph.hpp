// SPDX-License-Identifier: Apache-2.0
// The network as engines see it: routers with numbered output ports, each leading to an input port of another router.
//
// Modelled: directed links. Output port p of router r feeds input port in_port(r, p) of router to(r, p). Input and
// output ports are numbered separately: in a torus a packet leaves by output port "X+" and enters by input port "X+"
// of the next router (the queue is named after the way the packet travels), in a tree the input port of a link is the
// port on which it is plugged in. Every router has the same number of port numbers; a port may lead nowhere. Where
// routers with a node are network interfaces, which use the first few ports only, nothing is kept of their others.
// Not modelled here: coordinates (geometry.hpp), virtual channels and delays (router parameters).
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::topology {

inline constexpr unsigned max_ports = 254;

struct Link {
  RouterId router;        ///< the router at the other end; invalid where the port leads nowhere
  std::uint8_t port = 0;  ///< input port there (output port there, for PortGraph::feeder)
  bool exists() const { return router.valid(); }
  bool operator==(const Link&) const = default;
};

class PortGraph {
 public:
  /// Bytes of a port of a router.
  static constexpr std::size_t bytes_per_port = sizeof(RouterId) + sizeof(std::uint8_t);

  PortGraph() = default;
  /// Nodes sit at routers 0..nodes-1, which use the first `interface_ports` ports. All ports lead nowhere at first.
  PortGraph(std::size_t nodes, std::size_t routers, unsigned ports, unsigned interface_ports)
      : nodes_(nodes),
        routers_(routers),
        ports_(ports),
        interface_ports_(interface_ports),
        out_(nodes * interface_ports + (routers - nodes) * ports) {}
  PortGraph(std::size_t nodes, std::size_t routers, unsigned ports) : PortGraph(nodes, routers, ports, ports) {}

  void connect(RouterId from, unsigned out_port, RouterId to, unsigned in_port) {
    out_.set(place(from, out_port), {to, static_cast<std::uint8_t>(in_port)});
  }

  /// Makes the port lead nowhere from now on.
  void disconnect(RouterId from, unsigned out_port) { out_.set(place(from, out_port), {}); }

  std::size_t nodes() const { return nodes_; }
  std::size_t routers() const { return routers_; }
  /// Port numbers of a router; interface_ports(): how many of them a router with a node uses.
  unsigned ports() const { return ports_; }
  unsigned interface_ports() const { return interface_ports_; }

  /// The input port that output port `port` of `router` leads to.
  Link next(RouterId router, unsigned port) const {
    if (router.index() < nodes_ && port >= interface_ports_) return {};
    return out_.get(place(router, port));
  }

  std::size_t links() const {
    std::size_t n = 0;
    for (std::size_t i = 0; i < out_.size(); ++i) n += out_.get(i).exists() ? 1U : 0U;
    return n;
  }

 private:
  std::size_t place(RouterId router, unsigned port) const {
    const std::size_t i = router.index();
    return i < nodes_ ? i * interface_ports_ + port : nodes_ * interface_ports_ + (i - nodes_) * ports_ + port;
  }

  /// Split into two arrays: 5 bytes an entry instead of 8, which counts at a million nodes.
  class Table {
   public:
    Table() = default;
    explicit Table(std::size_t n) : routers_(n), ports_(n, 0) {}
    void set(std::size_t i, Link link) {
      routers_[i] = link.router;
      ports_[i] = link.port;
    }
    Link get(std::size_t i) const { return {routers_[i], ports_[i]}; }
    std::size_t size() const { return routers_.size(); }

   private:
    std::vector<RouterId> routers_;
    std::vector<std::uint8_t> ports_;
  };

  std::size_t nodes_ = 0;
  std::size_t routers_ = 0;
  unsigned ports_ = 0;
  unsigned interface_ports_ = 0;
  Table out_;
};

/// Reverse of the graph: by router * ports + input port, the router and the output port that feed it. Made on demand,
/// since it is as large again as the graph.
inline std::vector<Link> feeders(const PortGraph& graph) {
  std::vector<Link> feeders(graph.routers() * graph.ports());
  for (std::uint32_t r = 0; r < graph.routers(); ++r) {
    for (unsigned p = 0; p < graph.ports(); ++p) {
      const Link next = graph.next(RouterId(r), p);
      if (!next.exists()) continue;
      feeders[next.router.index() * graph.ports() + next.port] = {RouterId(r), static_cast<std::uint8_t>(p)};
    }
  }
  return feeders;
}

}  // namespace fsin::topology
