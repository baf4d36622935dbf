// SPDX-License-Identifier: Apache-2.0
// Proxy: a stencil on a grid of boxes of points. Each iteration exchanges the halos with all neighbours at once, and
// sums a scalar if asked to.
//
// Modelled: 2-D and 3-D; neighbours across faces, or across edges and corners too; depth of the halo. An operation of
// compute.rate is the update of a point. Not modelled: exchanges in stages, one dimension after the other.
// Source: F. Kjolstad, M. Snir, "Ghost cell pattern", ParaPLoP 2010; halo3d-26 of the Ember pattern library (SNL).
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct HaloParams : Common {
  static constexpr std::string_view name = "halo";
  static constexpr std::string_view doc = "stencil: halos to 4 to 26 neighbours of a grid, then sums of scalars";
  static constexpr std::string_view cite = "Kjolstad and Snir 2010; Ember halo3d-26";

  std::vector<std::uint32_t> grid;
  std::vector<std::uint64_t> points{32, 32, 32};
  std::uint32_t depth = 1;
  std::uint64_t point_bytes = 8;
  bool corners = false;
  bool periodic = false;
  std::uint32_t sums = 1;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("grid", grid, "ranks in each dimension (default: the most cubic grid of as many dimensions as points has)")
        .range(1, 4'000'000'000U)
        .size(0, 3)
        .written_by_x();
    f("points", points, "points of a rank in each of two or three dimensions")
        .range(1, most_points)
        .size(2, 3)
        .written_by_x();
    f("depth", depth, "planes of points that a neighbour needs").range(1, 64);
    f("point_bytes", point_bytes, "bytes of a point").range(1, 1'000'000);
    f("corners", corners, "true: neighbours across edges and corners get halos too");
    f("periodic", periodic, "true: the grid of ranks is a torus");
    f("sums", sums, "sums of 8 bytes over all ranks after each exchange").range(0, 1000);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies
