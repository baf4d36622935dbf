// SPDX-License-Identifier: Apache-2.0
// Tori and meshes of any number of dimensions with mixed radices: links, coordinates, closed forms, drawing.
// Dally & Towles, Principles and Practices of Interconnection Networks, chapters 3 and 5.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/topology/grids/direct.hpp"

namespace fsin::topology {

struct CartesianShape {
  std::vector<unsigned> dims;  ///< nodes per dimension, X first
  bool wraps = true;           ///< torus (true) or mesh
  bool bidirectional = true;   ///< false: only the upward port of each dimension exists
};

/// Node id = x + kx*y + kx*ky*z + ...; output port 2*d is dimension d upward, 2*d+1 downward.
class Cartesian final : public Direct, public CartesianShape {
 public:
  explicit Cartesian(const CartesianShape& shape) : CartesianShape(shape) {}

  unsigned dimensions() const override { return static_cast<unsigned>(dims.size()); }
  /// The coordinates of a node; only after tabulate().
  const std::uint16_t* at(std::size_t node) const { return &coordinates_[node * dims.size()]; }
  void tabulate(std::size_t nodes);

  std::string port_name(unsigned port) const override;
  /// The coordinates as text.
  std::string router_name(RouterId router) const override;
  unsigned distance(NodeId from, NodeId to) const override;
  Distances distances() const override;
  double links() const override;
  std::optional<double> bisection() const override;
  /// One class a dimension, named after it.
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId /*router*/, unsigned port) const override { return port / 2; }
  Lanes lanes() const override { return wraps ? Lanes::rings : Lanes::lines; }
  Overload overload(bool adaptive, unsigned channels) const override;
  /// A torus looks the same from every router: its symmetries are shifts along its dimensions.
  std::uint32_t orbit(RouterId router) const override { return wraps ? 0 : router.value; }
  RouterId image(RouterId router, RouterId from, RouterId to) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;

 private:
  double nodes() const;

  std::vector<std::uint16_t> coordinates_;  ///< by node * dims.size() + dimension
};

Extent cartesian_extent(const CartesianShape& shape);

/// Builds the network as asked, also with dimensions of one node, or of two in a torus: with k = 2 the upward and the
/// downward link then join the same two routers, as in the original simulator.
Topology build_cartesian(std::string_view name, const CartesianShape& shape);

/// Reason why the original simulator cannot reproduce a network: it has at most three dimensions, and links in both
/// directions only.
std::optional<Unlike> unlike_original(const CartesianShape& shape);

}  // namespace fsin::topology
