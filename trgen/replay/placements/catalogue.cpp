// SPDX-License-Identifier: Apache-2.0
// See any_placement.hpp.
#include "trgen/replay/placements/catalogue.hpp"

namespace trgen::replay {

std::uint32_t ranks_of_node(const Placement& placement) {
  return Placements::visit([](const auto& each) { return each.per_node; }, placement);
}

bool goes_by_messages(const Placement& placement) { return placement.is<ScotchParams>(); }

std::vector<std::uint32_t> place(const Placement& placement, const Site& site, fsin::Diagnostics& diagnostics,
                                 Problem& problem) {
  return Placements::visit(
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

template class fsin::config::Choice<trgen::replay::Placements>;
