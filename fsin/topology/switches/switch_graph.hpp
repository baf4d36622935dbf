// SPDX-License-Identifier: Apache-2.0
// Switches with terminals, joined by links that are listed one by one: the common part of topologies whose wiring is no
// arithmetic that a routing would repeat at every hop (Slim Fly, random graphs, graphs from a file). Each terminal has
// a network interface that is a router of its own with one link, as in a fat-tree.
//
// Routers: the nodes, terminal by terminal of switch 0, 1, ...; then the switches. Ports of a switch: its terminals,
// then its links in the order in which they were added. A link of two directions has one port at each end; one that
// leads in one direction only (de Bruijn, Kautz) takes the next output port here and the next input port there.
// Layers: 0 for network interfaces, 1 for switches.
//
// Rails: the switches and their links may exist in several copies, with no link between two copies. Port r of a network
// interface leads to rail r, and switch s of rail r has the number r * switches_of_rail() + s.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

class SwitchGraph : public Geometry {
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

 public:
  /// End of an output port of a switch: input port `port` of another switch, or nowhere.
  struct Plug {
    std::uint32_t to = nowhere;
    std::uint8_t port = 0;
    std::uint8_t link_class = 0;
    bool exists() const { return to != nowhere; }
  };

  std::size_t nodes() const { return switch_of_.size(); }
  unsigned rails() const { return rails_; }
  std::size_t switches_of_rail() const { return first_node_.size() - 1; }
  std::size_t switches() const { return rails_ * switches_of_rail(); }
  std::size_t routers() const { return nodes() + switches(); }
  unsigned ports() const { return ports_; }
  std::uint32_t switch_of(NodeId node, unsigned rail = 0) const {
    return switch_of_[node.index()] + rail * static_cast<std::uint32_t>(switches_of_rail());
  }
  unsigned terminals(std::uint32_t of_switch) const {
    const std::size_t place = of_switch % switches_of_rail();
    return first_node_[place + 1] - first_node_[place];
  }
  RouterId router_of(std::uint32_t of_switch) const { return RouterId(nodes() + of_switch); }
  /// Links to other switches; entry i is that of output port terminals(of_switch) + i.
  const std::vector<Plug>& links_of(std::uint32_t of_switch) const { return links_[of_switch]; }

  std::string port_name(unsigned port) const override;
  std::string router_name(RouterId router) const override;
  unsigned distance(NodeId from, NodeId to) const final;
  /// Distances by a search from every switch that has terminals, made once on demand. Topologies with a closed form
  /// override it.
  Distances distances() const override;
  double links() const override { return 2.0 * rails_ * static_cast<double>(nodes()) + static_cast<double>(count_); }
  std::vector<std::string> link_classes() const override { return {"terminal", "link"}; }
  unsigned link_class(RouterId router, unsigned port) const override;
  std::uint8_t layer(RouterId router) const override { return router.index() < nodes() ? 0 : 1; }
  double table_bytes() const override;
  /// Draws switches on a circle with their terminals outside. Topologies with a familiar shape override it.
  void lay_out(Drawing& drawing) const override;

  /// The graph with all ports connected.
  PortGraph graph() const;

 protected:
  /// `terminals`: number of terminals by switch.
  explicit SwitchGraph(const std::vector<unsigned>& terminals);

  /// Adds a link in both directions. `link_class`: 1 or higher, of link_classes().
  void add_link(std::uint32_t one, std::uint32_t other, unsigned link_class = 1);
  /// Adds a link in one direction.
  void add_arc(std::uint32_t from, std::uint32_t to, unsigned link_class = 1);

  /// Copies all switches and links until there are so many rails. Nothing can be added after that.
  void copy_rails(unsigned rails);

  /// Links between two switches of one rail on the shortest path. The default searches.
  virtual unsigned switch_distance(std::uint32_t from, std::uint32_t to) const;
  /// Name of a switch of the first rail.
  virtual std::string switch_name(std::uint32_t number) const;
  /// Name of any switch, with its rail where there are several.
  std::string full_name(std::uint32_t number) const;

 private:
  void add(std::uint32_t from, unsigned port, Plug plug);

  std::vector<std::uint32_t> first_node_;  ///< by switch of a rail, and one more: its first terminal
  std::vector<std::uint32_t> switch_of_;   ///< by node
  std::vector<std::uint16_t> outputs_;     ///< by switch: the first free output port
  std::vector<std::uint16_t> inputs_;
  std::vector<std::vector<Plug>> links_;
  std::size_t count_ = 0;  ///< links between switches, each direction by itself
  unsigned ports_ = 1;
  unsigned rails_ = 1;
  mutable std::once_flag searched_;
  mutable Distances found_;
};

inline constexpr unsigned max_rails = 8;
inline constexpr std::string_view rails_doc =
    "copies of the switches and their links; a node has a link to a switch of each, and by default as many "
    "router.injectors";

/// Sizes of a network of so many rails; `nodes`, `switches` and `ports` are those of one rail.
Extent with_rails(double nodes, double switches, unsigned ports, unsigned rails);

/// Reason why a network of listed links is not built: more ports than can be numbered, or more than 16 M routers.
/// network.topology.`key` is the key to lower.
std::optional<Fault> too_large(const Extent& extent, std::string_view key);

/// The complete topology, whose links are those of `geometry`.
inline Topology built(std::string_view name, const std::shared_ptr<const SwitchGraph>& geometry) {
  return {std::string(name), geometry->graph(), geometry};
}

}  // namespace fsin::topology
