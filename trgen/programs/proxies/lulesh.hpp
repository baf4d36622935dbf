// SPDX-License-Identifier: Apache-2.0
// Proxy: LULESH 2.0, shock hydrodynamics on a cube of cubes of elements.
//
// Checked: runs on 8 and 27 ranks have the records of real runs, in their order.
// Modelled: all messages of a run: the mass of nodes once; in each cycle, the minimum of the time step (from the second
// on), forces of nodes to all 26 neighbours, positions and velocities from the greater to the smaller ranks, gradients
// across the faces. An operation of compute.rate is the update of an element, LULESH's own figure of merit.
// Source: LULESH 2.0.3 (github.com/LLNL/LULESH), lulesh.cc and lulesh-comm.cc; I. Karlin et al., LLNL-TR-641973.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct LuleshParams : Common {
  static constexpr std::string_view name = "lulesh";
  static constexpr std::string_view doc =
      "LULESH: three exchanges with up to 26 neighbours and a minimum in each cycle";
  static constexpr std::string_view cite = "LULESH 2.0; Karlin, Keasler, Neely, LLNL-TR-641973, 2013";

  std::uint64_t elements = 30;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("elements", elements, "elements of a rank in each of three dimensions").range(1, most_points);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies
