// SPDX-License-Identifier: Apache-2.0
// Leaf-spine: every leaf switch has links to every spine switch, and terminals are on leaves. The two-stage folded Clos
// network of C. Clos, A study of non-blocking switching networks, Bell System Technical Journal 32, 1953. The ports up
// of a leaf may be fewer than its terminals (oversubscription), and each pair may have several links.
#pragma once

#include <string_view>

#include "fsin/topology/trees/level_tree.hpp"

namespace fsin::topology {

struct LeafSpineParams {
  static constexpr std::string_view name = "leaf-spine";
  static constexpr std::string_view doc = "two stages of switches: every leaf has links to every spine";
  static constexpr std::string_view cite = "Clos, Bell System Technical Journal 32, 1953 (folded)";

  unsigned leaves = 8;
  unsigned spines = 4;
  unsigned terminals = 8;
  unsigned links = 1;
  unsigned rails = 1;

  template <class F>
  void fields(F& f) {
    f("leaves", leaves, "leaf switches").range(2, max_ports);
    f("spines", spines, "spine switches").range(1, max_ports);
    f("terminals", terminals, "terminals of a leaf switch").range(1, max_ports);
    f("links", links, "links between a leaf and a spine").range(1, max_ports / 2);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  std::vector<TreeLevel> levels() const {
    return {
        {.down = static_cast<double>(terminals)},
        {.down = static_cast<double>(leaves), .up = static_cast<double>(spines), .links = static_cast<double>(links)}};
  }
  std::optional<Fault> fault() const { return too_large(extent(), "links"); }
  Extent extent() const { return extent_of(levels(), rails); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<LevelTree>(levels(), rails); }
  Topology build() const { return built(name, std::make_shared<LevelTree>(levels(), rails)); }
};

}  // namespace fsin::topology
