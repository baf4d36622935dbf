// SPDX-License-Identifier: Apache-2.0
// Twisted torus: a torus of two or three dimensions in which a packet that goes once round a dimension comes back
// shifted in a lower one. With one side twice as long as the others and shifts of half of it, distances are shorter
// than on the torus of the same size and every node still sees the same network. J. M. Camara et al., Twisted torus
// topologies for enhanced interconnection networks, IEEE TPDS 21(12), 2010.
//
// The wrap-around link of Y upward leads from (x, ky - 1) to (x + skew_yx, 0), that of Z upward from (x, y, kz - 1) to
// (x + skew_zx, y + skew_zy, 0); coordinates are modulo their dimension, and crossing y = ky - 1 in this way shifts x
// again. Known instances: 2a x a with skew_yx = a (rectangular twisted torus); 2a x a x a with skew_yx = skew_zx = a
// (prismatic doubly twisted torus, FCC); 2a x 2a x a with skew_zx = skew_zy = a and skew_yx = 0 (BCC).
//
// A ring of Y closes after as many rounds as skew_yx needs to come back to a multiple of kx: after two in a
// rectangular twisted torus.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/grids/cayley.hpp"

namespace fsin::topology {

struct TwistedTorusParams {
  static constexpr std::string_view name = "twisted-torus";
  static constexpr std::string_view doc = "a torus whose wrap-around links of one dimension shift another";
  static constexpr std::string_view cite = "Camara et al., IEEE TPDS 21(12), 2010";

  std::vector<unsigned> dims{8, 4};
  std::optional<unsigned> skew_yx;
  unsigned skew_zx = 0;
  unsigned skew_zy = 0;

  template <class F>
  void fields(F& f) {
    f("dims", dims, "nodes per dimension, X first").range(2, 32767).size(2, 3).written_by_x();
    f("skew_yx", skew_yx, "nodes by which going round Y upward shifts X (default: half of X)").range(0, 32766);
    f("skew_zx", skew_zx, "nodes by which going round Z upward shifts X; without Z it must be 0").range(0, 32766);
    f("skew_zy", skew_zy, "nodes by which going round Z upward shifts Y; without Z it must be 0").range(0, 32766);
  }
  std::optional<Fault> fault() const;
  CayleyShape cayley() const;
  Extent extent() const { return cayley_extent(cayley()); }
  Numbering numbering() const { return {.dims = dims}; }
  GeometryPointer geometry() const { return std::make_shared<Cayley>(cayley()); }
  Topology build() const { return build_cayley(name, cayley()); }
};

}  // namespace fsin::topology
