// SPDX-License-Identifier: Apache-2.0
// Dragonfly+, also called Megafly: a dragonfly whose groups are leaf-spine networks. A. Shpiner, Z. Haramaty, S. Eliad,
// V. Zdornov, B. Gafni, E. Zahavi, Dragonfly+: low cost topology for scaling datacenters, HiPINEB 2017; M. Flajslik, E.
// Borch, M. A. Parker, Megafly: a topology for exascale systems, ISC 2018. The two differ in routing, not in links.
//
// Every leaf of a group has p terminals and a link to every spine of it; every spine has h global links. Of g groups,
// each two have the same number of links, so that g - 1 divides spines * h. Group G numbers its global links q = spine
// * h + port; link q = b (g - 1) + r, r < g - 1, leads to group G + r + 1 modulo g, where it is link b (g - 1) + g - 2
// - r (palmtree). Switches: group by group, its leaves, then its spines. Ports of a leaf: its terminals, then the
// spines in order; of a spine: the leaves in order, then its global links in ascending order of the groups they lead
// to.
#pragma once

#include <string_view>

#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

struct DragonflyPlusShape {
  unsigned terminals = 2;  ///< of a leaf
  unsigned leaves = 2;     ///< of a group
  unsigned spines = 2;
  unsigned globals = 2;  ///< of a spine
  unsigned groups = 5;
  unsigned rails = 1;

  unsigned between() const { return spines * globals / (groups - 1); }  ///< links between two groups
};

class DragonflyPlus final : public SwitchGraph {
 public:
  explicit DragonflyPlus(const DragonflyPlusShape& shape);

  const DragonflyPlusShape& shape() const { return shape_; }
  unsigned group_of(std::uint32_t number) const {
    return number % static_cast<std::uint32_t>(switches_of_rail()) / (shape_.leaves + shape_.spines);
  }
  bool is_leaf(std::uint32_t number) const { return terminals(number) > 0; }

  Distances distances() const override;
  /// Known where the groups are even in number and global links are the busiest: those between two halves of the
  /// groups.
  std::optional<double> bisection() const override;
  /// terminal, local, global
  std::vector<std::string> link_classes() const override { return {"terminal", "local", "global"}; }
  void lay_out(Drawing& drawing) const override;

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override;
  std::string switch_name(std::uint32_t number) const override;

 private:
  DragonflyPlusShape shape_;
};

struct DragonflyPlusParams {
  static constexpr std::string_view name = "dragonfly-plus";
  static constexpr std::string_view doc =
      "groups of leaf and spine switches, joined by global links; also called megafly";
  static constexpr std::string_view cite = "Shpiner et al., HiPINEB 2017; Flajslik, Borch & Parker, ISC 2018";

  unsigned p = 2;
  unsigned leaves = 2;
  unsigned spines = 2;
  unsigned h = 2;
  unsigned groups = 0;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("p", p, "terminals of a leaf switch").range(1, max_ports - 1);
    f("leaves", leaves, "leaf switches of a group").range(1, max_ports - 1);
    f("spines", spines, "spine switches of a group").range(1, max_ports - 1);
    f("h", h, "global links of a spine switch").range(1, max_ports - 1);
    f("groups", groups,
      "number of groups; groups - 1 divides spines * h; auto: spines * h + 1, with one link between any two groups")
        .range(2, max_ports * max_ports)
        .word("auto", 0);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  DragonflyPlusShape shape() const { return {p, leaves, spines, h, groups == 0 ? spines * h + 1 : groups, rails}; }
  std::optional<Fault> fault() const;
  Extent extent() const;
  Numbering numbering() const { return {.group = p * leaves}; }
  GeometryPointer geometry() const { return std::make_shared<DragonflyPlus>(shape()); }
  Topology build() const { return built(name, std::make_shared<DragonflyPlus>(shape())); }
};

}  // namespace fsin::topology
