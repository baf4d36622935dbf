// SPDX-License-Identifier: Apache-2.0
// Dragonfly. J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008.
//
// A switch has p terminals and h global links; a group has a switches, each joined to every other; there are g groups,
// at most a h + 1. That number is the default, and exactly one link then leads from each group to every other. Each
// terminal has a network interface that is a router of its own with one link, as in a fat-tree. Not modelled: groups
// that are no full mesh, parallel links between two switches within a group.
//
// A group numbers its global links q = switch * h + global port, 0..a h - 1. With g = a h + 1 link q of group G leads:
//   relative    to group G + q + 1 (modulo g), where it is link a h - 1 - q; also called palmtree
//   absolute    to group q + 1 when q >= G (link G there), else to group q (link G - 1 there)
//   circulant   q even: to group G + q/2 + 1 (link q + 1 there); q odd: to group G - (q+1)/2 (link q - 1 there); where
//               a h is odd, the last link leads to the opposite group and is the last one there too
// With fewer groups the links are taken in rounds of m = g - 1: link c m + j, a whole round c, leads where link j of a
// dragonfly with m links a group leads, and is of round c there too. The R remaining links lead to the floor(R/2) next
// groups in each direction and, where R is odd, to the opposite group, if there is one (g even); else the last of them
// leads nowhere. They are in ascending order of the distance ahead, 1..g-1 (relative, absolute), or in that of a
// circulant. So two groups are joined by floor(a h / m) links, or by one more.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/dragonflies/link_numbers.hpp"
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
  /// `the_groups`: 2 .. a h + 1; 0 or more than a h + 1 mean a h + 1.
  Dragonfly(unsigned terminals, unsigned switches, unsigned globals, unsigned the_groups, Wiring wiring);

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
  std::uint32_t switch_at(unsigned group, unsigned index) const {
    return static_cast<std::uint32_t>(terminals() + std::size_t{group} * a + index);
  }
  Place place(std::uint32_t router) const { return places_[router]; }  ///< only after tabulate()
  void tabulate();

  /// Links between two groups; those of a pair have the numbers 0, 1, ..., the same at both ends.
  unsigned links_between(unsigned from, unsigned to) const { return rounds_ + (is_extra(ahead(from, to)) ? 1U : 0U); }
  /// True when some groups are joined by more than one link.
  bool several() const { return groups <= a * h; }
  /// The global link of a group that is number `number` of the links to another group.
  unsigned link_to(unsigned from, unsigned to, unsigned number = 0) const {
    if (number == rounds_) return number * (groups - 1) + extra_link(ahead(from, to));
    return number * (groups - 1) + link_of_round(from, to);
  }
  /// The switch that a global link is plugged into, and the port there.
  struct Plug {
    std::uint8_t index;
    std::uint8_t port;
  };
  Plug plug(unsigned link) const { return plugs_[link]; }
  unsigned local_port(unsigned from, unsigned to) const { return p + (to < from ? to : to - 1); }

  /// Takes the place of the index of a switch: any switch of the group.
  static constexpr unsigned any = 255;
  /// Links between switches on a path from `from` by link `number` to switch `index` of another group.
  unsigned hops_by(const Place& from, unsigned group, unsigned index, unsigned number) const {
    const unsigned leaves = plug(link_to(from.group, group, number)).index;
    const unsigned arrives = plug(link_to(group, from.group, number)).index;
    return 1 + (leaves == from.index ? 0U : 1U) + (index == any || arrives == index ? 0U : 1U);
  }
  /// The shortest paths to switch `index` of another group.
  struct Ways {
    unsigned hops;        ///< links between switches
    LinkNumbers numbers;  ///< numbers of the links to that group on such a path
  };
  Ways shortest(const Place& from, unsigned group, unsigned index) const {
    const LinkNumbers leaving = links_of_switch(from.group, from.index, group);
    const LinkNumbers all({0, links_between(from.group, group)}, std::nullopt);
    if (index == any) return leaving.count() != 0 ? Ways{1, leaving} : Ways{2, all};
    const LinkNumbers arriving = links_of_switch(group, index, from.group);
    if (const LinkNumbers direct = both(leaving, arriving); direct.count() != 0) return {1, direct};
    const LinkNumbers one_more = either(leaving, arriving);
    return one_more.count() != 0 ? Ways{2, one_more} : Ways{3, all};
  }
  /// Number of the link of the shortest path; among n such links the one that draw(n) selects.
  template <class Draw>
  unsigned shortest_link(const Place& from, unsigned group, unsigned index, Draw draw) const {
    const LinkNumbers numbers = shortest(from, group, index).numbers;
    return numbers.pick(draw(numbers.count()));
  }

  std::string port_name(unsigned port) const override;
  std::string router_name(RouterId router) const override;
  /// Links on the minimal path, which uses at most one global link; a path through a third group may be shorter.
  unsigned distance(NodeId from, NodeId to) const override;
  bool minimal_is_shortest() const override { return groups == 2; }
  /// With several links between two groups, loads are found by enumerating all paths out of a group, and unknown where
  /// these are too many.
  Distances distances() const override;
  double links() const override;
  /// Known where each two groups have one link, the groups are even in number and global links are the busiest: those
  /// between two halves of the groups.
  std::optional<double> bisection() const override;
  /// terminal, local, global
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId router, unsigned port) const override;
  std::uint8_t layer(RouterId router) const override { return router.index() < terminals() ? 0 : 1; }
  /// Groups are equivalent wherever a link leads to a group so many groups ahead, whichever the group: the symmetry
  /// rotates the groups.
  std::uint32_t orbit(RouterId router) const override;
  RouterId image(RouterId router, RouterId from, RouterId to) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;

 private:
  Place place_of(std::size_t router) const;
  Distances distances_of_single() const;
  Distances distances_of_several() const;

  /// Numbers of the links to another group that are plugged into switch `index`: one of each round.
  LinkNumbers links_of_switch(unsigned from, unsigned index, unsigned to) const {
    const unsigned of_round = link_of_round(from, to), round = groups - 1;
    const auto before = [&](unsigned link) {
      return link <= of_round ? 0 : std::min(rounds_, (link - of_round + round - 1) / round);
    };
    const bool extra = is_extra(ahead(from, to)) && plug(link_to(from, to, rounds_)).index == index;
    return {{before(index * h), before((index + 1) * h)}, extra ? std::optional(rounds_) : std::nullopt};
  }
  unsigned ahead(unsigned from, unsigned to) const { return to > from ? to - from : to + groups - from; }
  unsigned link_of_round(unsigned from, unsigned to) const {
    if (wiring == Wiring::absolute) return to > from ? to - 1 : to;
    const unsigned far = ahead(from, to);
    if (wiring == Wiring::relative) return far - 1;
    return 2 * far <= groups ? 2 * (far - 1) : 2 * (groups - far) - 1;
  }
  /// True when a link beyond the whole rounds leads so far ahead.
  bool is_extra(unsigned far) const {
    return far <= half_ || far + half_ >= groups || (opposite_ != 0 && 2 * far == groups);
  }
  unsigned extra_link(unsigned far) const {
    if (2 * far == groups) return wiring == Wiring::circulant ? 2 * half_ : half_;
    if (wiring == Wiring::circulant) return far <= half_ ? 2 * (far - 1) : 2 * (groups - far) - 1;
    return far <= half_ ? far - 1 : 2 * half_ + opposite_ - (groups - far);
  }

  unsigned rounds_;          ///< whole rounds of links to each other group
  unsigned half_;            ///< links beyond the rounds in each direction
  unsigned opposite_;        ///< 1: and one to the opposite group
  std::vector<Plug> plugs_;  ///< by link
  std::vector<Place> places_;
};

struct DragonflyParams {
  static constexpr std::string_view name = "dragonfly";
  static constexpr std::string_view doc = "groups of joined switches, global links between any two groups";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008";

  unsigned p = 2;
  unsigned a = 4;
  unsigned h = 2;
  Wiring wiring = Wiring::relative;
  unsigned groups = 0;

  template <class F>
  void fields(F& f) {
    f("p", p, "terminals of a switch").range(1, 64);
    f("a", a, "switches of a group").range(2, 128);
    f("h", h, "global links of a switch").range(1, 62);
    f("wiring", wiring, "assignment of the global links to groups").names(wiring_names);
    f("groups", groups, "groups, at most a h + 1; with fewer, two groups are joined by several links")
        .range(2, 128 * 62 + 1)
        .word("all", 0);
  }
  std::optional<Fault> fault() const;
  Extent extent() const;
  Numbering numbering() const { return {.group = p * a}; }
  GeometryPointer geometry() const { return std::make_shared<Dragonfly>(p, a, h, groups, wiring); }
  Topology build() const;
};

}  // namespace fsin::topology
