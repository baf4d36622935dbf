// SPDX-License-Identifier: Apache-2.0
// PolarFly: the polarity graphs of P. Erdos, A. Renyi and W. G. Brown, as a network: K. Lakhotia, M. Besta, L. Monroe,
// K. Isham, P. Iff, T. Hoefler, F. Petrini, PolarFly: a cost-effective and flexible low-diameter topology, SC 2022.
//
// Switches are the q^2 + q + 1 points of the projective plane over GF(q), q a power of a prime, and two have a link
// where their coordinates are orthogonal. Degree q + 1, but q for the q + 1 points that are orthogonal to themselves;
// diameter 2. Point (1, y, z) has number y q + z, (0, 1, z) has q^2 + z, and (0, 0, 1) is the last.
#pragma once

#include <array>
#include <string_view>

#include "fsin/topology/switches/field_graph.hpp"

namespace fsin::topology {

class PolarFly final : public SwitchGraph {
 public:
  PolarFly(unsigned q, unsigned terminals, unsigned rails);

  Distances distances() const override;

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override;
  std::string switch_name(std::uint32_t number) const override;

 private:
  using Point = std::array<unsigned, 3>;
  Point point(std::uint32_t number) const;
  /// The points that are orthogonal to this one, in ascending order.
  std::vector<std::uint32_t> orthogonal(const Point& to) const;

  GaloisField field_;
};

struct PolarFlyParams : FieldGraph {
  static constexpr std::string_view name = "polar-fly";
  static constexpr std::string_view doc = "Erdos-Renyi polarity graph: two links between any two switches";
  static constexpr std::string_view cite = "Lakhotia et al., SC 2022";

  template <class F>
  void fields(F& f) {
    FieldGraph::fields(f, "size of the field, a power of a prime; there are q^2 + q + 1 switches", 2, 169,
                       "terminals of a switch; auto: (q + 1) / 2, rounded up");
  }
  unsigned terminals_of_switch() const { return terminals_or((q + 2) / 2); }
  std::optional<Fault> fault() const;
  Extent extent() const { return extent_of(1.0 * q * q + q + 1, terminals_of_switch(), q + 1); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<PolarFly>(q, terminals_of_switch(), rails); }
  Topology build() const { return built(name, std::make_shared<PolarFly>(q, terminals_of_switch(), rails)); }
};

}  // namespace fsin::topology
