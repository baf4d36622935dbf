// SPDX-License-Identifier: Apache-2.0
// k-ary n-trees: stages, closed forms, drawing. F. Petrini and M. Vanneschi, IPPS 1997.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

inline constexpr unsigned max_stages = 8;

/// Routers 0..k^n-1 are the network interfaces of the leaves; the switches follow, stage by stage from the leaves up.
/// Ports of a switch: 0..k-1 up, k..2k-1 down; of an interface: 0 up. A router's layer is 0 for an interface and t + 1
/// for a switch of stage t.
class Tree final : public Geometry {
 public:
  Tree(unsigned k, unsigned n) : arity(k), stages(n) {}

  const unsigned arity;   ///< k
  const unsigned stages;  ///< n
  void tabulate(std::size_t leaves, std::size_t per_stage);

  std::string port_name(unsigned port) const override;
  unsigned distance(NodeId from, NodeId to) const override;
  Distances distances() const override;
  double links() const override;
  /// Every node of one half can send to one of the other at the same time.
  std::optional<double> bisection() const override { return std::floor(leaves() / 2); }
  /// One class between each two levels, both ways, from the leaves up.
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId router, unsigned port) const override {
    return layer(router) - (layer(router) > 0 && port >= arity ? 1U : 0U);
  }
  std::uint8_t layer(RouterId router) const override { return level_[router.index()]; }
  Overload overload(bool adaptive, unsigned channels) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;

 private:
  double leaves() const { return std::pow(arity, stages); }

  std::vector<std::uint8_t> level_;  ///< by router; only after tabulate()
};

}  // namespace fsin::topology
