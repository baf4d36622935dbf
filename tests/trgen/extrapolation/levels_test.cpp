// SPDX-License-Identifier: Apache-2.0
// Levels of a multigrid: who has points, who gives and takes them, neighbours, faces, and ladders of levels.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "trgen/extrapolation/faces.hpp"
#include "trgen/extrapolation/level_ladder.hpp"
#include "trgen/extrapolation/partners.hpp"

namespace extrapolation_levels_test {

using namespace trgen::extrapolation;
using trgen::record::Kind;

namespace {

const std::vector<GridRule>& rules() {
  static const std::vector<GridRule> all = grid_rules();
  return all;
}

std::size_t cubes() {
  const auto found =
      std::find_if(rules().begin(), rules().end(), [](const GridRule& each) { return each.dimensions == 3; });
  return static_cast<std::size_t>(found - rules().begin());
}

Place on_level(const Run& run, std::uint32_t rank, std::uint32_t rung) { return {&run, rank, rung, 6, true}; }

using Number = std::function<std::int64_t(std::uint64_t x, std::uint64_t y, std::uint64_t z)>;

/// What a number of the points that ranks have is on a rank of another run, by the law that is found.
std::optional<std::int64_t> predicted(std::initializer_list<std::uint32_t> from, std::uint32_t to, std::uint32_t rank,
                                      std::uint32_t rung, bool times, const Number& of) {
  std::vector<Run> runs;
  for (const std::uint32_t ranks : from) runs.emplace_back(ranks, rules());
  std::vector<Sample> samples;
  for (const Run& run : runs) {
    const Sides sides = *run.sides(cubes());
    for (std::uint32_t r = 0; r < run.ranks(); ++r) {
      const Sides at = run.place(cubes(), r);
      for (std::uint32_t k = 0; k < 6; ++k) {
        const std::uint64_t points = std::uint64_t{2} << k;
        const auto along = [&](unsigned d) { return points_at(at[d], sides[d], points); };
        if (*has_role(LevelRole::owner, 0, {cubes(), 1}, on_level(run, r, k)))
          samples.push_back({on_level(run, r, k), of(along(0), along(1), along(2))});
      }
    }
  }
  const auto found = face_laws(samples, {.rule = cubes(), .dimensions = 3, .times = times});
  const Run target(to, rules());
  return found.empty() ? std::nullopt : found.front().at(on_level(target, rank, rung));
}

/// Two messages and what is around them, as a rank executes them.
RankNode exchange_of(std::uint64_t bytes, std::uint32_t up, std::uint32_t down) {
  RankNode call;
  for (const std::uint32_t peer : {up, down}) {
    RankNode& message = call.body.emplace_back();
    message.is.part = Part::message;
    message.is.way = Kind::send;
    message.is.peer = peer;
    message.is.bytes = bytes;
  }
  return call;
}

RankNode loop_of(RankNode call, std::uint64_t count) {
  RankNode loop;
  loop.is.part = Part::loop;
  loop.count = count;
  loop.body.push_back(std::move(call));
  return loop;
}

}  // namespace

TEST_CASE("on a level with fewer points than ranks along a side, every other rank is idle and takes points above") {
  const Run run(64, rules());  // 4 x 4 x 4
  const Levels levels{cubes(), 1};
  for (std::uint32_t rank = 0; rank < 64; ++rank) {
    const Sides at = run.place(cubes(), rank);
    const bool odd = at[0] % 2 == 1 && at[1] % 2 == 1 && at[2] % 2 == 1;
    CHECK(*has_role(LevelRole::owner, 0, levels, on_level(run, rank, 0)) == odd);
    CHECK(*has_role(LevelRole::owner, 0, levels, on_level(run, rank, 1)));
    for (unsigned d = 0; d < 3; ++d) {
      CHECK(*has_role(LevelRole::taker, d, levels, on_level(run, rank, 1)) == (at[d] % 2 == 0));
      CHECK(*has_role(LevelRole::giver, d, levels, on_level(run, rank, 1)) == (at[d] % 2 == 1));
      CHECK_FALSE(*has_role(LevelRole::giver, d, levels, on_level(run, rank, 0)));
      CHECK_FALSE(*has_role(LevelRole::taker, d, levels, on_level(run, rank, 2)));
    }
  }
  CHECK(has_role(LevelRole::owner, 0, levels, {&run, 0}) == std::nullopt);  // not on a level
}

TEST_CASE("neighbours on coarse levels are as far apart as ranks that have points") {
  const PartnerForms forms(rules());
  const Run run(512, rules());  // 8 x 8 x 8
  const FormSet up = forms.on_levels({cubes(), 1});
  const auto partners = [&](std::uint32_t rung) {
    std::vector<std::uint32_t> found;
    for (std::size_t form = 0; form < forms.size(); ++form) {
      if (up.test(form)) found.push_back(*forms.partner(form, on_level(run, 7, rung)));
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  CHECK(partners(0) == std::vector<std::uint32_t>{3, 3, 39, 39, 263, 263});
  CHECK(partners(1) == std::vector<std::uint32_t>{1, 5, 23, 55, 135, 391});
  CHECK(partners(2) == std::vector<std::uint32_t>{0, 6, 15, 63, 71, 455});
  CHECK(partners(5) == partners(2));
}

TEST_CASE("laws of faces find dimensions, ghosts and factors, and hold where ranks are idle as in no input") {
  const Number face = [](std::uint64_t x, std::uint64_t, std::uint64_t z) {
    return static_cast<std::int64_t>(8 * (x + 2) * z);
  };
  CHECK(predicted({8, 16, 32, 64}, 512, 511, 1, false, face) == 8 * 3 * 1);
  CHECK(predicted({8, 16, 32, 64}, 512, 511, 5, false, face) == 8 * 10 * 8);
  const Number time = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    return 100 + (static_cast<std::int64_t>(x * y * z) * 17 + 3) / 7;
  };
  CHECK(predicted({8, 16, 32, 64}, 512, 511, 5, true, time) == 100 + (512 * 17 + 3) / 7);
  CHECK(predicted({8, 16, 32, 64}, 512, 511, 5, false, [](std::uint64_t x, std::uint64_t y, std::uint64_t z) {
          return static_cast<std::int64_t>(x * x + y + z);
        }) == std::nullopt);
  CHECK(predicted({8, 16}, 512, 511, 5, false, face) == std::nullopt);  // two inputs check no law of two parameters
}

TEST_CASE("shrinking and growing exchanges are levels, counted from the coarsest that any rank has") {
  RunProgram program;
  program.ranks.resize(2);
  for (const std::uint64_t bytes : {512, 128, 32, 8}) program.ranks[0].push_back(exchange_of(bytes, 1, 2));
  for (const std::uint64_t bytes : {512, 128, 32}) program.ranks[1].push_back(exchange_of(bytes, 1, 2));
  program.ranks[1].push_back(exchange_of(7, 3, 4));  // takes points before the loop of its coarsest level
  program.ranks[1].back().is.state = 1;
  for (const std::uint64_t bytes : {8, 32, 128, 512}) {
    program.ranks[0].push_back(loop_of(exchange_of(bytes, 1, 2), bytes == 512 ? 3 : 2));
    if (bytes > 8) program.ranks[1].push_back(loop_of(exchange_of(bytes, 1, 2), bytes == 512 ? 3 : 2));
  }
  REQUIRE(find_level_ladders(program));
  for (const std::size_t rank : {0, 1}) {
    const auto& nodes = program.ranks[rank];
    REQUIRE(nodes.size() == 2);
    for (const RankNode& ladder : nodes) {
      CHECK(ladder.is.part == Part::levels);
      CHECK(ladder.count == 4);
      CHECK(ladder.body.size() == 4 - rank);
    }
    CHECK(nodes[0].is.falling);
    CHECK(nodes[0].body.front().count == 3);
    CHECK(nodes[0].body.back().count == rank);
    CHECK_FALSE(nodes[1].is.falling);
    CHECK(nodes[1].body.front().count == rank);
    CHECK(nodes[1].body.front().body.size() == 1 + rank);
    CHECK(nodes[1].body.back().count == 3);
  }
}

TEST_CASE("exchanges of the same bytes with the same partners are no levels") {
  RunProgram program;
  program.ranks.resize(1);
  for (int i = 0; i < 8; ++i) program.ranks[0].push_back(exchange_of(64, 1, 2));
  CHECK_FALSE(find_level_ladders(program));
  CHECK(program.ranks[0].size() == 8);
}

}  // namespace extrapolation_levels_test
