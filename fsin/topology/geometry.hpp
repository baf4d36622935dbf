// SPDX-License-Identifier: Apache-2.0
// Properties of a topology beyond its links: the contract that each topology implements in a file of its own. The rest
// of the program asks these questions and knows no topology by name.
//
// Nothing here is on the path of a packet-hop. A routing algorithm that is written for one kind of network (dimension
// order for grids) asks for that kind by `as<Cartesian>(geometry)` before the run and reads its tables itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/delay.hpp"
#include "fsin/core/ids.hpp"
#include "fsin/core/units.hpp"

namespace fsin::topology {

struct Drawing;

inline constexpr unsigned max_link_classes = 16;

/// Relation of input port p and output port p of a router, on which bubbles and datelines depend.
enum class Lanes : std::uint8_t {
  none,   ///< unrelated
  lines,  ///< a packet that enters by port p and leaves by port p goes straight on, and the line has an end
  rings,  ///< as `lines`, and the line closes: the queues of one virtual channel form a ring
};

/// Closed forms over all pairs of different nodes, minimal routing, every pair with the same traffic.
struct Distances {
  double average = 0;       ///< links between two nodes
  unsigned diameter = 0;    ///< links between the two nodes that are farthest apart
  double channel_load = 0;  ///< phits a cycle on the busiest link when every node sends one phit a cycle; 0: not known
  std::vector<double> class_loads{};  ///< the same on the busiest link of each class; empty: not known
  std::vector<double> class_links{};  ///< links of each class between two nodes, on average; empty: not known
};

/// State of a network that is offered more than it carries, under uniform traffic. Measured, not derived
/// (docs/performance.md): queues of 4 packets, a bubble of 2, one injector. Estimates of memory use it, results do not.
struct Overload {
  double carried = 0.7;  ///< fraction of the closed-form capacity that gets through
  double fill = 0.5;     ///< fraction of the slots of transit queues that is taken
};

/// Bandwidth and delay that a topology itself gives the links of a class, as a graph from a file may.
struct ClassValues {
  std::optional<BitRate> bandwidth;
  std::optional<Delay> delay;
};

class Geometry {
 public:
  Geometry() = default;
  Geometry(const Geometry&) = delete;
  Geometry& operator=(const Geometry&) = delete;
  virtual ~Geometry() = default;

  /// Name of an output port in messages and drawings: "X+", "up 0". The input port of a link that is plugged in at this
  /// port has the same name.
  virtual std::string port_name(unsigned port) const = 0;
  /// Name of a router in messages: "router 17", "(3,1)".
  virtual std::string router_name(RouterId router) const { return "router " + std::to_string(router.value); }
  /// Links on a minimal path between two nodes.
  virtual unsigned distance(NodeId from, NodeId to) const = 0;
  /// False where "minimal" excludes shorter paths, as on a dragonfly those over a third group.
  virtual bool minimal_is_shortest() const { return true; }
  virtual Distances distances() const = 0;
  /// Number of directed links, in closed form.
  virtual double links() const = 0;
  /// Links that lead from one half of the nodes to the other, one way, where the halves are chosen so that these are
  /// the fewest; with an odd number of nodes, one half has one more. Empty where no closed form is known.
  virtual std::optional<double> bisection() const { return std::nullopt; }
  /// Names of the classes of links, at most max_link_classes: links of one class have one bandwidth and one delay, and
  /// network.link lists those in this order.
  virtual std::vector<std::string> link_classes() const { return {"all"}; }
  /// Values by class; empty where the topology gives none. network.link provides the values left open.
  virtual std::vector<ClassValues> class_values() const { return {}; }
  /// Class of the link at an output port that leads somewhere; of a built topology.
  virtual unsigned link_class(RouterId /*router*/, unsigned /*port*/) const { return 0; }
  /// Weight of the link at an output port for routings by least weight, in thousandths, as a graph from a file may give
  /// it; 0: none. Of a built topology.
  virtual std::uint32_t link_weight(RouterId /*router*/, unsigned /*port*/) const { return 0; }

  virtual Lanes lanes() const { return Lanes::none; }
  /// Routers of one kind form a layer, below 256: the stage of a tree. A router's state has the number of its layer at
  /// hand, and threads divide each layer evenly, routers with consecutive numbers staying together.
  virtual std::uint8_t layer(RouterId /*router*/) const { return 0; }
  /// Overload of this network. `adaptive`: the routing chooses among several paths; `channels`: virtual channels of a
  /// link.
  virtual Overload overload(bool /*adaptive*/, unsigned /*channels*/) const { return {}; }
  /// Symmetry. Routers of one orbit are mapped to each other by permutations of the routers under which every link
  /// stays a link between the same port numbers, and nodes stay nodes. The result is the lowest number in the router's
  /// orbit; by default no two routers are known to be equivalent. Of a built topology.
  virtual std::uint32_t orbit(RouterId router) const { return router.value; }
  /// Image of `router` under such a permutation that maps `from` to `to`, two routers of one orbit.
  virtual RouterId image(RouterId router, RouterId /*from*/, RouterId /*to*/) const { return router; }
  /// Bytes of the tables of a built topology; this object itself may be without them (Params::geometry()).
  virtual double table_bytes() const { return 0; }
  /// Fills in the parts of Drawing that are the topology's own: positions of routers, and which links are stubs.
  virtual void lay_out(Drawing& drawing) const = 0;
};

using GeometryPointer = std::shared_ptr<const Geometry>;

/// The geometry as one kind of network; null when it is of another kind.
template <class Kind>
const Kind* as(const Geometry& geometry) {
  return dynamic_cast<const Kind*>(&geometry);
}

}  // namespace fsin::topology
