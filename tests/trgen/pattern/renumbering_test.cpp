// SPDX-License-Identifier: Apache-2.0
// Grids, tori, butterflies and trees in affine numberings of ranks that were drawn at random are found with their
// extents, or said not to be sure.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <functional>
#include <numeric>

#include "tests/trgen/pattern/graphs.hpp"
#include "trgen/pattern/words.hpp"

namespace renumbering_test {

using namespace trgen;
using pattern::Form;
using pattern::Pattern;
using pattern::Verdict;
using test::Draw;
using test::Links;

namespace {

/// Ranks by position: first + step (multiplier p + offset mod count), in a larger set of ranks.
struct Renumbering {
  std::vector<std::uint32_t> rank;
  std::uint32_t ranks = 0;
  std::string text;
};

Renumbering drawn(Draw& draw, std::uint32_t count) {
  std::uint32_t multiplier = 1;
  if (draw.chance(30)) {
    do multiplier = draw.number(2, count - 1);
    while (std::gcd(multiplier, count) != 1);
  }
  const std::uint32_t offset = draw.chance(30) ? draw.number(1, count - 1) : 0;
  const std::uint32_t first = draw.chance(30) ? draw.number(1, 7) : 0;
  const std::uint32_t step = draw.chance(20) ? draw.number(2, 3) : 1;
  Renumbering made;
  for (std::uint32_t p = 0; p < count; ++p)
    made.rank.push_back(first + step * static_cast<std::uint32_t>((std::uint64_t{multiplier} * p + offset) % count));
  made.ranks = first + step * count + draw.number(0, 3);
  made.text = fmt::format("{} + {} ({} p + {} mod {})", first, step, multiplier, offset, count);
  return made;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> list) {
  std::sort(list.begin(), list.end());
  return list;
}

std::string all_titles(const Verdict& verdict) {
  std::string text;
  for (const Pattern& each : verdict.patterns)
    text += fmt::format("[{} {:.0f} bits, {}] ", each.is_sure() ? "sure" : "perhaps", each.evidence.bits,
                        pattern::title(each, verdict.explanation.parts));
  return text + fmt::format("{} pairs left", verdict.explanation.left_pairs);
}

struct Score {
  int found = 0;
  int unsure = 0;
};

/// Counts a verdict: `right` says whether a pattern is the one that was made.
void judge(Score& score, const Verdict& verdict, const std::string& what,
           const std::function<bool(const Pattern&)>& right) {
  CAPTURE(what);
  CAPTURE(all_titles(verdict));
  bool found = false;
  for (const Pattern& each : verdict.patterns) {
    if (!each.is_sure()) continue;
    CHECK(right(each));
    found = found || right(each);
  }
  if (found) CHECK(verdict.explanation.left_pairs == 0);
  score.found += found ? 1 : 0;
  score.unsure += found ? 0 : 1;
}

}  // namespace

TEST_CASE("80 meshes and tori of 1 to 4 dimensions, renumbered at random, are found with their extents, or not sure") {
  Draw draw(33);
  Score score;
  for (int i = 0; i < 80; ++i) {
    std::vector<std::uint32_t> extents;
    std::uint32_t total = 1;
    for (std::uint32_t d = draw.number(1, 4); d > 0; --d) {
      extents.push_back(draw.number(3, total > 60 ? 4 : 9));
      total *= extents.back();
    }
    if (total < 12) extents.push_back(4), total *= 4;
    const bool wraps = draw.chance(50);
    const Renumbering numbering = drawn(draw, total);
    const Links links = test::grid_links(extents, wraps);
    const auto verdict = Verdict::of(numbering.ranks, test::edges_of(links, numbering.rank));
    const std::string what =
        fmt::format("{} {}, rank = {}", wraps ? "torus" : "mesh", pattern::extents_text(extents), numbering.text);
    judge(score, verdict, what, [&](const Pattern& each) {
      if (extents.size() == 1 && each.form == Form::shift) return wraps;  // a ring in steps of the multiplier
      const Form wanted = extents.size() > 1 ? (wraps ? Form::torus : Form::mesh) : (wraps ? Form::ring : Form::line);
      return each.form == wanted && sorted(each.extents) == sorted(extents);
    });
  }
  MESSAGE("found: ", score.found, ", not sure: ", score.unsure);
  CHECK(score.found >= 72);
}

TEST_CASE("40 butterflies of 3 to 8 stages, renumbered at random, are found with all stages, or not sure") {
  Draw draw(34);
  Score score;
  for (int i = 0; i < 40; ++i) {
    const std::uint32_t stages = draw.number(3, 8);
    const std::uint32_t total = 1U << stages;
    Links links;
    for (std::uint32_t p = 0; p < total; ++p) {
      for (std::uint32_t bit = 1; bit < total; bit *= 2) test::link(links, p, p ^ bit);
    }
    Renumbering numbering = drawn(draw, total);
    const std::uint32_t mask = draw.number(0, total - 1);  // of positions: another affine map, over the bits
    Renumbering masked = numbering;
    for (std::uint32_t p = 0; p < total; ++p) masked.rank[p] = numbering.rank[p ^ mask];
    const auto verdict = Verdict::of(masked.ranks, test::edges_of(links, masked.rank));
    judge(score, verdict, fmt::format("{} stages, mask {}, rank = {}", stages, mask, numbering.text),
          [&](const Pattern& each) { return each.form == Form::butterfly && each.extents.size() == stages; });
  }
  MESSAGE("found: ", score.found, ", not sure: ", score.unsure);
  CHECK(score.found >= 30);
}

TEST_CASE("80 binomial and k-ary trees, renumbered at random, are found with their ranks, or not sure") {
  Draw draw(35);
  Score score;
  for (int i = 0; i < 80; ++i) {
    const std::uint32_t total = draw.number(16, 200);
    const std::uint32_t form = draw.number(0, 2);
    const std::uint32_t children = form == 2 ? draw.number(2, 5) : 0;
    Links links;
    for (std::uint32_t p = 1; p < total; ++p) {
      if (form == 0) test::link(links, p, p & (p - 1));
      if (form == 1) test::link(links, p, p - std::bit_floor(p));
      if (form == 2) test::link(links, p, (p - 1) / children);
    }
    const Renumbering numbering = drawn(draw, total);
    const auto verdict = Verdict::of(numbering.ranks, test::edges_of(links, numbering.rank));
    const std::string what =
        fmt::format("tree {} of {}, {} children, rank = {}", form, total, children, numbering.text);
    judge(score, verdict, what, [&](const Pattern& each) {
      if (each.extents != std::vector{total}) return false;
      if (form < 2) return each.form == Form::binomial_tree;
      const pattern::Part& part = verdict.explanation.parts[each.parts.front()].part;
      return each.form == Form::k_ary_tree && std::max(part.tree_radix, part.value) == children;
    });
  }
  MESSAGE("found: ", score.found, ", not sure: ", score.unsure);
  CHECK(score.found >= 50);
}

TEST_CASE("rows and columns, shifts, transpositions and exchanges are found beside each other") {
  Draw draw(36);
  constexpr std::uint32_t side = 12;
  const std::vector<std::uint32_t> identity = test::consecutive(side * side);
  Links links;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    for (std::uint32_t j = i + 1; j < side * side; ++j) {
      if (i / side == j / side) test::link(links, i, j);
    }
    test::link(links, i, i % side * side + i / side);
  }
  const auto verdict = Verdict::of(side * side, test::edges_of(links, identity));
  CAPTURE(all_titles(verdict));
  REQUIRE(verdict.patterns.size() == 2);
  CHECK(pattern::title(verdict.patterns[0], verdict.explanation.parts) ==
        "all-to-all within 12 groups of 12 consecutive ranks");
  CHECK(verdict.patterns[1].form == Form::transposition);
  CHECK(verdict.explanation.left_pairs == 0);
  CHECK(verdict.patterns[0].is_sure());
  CHECK(verdict.patterns[1].is_sure());
}

TEST_CASE("a few messages of all to all do not hide what neighbours do") {
  const std::vector<std::uint32_t> identity = test::consecutive(64);
  auto edges = test::edges_of(test::grid_links({8, 8}, true), identity);
  for (pattern::Edge& each : edges) each.amount = {100, 800};
  for (std::uint32_t a = 0; a < 64; ++a) {
    for (std::uint32_t b = 0; b < 64; ++b) edges.push_back({a, b, {1, 8}});
  }
  const auto verdict = Verdict::of(64, edges);
  REQUIRE(verdict.patterns.size() == 2);
  CHECK(pattern::title(verdict.patterns[0], verdict.explanation.parts) == "torus 8x8");
  CHECK(verdict.patterns[1].form == Form::all_to_all);
}

TEST_CASE("a master with a grid of workers is a star and a grid") {
  const std::vector<std::uint32_t> workers = test::consecutive(60, 1);
  auto edges = test::edges_of(test::grid_links({5, 4, 3}, false), workers);
  for (std::uint32_t worker = 1; worker <= 60; ++worker) edges.push_back({worker, 0, {1, 8}});
  const auto verdict = Verdict::of(61, edges);
  CAPTURE(all_titles(verdict));
  REQUIRE(verdict.patterns.size() == 2);
  CHECK(pattern::title(verdict.patterns[0], verdict.explanation.parts) == "mesh 5x4x3");
  CHECK(pattern::numbering_text(verdict.patterns[0]) == "rank = 1 + x + 5 y + 20 z");
  CHECK(pattern::title(verdict.patterns[1], verdict.explanation.parts) == "star: rank 0 and all others");
  CHECK(pattern::direction(verdict.patterns[1]) == "to it");
}

}  // namespace renumbering_test
