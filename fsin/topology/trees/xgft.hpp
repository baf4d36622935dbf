// SPDX-License-Identifier: Apache-2.0
// Extended generalised fat-trees, XGFT(h; m1, ..., mh; w1, ..., wh). S. R. Ohring, M. Ibel, S. K. Das, M. J. Kumar, On
// generalized fat trees, IPPS 1995. Every vertex below level h has w parents at the next level, and every one above
// level 0 has m children. A node with w1 parents stands below w1 trees that have nothing else in common: its rails.
// XGFT(n; k, ..., k; 1, k, ..., k) is the k-ary n-tree.
#pragma once

#include <string_view>

#include "fsin/topology/trees/level_tree.hpp"

namespace fsin::topology {

struct XgftParams {
  static constexpr std::string_view name = "xgft";
  static constexpr std::string_view doc =
      "extended generalised fat-tree: any number of children and parents at a level";
  static constexpr std::string_view cite = "Ohring, Ibel, Das & Kumar, IPPS 1995";

  std::vector<unsigned> m{4, 4, 4};
  std::vector<unsigned> w{1, 2, 2};

  template <class F>
  void fields(F& f) {
    f("m", m, "children of a switch, by level from the leaves up").range(1, max_ports).size(1, max_levels);
    f("w", w, "parents of a node, then of a switch of each level but the last").range(1, max_ports).size(1, max_levels);
  }
  std::vector<TreeLevel> levels() const;
  std::optional<Fault> fault() const;
  Extent extent() const { return extent_of(levels(), w.front()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<LevelTree>(levels(), w.front()); }
  Topology build() const { return built(name, std::make_shared<LevelTree>(levels(), w.front())); }
};

}  // namespace fsin::topology
