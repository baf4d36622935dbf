// SPDX-License-Identifier: Apache-2.0
// Laws of multipartitions, against the one of the NAS benchmarks BT and SP.
#include <doctest/doctest.h>

#include "trgen/extrapolation/partition.hpp"
#include "trgen/programs/npb/multipartition.hpp"

namespace extrapolation_cells_test {

using namespace trgen::extrapolation;
using trgen::programs::npb::Multipartition;

namespace {

const std::vector<GridRule>& rules() {
  static const std::vector<GridRule> all = grid_rules();
  return all;
}

/// A line and the most square grid, as when a program is tried under one grid.
Fit fit_for(const Run& target) {
  Admitted admitted(rules().size());
  admitted[0] = admitted[1] = true;
  return {rules(), admitted, target};
}

/// Numbers of ranks by the side of their grid.
std::vector<Run> runs_of_sides(std::initializer_list<std::uint32_t> sides) {
  std::vector<Run> made;
  for (const std::uint32_t side : sides) made.emplace_back(side * side, rules());
  return made;
}

/// What `of` gives for (side, rank, turn): for each turn of a sweep, or, without turns, once for a rank.
template <class Of>
std::vector<Sample> samples(const std::vector<Run>& runs, bool turns, Of of) {
  std::vector<Sample> made;
  for (const Run& run : runs) {
    const std::uint32_t p = (*run.sides(1))[0];
    for (std::uint32_t rank = 0; rank < run.ranks(); ++rank) {
      for (std::uint32_t turn = 0; turn < (turns ? p - 1 : 1); ++turn)
        made.push_back({{&run, rank, turn, turns ? p - 1 : 0}, static_cast<std::int64_t>(of(p, rank, turn))});
    }
  }
  return made;
}

/// Requires that what is found over some sides holds on another one, and returns what is said about other laws.
template <class Of>
std::string require_found(std::initializer_list<std::uint32_t> from, std::uint32_t to, bool turns, Of of) {
  const std::vector<Run> runs = runs_of_sides(from);
  const std::vector<Run> target = runs_of_sides({to});
  const Fit fit = fit_for(target.front());
  const std::vector<Sample> known = samples(runs, turns, of);
  const auto model = fit.value(known, 1);
  REQUIRE(model.has_value());
  for (const Sample& each : samples(target, turns, of)) REQUIRE(model->at(each.at) == each.value);
  return fit.doubt(known, *model);
}

std::uint32_t line(std::uint32_t p, std::uint32_t rank, std::uint32_t direction, std::uint32_t plane) {
  const auto at = Multipartition(p, 64).slice(rank, direction, plane);
  return at[direction == 0 ? 1 : 0] + p * at[direction == 2 ? 1 : 2];
}

std::uint64_t area(std::uint64_t points, std::uint32_t p, std::uint32_t rank, std::uint32_t direction,
                   std::uint32_t plane) {
  const Multipartition cells(p, points);
  const auto at = cells.slice(rank, direction, plane);
  return cells.interior(at[(direction + 1) % 3]) * cells.interior(at[(direction + 2) % 3]);
}

}  // namespace

TEST_CASE("the line of cells on which a sweep works is found, forwards and backwards, in all directions") {
  for (std::uint32_t d = 0; d < 3; ++d) {
    const auto forwards = [d](auto p, auto rank, auto turn) { return 3000 + line(p, rank, d, turn); };
    const auto backwards = [d](auto p, auto rank, auto turn) { return 7000 + line(p, rank, d, p - 2 - turn); };
    CHECK(require_found({2, 3, 4}, 7, true, forwards) == "");
    CHECK(require_found({2, 3, 4}, 16, true, backwards) == "");
  }
}

TEST_CASE("the bytes of cells follow shares of points, also where they are uneven") {
  for (std::uint32_t d = 0; d < 3; ++d) {
    const auto cell = [d](auto p, auto rank, auto turn) { return 176 * area(64, p, rank, d, turn + 1); };
    CHECK(require_found({2, 3, 4, 5}, 8, true, cell) == "");
    CHECK(require_found({3, 5, 6, 7}, 9, true, cell) == "");
    for (const bool up : {false, true}) {
      const auto faces = [d, up](auto p, auto rank, auto) { return 80 * Multipartition(p, 64).faces(rank, d, up); };
      CHECK(require_found({2, 3, 4, 5}, 16, false, faces) == "");
      const auto even = [d, up](auto p, auto rank, auto) { return 80 * Multipartition(p, 24).faces(rank, d, up); };
      CHECK(require_found({2, 3, 4}, 8, false, even) == "");
    }
  }
}

TEST_CASE("which cells have more points is in doubt where the inputs divide evenly") {
  const auto cell = [](auto p, auto rank, auto turn) { return 176 * area(36, p, rank, 0, turn); };
  CHECK(require_found({2, 3, 4}, 8, true, cell).find("fits all inputs, and so does") != std::string::npos);
  CHECK(require_found({2, 3, 4}, 6, true, cell) == "");
}

TEST_CASE("a size that is another one on one rank has no law") {
  const std::vector<Run> runs = runs_of_sides({2, 3, 4, 5});
  const std::vector<Run> target = runs_of_sides({8});
  const Fit fit = fit_for(target.front());
  auto known = samples(runs, true, [](auto p, auto rank, auto turn) { return 176 * area(64, p, rank, 1, turn); });
  REQUIRE(fit.value(known, 1).has_value());
  known[known.size() / 2].value += 8;
  CHECK(!fit.value(known, 1).has_value());
}

}  // namespace extrapolation_cells_test
