// SPDX-License-Identifier: Apache-2.0
// Direct networks beyond grids whose nodes all see the same surroundings: Cayley graphs of abelian groups. Node v has a
// link to v + g and one to v - g for each generator g, which is a dimension of travel. Twisted and hexagonal tori,
// midimews and circulant graphs are such networks and differ in their group and generators alone. S. B. Akers and B.
// Krishnamurthy, A group-theoretic model for symmetric interconnection networks, IEEE ToC 38(4), 1989.
//
// The links of a dimension form rings, which continue by one generator from node to node until they are back. Where g
// is its own inverse, the link ahead and the link back join the same two routers, as in a torus with k = 2. Distances
// and shortest paths are looked up in a table (minimal_records.hpp), which is made on demand.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/topology/grids/minimal_records.hpp"

namespace fsin::topology {

/// Style of the drawing: rows and columns at right angles, the same sheared into triangles, or a circle.
enum class Paper : std::uint8_t { grid, triangles, circle };

struct CayleyShape {
  std::vector<unsigned> dims;  ///< of the group
  std::vector<Twist> twists;
  std::vector<Element> steps;      ///< generators, in the order of dimensions of travel
  std::vector<std::string> names;  ///< of the generators
  Paper paper = Paper::grid;
};

class Cayley final : public Direct {
 public:
  explicit Cayley(CayleyShape shape);

  const AbelianGroup group;
  std::size_t nodes() const { return group.order(); }

  /// Makes the tables. This and the next three functions are for built topologies only.
  void tabulate();
  /// The number of the node whose position relative to node 0 is that of `to` relative to `from`.
  std::uint32_t difference(std::uint32_t from, std::uint32_t to) const {
    std::array<std::int32_t, max_dimensions> delta{};
    const std::uint16_t *here = &coordinates_[from * group.dims.size()], *there = &coordinates_[to * group.dims.size()];
    for (std::size_t d = 0; d < group.dims.size(); ++d) delta[d] = there[d] - here[d];
    return group.reduced(delta);
  }
  const MinimalRecords& records() const { return records_; }
  /// Position of a node on its ring of a dimension, counted from the node of that ring with the lowest number.
  std::uint32_t place(std::uint32_t node, unsigned dimension) const {
    return places_[node * steps_.size() + dimension];
  }
  /// Nodes of a ring of this dimension.
  std::uint32_t length(unsigned dimension) const { return lengths_[dimension]; }

  std::uint32_t neighbour(std::uint32_t node, unsigned port) const;

  unsigned dimensions() const override { return static_cast<unsigned>(steps_.size()); }
  std::string port_name(unsigned port) const override;
  unsigned distance(NodeId from, NodeId to) const override;
  Distances distances() const override;
  double links() const override { return 2.0 * dimensions() * static_cast<double>(nodes()); }
  /// One class a dimension.
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId /*router*/, unsigned port) const override { return port / 2; }
  Lanes lanes() const override { return Lanes::rings; }
  /// A Cayley graph looks the same from every node: its symmetries are additions.
  std::uint32_t orbit(RouterId /*router*/) const override { return 0; }
  RouterId image(RouterId router, RouterId from, RouterId to) const override;
  double table_bytes() const override;
  void lay_out(Drawing& drawing) const override;

 private:
  const MinimalRecords& searched() const;
  void number_rings(unsigned dimension);

  std::vector<Element> steps_;
  std::vector<std::string> names_;
  Paper paper_;
  std::vector<std::uint16_t> coordinates_;  ///< by node * coordinates + d
  std::vector<std::uint32_t> places_;       ///< by node * dimensions + d
  std::vector<std::uint32_t> lengths_;      ///< by dimension
  mutable std::once_flag search_;
  mutable MinimalRecords records_;
};

Extent cayley_extent(const CayleyShape& shape);

/// Builds the network with all its tables.
Topology build_cayley(std::string_view name, const CayleyShape& shape);

/// Unit steps along each dimension, with the names of the axes.
void add_unit_steps(CayleyShape& shape);

}  // namespace fsin::topology
