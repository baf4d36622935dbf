// SPDX-License-Identifier: Apache-2.0
// Grids of ranks, as functions of their number: how programs factorise ranks into sides.
//
// A rule gives the sides of a grid for any number of ranks, or none where it does not apply. Ranks are numbered along
// the first side first. Which rule a program follows is not asked: forms of partners and laws of values (partners.hpp,
// laws.hpp) are made for all rules, and those that explain every record of every input remain.
#pragma once

#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace trgen::extrapolation {

using Sides = std::array<std::uint32_t, 3>;

struct GridRule {
  std::string name;
  unsigned dimensions = 1;
  std::function<std::optional<Sides>(std::uint32_t ranks)> sides;
  bool fixed_side = false;  ///< one side has the same length for all numbers of ranks
};

/// The rules, in order of preference: a line; two sides as equal as possible, the first one the longer or the shorter;
/// three sides as equal as possible, ascending or descending; a first or a last side of fixed length. `wanted`, if it
/// has a function, comes before all of them.
std::vector<GridRule> grid_rules(const GridRule& wanted = {});

/// Which rules a hypothesis of the program's grid admits, by number.
using Admitted = std::vector<bool>;

/// The forms of a catalogue that need no grid, or that of an admitted rule.
template <std::size_t Most, class Form>
std::bitset<Most> admitted_forms(const std::vector<Form>& forms, const Admitted& rules) {
  std::bitset<Most> made;
  for (std::size_t form = 0; form < forms.size(); ++form)
    made.set(form, !forms[form].needs_grid() || rules[forms[form].rule]);
  return made;
}

/// The simplest form of a set, which comes first; Most of an empty one.
template <std::size_t Most>
std::size_t simplest(const std::bitset<Most>& forms) {
  return forms._Find_first();
}

/// How large a run is: its ranks, and the size of its problem, such as the points along a side; 0 where it is not
/// known.
struct Scale {
  std::uint32_t ranks = 1;
  std::uint64_t size = 0;

  auto operator<=>(const Scale&) const = default;
  /// "16 ranks", "16 ranks at size 64".
  std::string words() const;
};

/// A run with the grids of its ranks.
class Run {
 public:
  Run(std::uint32_t ranks, const std::vector<GridRule>& rules, std::uint64_t size = 0);

  std::uint32_t ranks() const { return scale_.ranks; }
  const Scale& scale() const { return scale_; }
  /// The sides by a rule; empty where it does not apply.
  const std::optional<Sides>& sides(std::size_t rule) const { return sides_[rule]; }
  /// The place of a rank in the grid of a rule that applies.
  Sides place(std::size_t rule, std::uint32_t rank) const {
    const Sides& side = *sides_[rule];
    return {rank % side[0], rank / side[0] % side[1], rank / side[0] / side[1]};
  }

 private:
  Scale scale_;
  std::vector<std::optional<Sides>> sides_;
};

/// A rank of a run; in a ladder (ladder.hpp), also the rung, and how many there are. So with a number that repeats with
/// each pass of the loop around it (turn_model.hpp): its iterations are the rungs.
struct Place {
  const Run* run = nullptr;
  std::uint32_t rank = 0;
  std::uint32_t rung = 0;
  std::uint32_t rungs = 0;
  bool of_levels = false;  ///< rungs are levels of a multigrid (levels.hpp), the coarsest one first
};

struct Sample {
  Place at;
  std::int64_t value = 0;
};

}  // namespace trgen::extrapolation
