// SPDX-License-Identifier: Apache-2.0
// k-ary n-tree (fat-tree with full bisection). F. Petrini and M. Vanneschi, k-ary n-trees: high performance networks
// for massively parallel architectures, IPPS 1997. N = k^n leaves, n stages of k^(n-1) switches of radix 2k.
//
// Each leaf has a network interface that is a router of its own with one link: a path has 2m links, both leaf links
// included, where m is the lowest stage (from 1) in which source and destination share a switch.
#pragma once

#include <string_view>

#include "fsin/topology/trees/tree.hpp"

namespace fsin::topology {

struct FatTreeParams {
  static constexpr std::string_view name = "fat-tree";
  static constexpr std::string_view doc = "k-ary n-tree: k^n leaves under n stages of switches";
  static constexpr std::string_view cite = "Petrini & Vanneschi, IPPS 1997";

  unsigned k = 4;
  unsigned n = 3;

  template <class F>
  void fields(F& f) {
    f("k", k, "ports down (and up) of a switch").range(2, max_ports / 2);
    f("n", n, "stages of switches").range(1, max_stages);
  }
  Extent extent() const;
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<Tree>(k, n); }
  Topology build() const;
  std::optional<Unlike> unlike_original() const { return std::nullopt; }
};

}  // namespace fsin::topology
