// SPDX-License-Identifier: Apache-2.0
// HyperX: switches at the points of a grid, each joined to every other switch of its row in every dimension. J. H. Ahn,
// N. Binkert, A. Davis, M. McLaren, R. S. Schreiber, HyperX: topology, routing, and packaging of efficient large-scale
// networks, SC 2009. With equal sides it is the flattened butterfly: J. Kim, W. J. Dally, D. Abts, ISCA 2007; with one
// dimension it is a full mesh of switches.
//
// A switch has p terminals; a network of L dimensions has sides S_0, S_1, ... and K_d parallel links between any two
// switches that differ in dimension d alone. Each terminal has a network interface that is a router of its own with one
// link, as in a fat-tree. Not modelled here: numbers of terminals that differ between switches.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::topology {

inline constexpr unsigned max_hyperx_dimensions = 5;

/// Routers: the network interfaces of nodes 0 .. N - 1, then the switches; switch x + S_0 y + S_0 S_1 z + ... has the
/// nodes from p times its number on. Ports of a switch: 0..p-1 terminals; then, dimension by dimension, K_d to the
/// switch whose coordinate is larger by 1 (modulo S_d), K_d to the one larger by 2, ... A network interface has port 0.
/// The layer of a network interface is 0, that of a switch 1.
class HyperX final : public Geometry {
 public:
  /// `widths`: K_d by dimension; dimensions beyond the list have its last entry.
  HyperX(unsigned terminals, const std::vector<unsigned>& sides, const std::vector<unsigned>& widths);

  struct Dimension {
    unsigned side = 1;
    unsigned width = 1;
    unsigned first_port = 0;
  };
  unsigned terminals() const { return terminals_; }
  unsigned dimensions() const { return static_cast<unsigned>(dims_.size()); }
  const Dimension& dimension(unsigned d) const { return dims_[d]; }
  std::uint32_t switches() const { return switches_; }
  std::uint32_t nodes() const { return switches_ * terminals_; }
  unsigned ports() const { return static_cast<unsigned>(hops_.size()); }

  /// Offset from one switch to another in each dimension, going upward modulo the side.
  using Offsets = std::array<std::uint8_t, max_hyperx_dimensions>;
  Offsets offsets(std::uint32_t from_switch, std::uint32_t to_switch) const;

  /// End of an output port of a switch: `offset` coordinates further in `dimension`; 0 at a terminal.
  struct Hop {
    std::uint8_t dimension = 0;
    std::uint8_t offset = 0;
  };
  Hop hop(unsigned port) const { return hops_[port]; }
  /// The first of the parallel links that lead `offset` coordinates further.
  unsigned port_to(unsigned d, unsigned offset) const { return dims_[d].first_port + (offset - 1) * dims_[d].width; }

  /// Name such as "terminal 3" or "X+2"; with parallel links "X+2/1".
  std::string port_name(unsigned port) const override;
  unsigned distance(NodeId from, NodeId to) const override;
  /// Loads are those of dimension order with an even share for each of parallel links.
  Distances distances() const override;
  double links() const override;
  /// Bisection by a cut across the dimensions with least K S, unless it is cheaper to cut terminals off; not known
  /// where such sides, or all switches and terminals, are odd.
  std::optional<double> bisection() const override;
  /// The class of terminals, then one a dimension, named after it.
  std::vector<std::string> link_classes() const override;
  unsigned link_class(RouterId router, unsigned port) const override;
  std::uint8_t layer(RouterId router) const override { return router.index() < nodes() ? 0 : 1; }
  double table_bytes() const override { return static_cast<double>(hops_.size() * sizeof(Hop)); }
  void lay_out(Drawing& drawing) const override;

 private:
  unsigned terminals_;
  std::uint32_t switches_ = 1;
  std::vector<Dimension> dims_;
  std::vector<Hop> hops_;  ///< by port of a switch
};

struct HyperXParams {
  static constexpr std::string_view name = "hyperx";
  static constexpr std::string_view doc = "a grid of switches, each joined to all of its row (flattened butterfly)";
  static constexpr std::string_view cite = "Ahn, Binkert, Davis, McLaren & Schreiber, SC 2009; Kim, Dally & Abts 2007";

  std::vector<unsigned> dims{4, 4};
  unsigned terminals = 4;
  std::vector<unsigned> width{1};

  template <class F>
  void fields(F& f) {
    f("dims", dims, "switches per dimension, X first")
        .range(2, max_ports)
        .size(1, max_hyperx_dimensions)
        .written_by_x();
    f("terminals", terminals, "terminals of a switch").range(1, max_ports - 1);
    f("width", width, "parallel links between two switches of a row, by dimension; one number holds for all dimensions")
        .range(1, max_ports - 1)
        .size(1, max_hyperx_dimensions);
  }
  std::optional<Fault> fault() const;
  Extent extent() const;
  Numbering numbering() const { return {.dims = dims, .terminals = terminals}; }
  GeometryPointer geometry() const { return std::make_shared<HyperX>(terminals, dims, width); }
  Topology build() const;
};

}  // namespace fsin::topology
