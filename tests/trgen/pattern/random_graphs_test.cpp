// SPDX-License-Identifier: Apache-2.0
// Random graphs, regular and irregular, have no pattern of which the verdict is sure.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "tests/trgen/pattern/graphs.hpp"
#include "trgen/pattern/words.hpp"

namespace random_graphs_test {

using namespace trgen;
using pattern::Verdict;
using test::Draw;
using test::Links;

namespace {

/// Stubs of all ranks, paired at random; pairs that repeat or meet themselves are drawn again some times, then dropped.
Links paired(Draw& draw, std::vector<std::uint32_t> stubs) {
  Links links;
  for (int round = 0; round < 20 && stubs.size() > 1; ++round) {
    draw.shuffle(stubs);
    std::vector<std::uint32_t> again;
    for (std::size_t i = 0; i + 1 < stubs.size(); i += 2) {
      if (stubs[i] == stubs[i + 1] || !links.insert(std::minmax(stubs[i], stubs[i + 1])).second) {
        again.push_back(stubs[i]);
        again.push_back(stubs[i + 1]);
      }
    }
    stubs = std::move(again);
  }
  return links;
}

}  // namespace

TEST_CASE("no pattern is claimed in 200 random graphs, regular and irregular, of degrees 2 to 16") {
  Draw draw(133);
  double most_bits = -1000;
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t ranks = draw.number(20, 200);
    const bool regular = i % 2 == 0;
    const std::uint32_t degree = draw.number(2, 16);
    std::vector<std::uint32_t> stubs;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const std::uint32_t own = regular ? degree : draw.number(2, 16);
      stubs.insert(stubs.end(), own, rank);
    }
    const std::vector<std::uint32_t> identity = test::consecutive(ranks);
    const Links links = paired(draw, std::move(stubs));
    const auto verdict = Verdict::of(ranks, test::edges_of(links, identity));
    for (const pattern::Pattern& each : verdict.patterns) {
      CAPTURE(i);
      CAPTURE(pattern::title(each, verdict.explanation.parts));
      CHECK(!each.is_sure());
      most_bits = std::max(most_bits, each.evidence.bits);
    }
  }
  MESSAGE("most bits of any pattern: ", most_bits);
  CHECK(most_bits < pattern::sure_bits);
}

TEST_CASE("a torus whose ranks are numbered at random is not claimed to be any other pattern") {
  Draw draw(5);
  for (int i = 0; i < 10; ++i) {
    std::vector<std::uint32_t> shuffled = test::consecutive(64);
    draw.shuffle(shuffled);
    const auto verdict = Verdict::of(64, test::edges_of(test::grid_links({8, 8}, true), shuffled));
    for (const pattern::Pattern& each : verdict.patterns) CHECK(!each.is_sure());
    CHECK(verdict.explanation.left_pairs > 100);
  }
}

}  // namespace random_graphs_test
