// SPDX-License-Identifier: Apache-2.0
// Slim Fly: the graphs of diameter two of B. D. McKay, M. Miller, J. Siran, A note on large graphs of diameter two and
// given maximum degree, J. Combinatorial Theory B 74, 1998, as a network: M. Besta, T. Hoefler, Slim Fly: a cost
// effective low-diameter network topology, SC 2014.
//
// q = 4 w + d is a power of a prime, d one of -1, 0, 1, and g generates GF(q). There are 2 q^2 switches of degree (3 q
// - d) / 2: (0, x, y) has number x q + y, and (1, m, c) has q^2 + m q + c.
//   (0, x, y) - (0, x, y')   where y - y' is in X
//   (1, m, c) - (1, m, c')   where c - c' is in X'
//   (0, x, y) - (1, m, c)    where y = m x + c
// X and X' have the powers of g with these exponents:
//   d =  1   X: 0, 2, ..., q - 3                                X': 1, 3, ..., q - 2
//   d =  0   X: 0, 2, ..., q - 2                                X': 1, 3, ..., q - 1
//   d = -1   X: 0, 2, ..., 2w - 2 and 2w - 1, 2w + 1, ..., 4w - 3; X' the same exponents and one more each
// q = 5 is the graph of Hoffman and Singleton.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "fsin/topology/switches/field_graph.hpp"

namespace fsin::topology {

class SlimFly final : public SwitchGraph {
 public:
  SlimFly(unsigned q, unsigned terminals, unsigned rails);

  Distances distances() const override;

 protected:
  unsigned switch_distance(std::uint32_t from, std::uint32_t to) const override;
  std::string switch_name(std::uint32_t number) const override;

 private:
  struct Place {
    unsigned half;
    unsigned column;
    unsigned row;
  };
  Place place_of(std::uint32_t number) const;
  void join_columns(unsigned half);
  bool adjacent(Place one, Place other) const;

  GaloisField field_;
  std::array<std::vector<bool>, 2> steps_;  ///< X and X', by element
};

struct SlimFlyParams : FieldGraph {
  static constexpr std::string_view name = "slim-fly";
  static constexpr std::string_view doc = "McKay-Miller-Siran graph: two links between any two switches";
  static constexpr std::string_view cite = "Besta & Hoefler, SC 2014";

  template <class F>
  void fields(F& f) {
    FieldGraph::fields(f, "size of the field, a power of a prime that is not 2 modulo 4; there are 2 q^2 switches", 3,
                       128, "terminals of a switch; auto: half as many as it has links to others, rounded up");
  }
  /// Links from a switch to others.
  unsigned degree() const { return q % 4 == 3 ? (3 * q + 1) / 2 : 3 * q / 2; }
  unsigned terminals_of_switch() const { return terminals_or((degree() + 1) / 2); }
  std::optional<Fault> fault() const;
  Extent extent() const { return extent_of(2.0 * q * q, terminals_of_switch(), degree()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<SlimFly>(q, terminals_of_switch(), rails); }
  Topology build() const { return built(name, std::make_shared<SlimFly>(q, terminals_of_switch(), rails)); }
};

}  // namespace fsin::topology
