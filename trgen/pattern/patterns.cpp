// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/patterns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace trgen::pattern {
namespace {

constexpr std::array<std::string_view, 19> form_names{
    "mesh",         "torus",         "grid",       "ring", "line",          "butterfly",       "pairs",
    "groups",       "all-to-all",    "shift",      "xor",  "transposition", "diagonal-shifts", "stencil-diagonals",
    "coarse-steps", "binomial-tree", "k-ary-tree", "star", "dissemination"};

bool is_step(const Part& part) { return part.kind == Kind::line || part.kind == Kind::ring || part.kind == Kind::cube; }

/// Axes of two along which a part goes; 0 for a longer axis.
std::size_t axes_of_two(const Part& part) {
  if (part.kind == Kind::cube) return static_cast<std::size_t>(std::bit_width(part.extent) - 1);
  return part.extent == 2 ? 1 : 0;
}

/// Steps along one axis each, of parts that fit together.
using Chain = std::vector<std::size_t>;

class Composition {
 public:
  explicit Composition(const Explanation& explanation) : parts_(explanation.parts) {}

  std::vector<Pattern> run() {
    chains();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].part.kind == Kind::move) {
        move(i);
      } else if (parts_[i].part.kind == Kind::exchange) {
        join(Form::exchange, i, [&](const Pattern&) { return true; });
      } else if (!is_step(parts_[i].part)) {
        add(form_of(parts_[i].part), {i});
      }
    }
    for (Pattern& each : made_) finish(each);
    std::stable_sort(made_.begin(), made_.end(),
                     [](const Pattern& a, const Pattern& b) { return a.both().messages > b.both().messages; });
    return std::move(made_);
  }

 private:
  static Form form_of(const Part& part) {
    switch (part.kind) {
      case Kind::cycle:
        return Form::shift;
      case Kind::swap:
        return Form::transposition;
      case Kind::binomial_low:
      case Kind::binomial_high:
        return Form::binomial_tree;
      case Kind::tree_shape:
        return part.tree_radix == 0 ? Form::binomial_tree : Form::k_ary_tree;
      case Kind::k_ary:
        return Form::k_ary_tree;
      case Kind::star:
        return Form::star;
      case Kind::dissemination:
        return Form::dissemination;
      case Kind::group:
        return Form::groups;
      case Kind::complete:
        return Form::all_to_all;
      case Kind::line:
      case Kind::ring:
      case Kind::cube:
      case Kind::exchange:
      case Kind::move:
        break;
    }
    return Form::line;
  }

  bool fits(const Chain& chain, std::size_t i) const {
    return std::all_of(chain.begin(), chain.end(),
                       [&](std::size_t other) { return fit_together(parts_[other], parts_[i]); });
  }
  void put(std::vector<Chain>& chains, std::size_t i) const {
    for (Chain& chain : chains) {
      if (fits(chain, i)) return chain.push_back(i);
    }
    chains.push_back({i});
  }

  /// Exchanges within dimensions of two, at three strides or more, are a butterfly. Up to two may as well be axes of a
  /// grid, if there is one into which they fit.
  void chains() {
    std::vector<Chain> grids;
    std::vector<Chain> halves;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (is_step(parts_[i].part)) put(axes_of_two(parts_[i].part) > 0 ? halves : grids, i);
    }
    for (Chain& half : halves) {
      constexpr std::size_t most_axes_of_two = 2;
      const auto grid = std::find_if(grids.begin(), grids.end(), [&](const Chain& chain) {
        return stages(half) <= most_axes_of_two &&
               std::all_of(half.begin(), half.end(), [&](std::size_t i) { return fits(chain, i); });
      });
      if (grid != grids.end()) {
        grid->insert(grid->end(), half.begin(), half.end());
      } else {
        add(stages(half) > 1 ? Form::butterfly : Form::pairs, half);
      }
    }
    for (Chain& chain : grids) add(grid_form(chain), chain);
  }

  std::size_t stages(const Chain& chain) const {
    std::size_t sum = 0;
    for (const std::size_t i : chain) sum += axes_of_two(parts_[i].part);
    return sum;
  }

  Form grid_form(const Chain& chain) const {
    const auto wraps = static_cast<std::size_t>(
        std::count_if(chain.begin(), chain.end(), [&](std::size_t i) { return parts_[i].part.kind == Kind::ring; }));
    if (chain.size() == 1) return wraps == 1 ? Form::ring : Form::line;
    // An axis of two has one step, with wrap or without.
    const auto of_two = static_cast<std::size_t>(
        std::count_if(chain.begin(), chain.end(), [&](std::size_t i) { return axes_of_two(parts_[i].part) > 0; }));
    if (wraps == 0) return Form::mesh;
    return wraps + of_two == chain.size() ? Form::torus : Form::mixed_grid;
  }

  void add(Form form, Chain parts) { made_.push_back({.form = form, .parts = std::move(parts)}); }

  template <class Alike>
  void join(Form form, std::size_t i, Alike alike) {
    for (Pattern& each : made_) {
      if (each.form == form && parts_[each.parts.front()].numbering == parts_[i].numbering && alike(each))
        return each.parts.push_back(i);
    }
    add(form, {i});
  }

  void move(std::size_t i) {
    const Part& part = parts_[i].part;
    const bool coarse = !part.combs.empty() || std::any_of(part.delta.begin(), part.delta.end(),
                                                           [](std::int32_t each) { return std::abs(each) > 1; });
    join(coarse ? Form::coarse_steps : Form::diagonals, i,
         [&](const Pattern& each) { return parts_[each.parts.front()].part.axes == part.axes; });
  }

  void finish(Pattern& pattern) const {
    std::vector<const Found*> founds;
    for (const std::size_t i : pattern.parts) {
      const Found& found = parts_[i];
      founds.push_back(&found);
      pattern.evidence += found.evidence;
      pattern.forward += found.forward;
      pattern.backward += found.backward;
      pattern.by_definition = pattern.by_definition || found.by_definition;
    }
    const Found& first = *founds.front();
    if (pattern.is_grid() || pattern.form == Form::butterfly || pattern.form == Form::pairs) {
      pattern.axes = axes_of(founds);
      std::sort(pattern.parts.begin(), pattern.parts.end(),
                [&](std::size_t a, std::size_t b) { return parts_[a].part.stride < parts_[b].part.stride; });
      for (const std::size_t i : pattern.parts) {
        const Part& part = parts_[i].part;
        pattern.extents.insert(pattern.extents.end(), std::max<std::size_t>(axes_of_two(part), 1),
                               axes_of_two(part) > 0 ? 2 : part.extent);
      }
    } else if (first.part.kind == Kind::move) {
      pattern.axes = Axes{.axes = first.part.axes, .offset = first.part.offset, .numbering = first.numbering};
      if (pattern.form == Form::diagonals) stencil(pattern, founds);
    } else if (first.part.kind == Kind::swap) {
      pattern.extents = {first.part.extent, first.part.other_extent};
    } else if (first.part.kind == Kind::complete) {
      pattern.extents = {static_cast<std::uint32_t>(first.part.members.size())};
    } else if (first.part.extent > 0) {
      pattern.extents = {first.part.extent};
    }
  }

  /// All diagonals of a grid: each of its 3^d - 1 neighbours.
  static void stencil(Pattern& pattern, const std::vector<const Found*>& founds) {
    double neighbours = 1;
    std::size_t dimensions = 0;
    for (const Axis& axis : pattern.axes->axes) {
      if (axis.silent || axis.extent == 1) continue;
      neighbours *= 3;
      ++dimensions;
    }
    if (static_cast<double>(founds.size()) == (neighbours - 1) / 2 - static_cast<double>(dimensions))
      pattern.form = Form::stencil_diagonals;
  }

  const std::vector<Found>& parts_;
  std::vector<Pattern> made_;
};

}  // namespace

std::string_view form_name(Form form) { return form_names[static_cast<std::size_t>(form)]; }

std::vector<Pattern> patterns_of(const Explanation& explanation) { return Composition(explanation).run(); }

}  // namespace trgen::pattern
