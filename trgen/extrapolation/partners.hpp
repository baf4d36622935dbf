// SPDX-License-Identifier: Apache-2.0
// The catalogue of partners: who is the other rank of a message, as a function of the rank, the number of ranks and a
// grid.
//
// Forms, for a rank r of n: r + c and r - c (modulo n), fixed ranks c and n - 1 - c, r XOR c, n - 1 - r, r + n/2; and
// for each rule of grids: neighbours in any direction, diagonals too, within the grid, or with wrap; the transposed
// place (of a grid whose first side is twice its second one, that of pairs of ranks); r XOR (first side >> k). On a
// rung of a ladder (ladder.hpp): r XOR 2^rung, counted from the first or from the last. On a level of a multigrid
// (levels.hpp): neighbours with wrap, as far apart as ranks that have points there.
//
// A message is explained by a set of forms. Messages of several ranks and runs can be the same statement of a program
// when their sets have a common form; so each message narrows the set, and what remains holds for all of them.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/cells.hpp"
#include "trgen/extrapolation/grids.hpp"
#include "trgen/extrapolation/levels.hpp"
#include "trgen/extrapolation/partition.hpp"

namespace trgen::extrapolation {

inline constexpr std::size_t most_forms = 768;
using FormSet = std::bitset<most_forms>;

/// A form that the user gives: the partner of a rank of so many ranks, or none.
struct OwnForm {
  std::string words;
  std::function<std::optional<std::uint32_t>(std::uint32_t rank, std::uint32_t ranks)> partner;
};

class PartnerForms {
 public:
  /// `own`: forms that come before those of the catalogue. `fewest`: ranks of the smallest run; 0 where that is not
  /// known.
  explicit PartnerForms(const std::vector<GridRule>& rules, std::vector<OwnForm> own = {}, std::uint32_t fewest = 0);

  std::size_t size() const { return forms_.size(); }
  /// The partner of a rank; none where the form does not apply.
  std::optional<std::uint32_t> partner(std::size_t form, const Place& at) const;
  /// All forms that give this partner.
  FormSet that_give(const Place& at, std::uint32_t partner) const;
  const std::string& words(std::size_t form) const { return forms_[form].words; }
  FormSet admitted(const Admitted& rules) const { return admitted_forms<most_forms>(forms_, rules); }
  /// The forms that need the grid of one of these rules.
  FormSet in_grids(const Admitted& rules) const { return admitted(rules) & ~admitted(Admitted(rules.size(), false)); }
  /// Neighbours on a level, as far apart as ranks that have points there.
  FormSet on_levels(const Levels& levels) const;
  /// The same for each of the levels that may be.
  const std::vector<FormSet>& on_all_levels() const { return on_all_levels_; }
  /// By dimension of the grid.
  const std::array<std::int8_t, 3>& step(std::size_t form) const { return forms_[form].step; }
  /// The ranks that have the partner, as class 1, where the form is a neighbour within a grid.
  std::optional<Partition> having(std::size_t form) const;
  /// Without the shifts that go round the smallest run, r + c with c not below its ranks, if others are left: there
  /// they look like shorter ones.
  FormSet plausible(const FormSet& forms) const { return (forms & ~around_).any() ? forms & ~around_ : forms; }
  /// Along x, y, or both, which is the third axis of a multipartition; before, if the last step is down.
  Heading heading(std::size_t form) const;

 private:
  enum class Kind : std::uint8_t {
    offset,
    fixed,
    from_end,
    exclusive_or,
    mirror,
    half,
    inner_neighbour,
    neighbour,
    transpose,
    column,
    own,
    rung_up,
    rung_down,
    level
  };
  struct Form {
    Kind kind = Kind::offset;
    std::int32_t amount = 0;
    std::size_t rule = 0;
    std::array<std::int8_t, 3> step{};
    std::string words;

    bool needs_grid() const {
      return kind == Kind::inner_neighbour || kind == Kind::neighbour || kind == Kind::transpose ||
             kind == Kind::column || kind == Kind::level;
    }
  };

  void add_grid_forms(std::size_t rule, const GridRule& of);
  void add_level_forms(std::size_t rule, const GridRule& of);

  std::vector<OwnForm> own_;
  std::vector<Form> forms_;
  std::vector<FormSet> on_all_levels_;
  FormSet around_;  ///< shifts that go round the smallest run
};

}  // namespace trgen::extrapolation
