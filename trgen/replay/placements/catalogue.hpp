// SPDX-License-Identifier: Apache-2.0
// All placements. A new one is a file with a struct (name, doc, fields, place) and a line here.
#pragma once

#include <variant>

#include "trgen/replay/placements/column.hpp"
#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/placements/diagonal.hpp"
#include "trgen/replay/placements/file.hpp"
#include "trgen/replay/placements/quadrant.hpp"
#include "trgen/replay/placements/random.hpp"
#include "trgen/replay/placements/scotch.hpp"
#include "trgen/replay/placements/shift.hpp"
#include "trgen/replay/placements/shuffle.hpp"

namespace trgen::replay {

using Placement =
    std::variant<ConsecutiveParams, ColumnParams, RandomPlacementParams, ShiftPlacementParams, QuadrantParams,
                 DiagonalParams, ShufflePlacementParams, FilePlacementParams, ScotchParams>;

/// Ranks that it puts on a node, at most.
inline std::uint32_t ranks_of_node(const Placement& placement) {
  return std::visit([](const auto& each) { return each.per_node; }, placement);
}

/// It goes by who sends to whom, and by the links of the network.
inline bool goes_by_messages(const Placement& placement) { return std::holds_alternative<ScotchParams>(placement); }

/// The node of every rank; empty after a problem, or after errors in a file, which are in `diagnostics`.
inline std::vector<std::uint32_t> place(const Placement& placement, const Site& site, fsin::Diagnostics& diagnostics,
                                        Problem& problem) {
  return std::visit(
      [&](const auto& each) {
        if constexpr (requires { each.place(site, diagnostics, problem); }) {
          return each.place(site, diagnostics, problem);
        } else {
          return each.place(site, problem);
        }
      },
      placement);
}

}  // namespace trgen::replay
