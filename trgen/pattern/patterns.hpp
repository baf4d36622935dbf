// SPDX-License-Identifier: Apache-2.0
// What the parts that were found are together: lines and rings along the axes of a grid are a mesh or a torus,
// exchanges at distances 1, 2, 4, ... a butterfly, steps along several axes at once the diagonals of a stencil.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/pattern/detect.hpp"
#include "trgen/pattern/grid_axes.hpp"

namespace trgen::pattern {

enum class Form : std::uint8_t {
  mesh,
  torus,
  mixed_grid,  ///< with wrap along some axes only
  ring,
  line,
  butterfly,
  pairs,  ///< one exchange
  groups,
  all_to_all,
  shift,
  exchange,
  transposition,
  diagonals,
  stencil_diagonals,
  coarse_steps,
  binomial_tree,
  k_ary_tree,
  star,
  dissemination,
};

/// The name of a form in JSON, e.g. "k-ary-tree".
std::string_view form_name(Form form);

struct Pattern {
  Form form = Form::line;
  std::vector<std::size_t> parts{};  ///< numbers in Explanation::parts
  std::vector<std::uint32_t>
      extents{};               ///< of a grid, lowest stride first; of groups, their size; of a tree, its ranks
  std::optional<Axes> axes{};  ///< of a grid or butterfly, silent axes included; of diagonals, their grid's
  Evidence evidence{};
  Amount forward{};
  Amount backward{};
  bool by_definition = false;
  bool sweeps = false;  ///< ranks of a mesh pass on what they receive: wavefronts (sweeps.hpp)

  Amount both() const { return forward + backward; }
  bool is_sure() const { return by_definition || evidence.bits >= sure_bits; }
  bool is_grid() const {
    return form == Form::mesh || form == Form::torus || form == Form::mixed_grid || form == Form::ring ||
           form == Form::line;
  }
};

/// The patterns, the one that explains most messages first.
std::vector<Pattern> patterns_of(const Explanation& explanation);

}  // namespace trgen::pattern
