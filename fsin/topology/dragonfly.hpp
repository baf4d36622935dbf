// SPDX-License-Identifier: Apache-2.0
// Dragonfly. J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008.
//
// A switch has p terminals and h global links; a group has a switches, each joined to every other; and there are g = a
// h + 1 groups, so that exactly one link leads from each group to every other. Each terminal has a network interface
// that is a router of its own with one link, as in a fat-tree. Not modelled here: several links between two groups,
// fewer groups.
//
// A group numbers its global links q = switch * h + global port, 0..a h - 1. Where link q of group G leads:
//   relative    to group G + q + 1 (modulo g), where it is link a h - 1 - q; also called palmtree
//   absolute    to group q + 1 when q >= G (link G there), else to group q (link G - 1 there)
//   circulant   q even: to group G + q/2 + 1 (link q + 1 there); q odd: to group G - (q+1)/2 (link q - 1 there); where
//               a h is odd, the last link leads to the opposite group and is the last one there too
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::topology {

enum class Wiring : std::uint8_t { relative, absolute, circulant };
inline constexpr std::array wiring_names{
    config::Named{Wiring::relative, "relative", "global link q of group G leads to group G + q + 1 (palmtree)"},
    config::Named{Wiring::absolute, "absolute", "global link q of group G leads to group q, or q + 1 from q = G on"},
    config::Named{Wiring::circulant, "circulant", "global links lead to groups G + 1, G - 1, G + 2, G - 2, ..."},
};

/// Ports of a switch: 0..p-1 terminals, p..p+a-2 the other switches of the group in ascending order, then h global
/// links. A network interface has port 0. The layer of a network interface is 0, that of a switch 1.
class Dragonfly final : public Geometry {
 public:
  Dragonfly(unsigned terminals, unsigned switches, unsigned globals, Wiring wiring);

  const unsigned p, a, h;
  const unsigned groups;  ///< g
  const Wiring wiring;

  unsigned first_local() const { return p; }
  unsigned first_global() const { return p + a - 1; }
  std::size_t terminals() const { return std::size_t{p} * a * groups; }

  struct Place {
    std::uint16_t group = 0;
    std::uint8_t index = 0;  ///< index of the switch in its group; for a network interface, that of its switch
    std::uint8_t terminal = 0;
  };
  Place place(std::uint32_t router) const { return places_[router]; }  ///< only after tabulate()
  void tabulate();

  /// The global link of a group that leads to another group.
  unsigned link_to(unsigned from, unsigned to) const {
    if (wiring == Wiring::absolute) return to > from ? to - 1 : to;
    const unsigned ahead = to > from ? to - from : to + groups - from;
    if (wiring == Wiring::relative) return ahead - 1;
    return 2 * ahead <= groups ? 2 * (ahead - 1) : 2 * (groups - ahead) - 1;
  }
  /// The switch that a global link is plugged into, and its port there.
  struct Plug {
    std::uint8_t index;
    std::uint8_t port;
  };
  Plug plug(unsigned link) const { return plugs_[link]; }
  unsigned local_port(unsigned from, unsigned to) const { return p + (to < from ? to : to - 1); }

  std::string port_name(unsigned port) const override;
  std::string router_name(RouterId router) const override;
  /// Links on the minimal path, which uses at most one global link; a path through a third group may be shorter.
  unsigned distance(NodeId from, NodeId to) const override;
  bool minimal_is_shortest() const override { return false; }
  Distances distances() const override;
  double links() const override;
  /// Known where each two groups have one link, the groups are even in number and global links are the busiest: those
  /// between two halves of the groups.
  std::optional<double> bisection() const override;
  /// terminal, local, global
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId router, unsigned port) const override;
  std::uint8_t layer(RouterId router) const override { return router.index() < terminals() ? 0 : 1; }
  /// Wherever a link leads to a group so many groups ahead, whichever the group is: the groups are turned round.
  std::uint32_t orbit(RouterId router) const override;
  RouterId image(RouterId router, RouterId from, RouterId to) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;

 private:
  Place place_of(std::size_t router) const;

  std::vector<Plug> plugs_;  ///< by link
  std::vector<Place> places_;
};

struct DragonflyParams {
  static constexpr std::string_view name = "dragonfly";
  static constexpr std::string_view doc = "groups of joined switches, one global link between any two groups";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008";

  unsigned p = 2;
  unsigned a = 4;
  unsigned h = 2;
  Wiring wiring = Wiring::relative;

  template <class F>
  void fields(F& f) {
    f("p", p, "terminals of a switch").range(1, 64);
    f("a", a, "switches of a group").range(2, 128);
    f("h", h, "global links of a switch").range(1, 62);
    f("wiring", wiring, "which group each global link leads to").names(wiring_names);
  }
  Extent extent() const;
  GeometryPointer geometry() const { return std::make_shared<Dragonfly>(p, a, h, wiring); }
  Topology build() const;
};

}  // namespace fsin::topology
