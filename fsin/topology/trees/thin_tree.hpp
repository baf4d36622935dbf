// SPDX-License-Identifier: Apache-2.0
// Thin trees and slim trees: k-ary n-trees with fewer switches and links. J. Navaridas, J. Miguel-Alonso, F. J.
// Ridruejo, W. Denzel, Reducing complexity in tree-like computer interconnection networks, Parallel Computing 36, 2010.
// Wiring and numbers are those of the simulator INSEE. A switch has k links down and u < k up; u = k is the fat-tree.
//
// Thin tree, k:u-ary n: k^n nodes, u^t k^(n-1-t) switches at stage t (from 0), one link between a switch and each
// child. Slim tree, k a multiple of u: at every stage but the lowest, u switches stand above the same k switches,
// whichever way a packet came up, so that u links lead to each part below. (k/u)^n u^2 nodes, (k/u)^(n-1-t) u switches
// at stage t.
#pragma once

#include <string_view>

#include "fsin/topology/trees/level_tree.hpp"

namespace fsin::topology {

/// Sizes of both.
struct NarrowTree {
  unsigned k = 4;
  unsigned u = 2;
  unsigned n = 3;
  unsigned rails = 1;

  template <class F>
  void fields(F& f, std::string_view down, unsigned fewest_stages) {
    f("k", k, down).range(2, max_ports - 1);
    f("u", u, "ports up of a switch").range(1, max_ports / 2);
    f("n", n, "stages of switches").range(fewest_stages, max_levels);
    f("rails", rails, rails_doc).range(1, max_rails);
  }
  std::optional<Fault> fault_of(const std::vector<TreeLevel>& levels) const;
};

struct ThinTreeParams : NarrowTree {
  static constexpr std::string_view name = "thin-tree";
  static constexpr std::string_view doc = "k-ary n-tree whose switches have fewer links up than down";
  static constexpr std::string_view cite = "Navaridas, Miguel-Alonso, Ridruejo & Denzel, Parallel Computing 36, 2010";

  template <class F>
  void fields(F& f) {
    NarrowTree::fields(f, "ports down of a switch", 1);
  }
  std::vector<TreeLevel> levels() const;
  std::optional<Fault> fault() const { return fault_of(levels()); }
  Extent extent() const { return extent_of(levels(), rails); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<LevelTree>(levels(), rails); }
  Topology build() const { return built(name, std::make_shared<LevelTree>(levels(), rails)); }
};

struct SlimTreeParams : NarrowTree {
  static constexpr std::string_view name = "slim-tree";
  static constexpr std::string_view doc = "thin tree in which several links lead to each part, from switches it shares";
  static constexpr std::string_view cite = ThinTreeParams::cite;

  template <class F>
  void fields(F& f) {
    NarrowTree::fields(f, "ports down of a switch, a multiple of u", 2);
  }
  std::vector<TreeLevel> levels() const;
  std::optional<Fault> fault() const;
  Extent extent() const { return extent_of(levels(), rails); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<LevelTree>(levels(), rails); }
  Topology build() const { return built(name, std::make_shared<LevelTree>(levels(), rails)); }
};

}  // namespace fsin::topology
