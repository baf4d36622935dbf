// SPDX-License-Identifier: Apache-2.0
// Placements by who sends to whom.
#include <algorithm>
#include <numeric>

#include "fsin/core/rng.hpp"
#include "tests/trgen/placements/site_fixture.hpp"
#include "trgen/replay/placements/hop_bytes.hpp"
#include "trgen/replay/placements/scotch_programs.hpp"

namespace scotch_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

constexpr std::uint32_t side = 8;

unsigned ring(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t d = a > b ? a - b : b - a;
  return std::min(d, side - d);
}

/// A torus of 8x8.
fsin::workload::NetworkFacts torus() {
  auto facts = grid({side, side});
  facts.distance = [](std::uint32_t a, std::uint32_t b) { return ring(a % side, b % side) + ring(a / side, b / side); };
  facts.links = [] {
    fsin::workload::NetworkLinks links{side * side, {}};
    for (std::uint32_t n = 0; n < side * side; ++n) {
      links.pairs.emplace_back(n, n / side * side + (n + 1) % side);
      links.pairs.emplace_back(n, (n + side) % (side * side));
    }
    return links;
  };
  return facts;
}

/// A halo exchange on a ring of rings whose ranks have been shuffled.
Affinity shuffled_halo() {
  const Places name = random_nodes(side * side, side * side, 7);
  Affinity affinity;
  for (const auto& [a, b] : torus().links().pairs)
    affinity.pairs.push_back({std::min(name[a], name[b]), std::max(name[a], name[b]), 100});
  return affinity;
}

}  // namespace

TEST_CASE("hop-bytes are bytes times links") {
  const Affinity affinity{{{0, 1, 100}, {0, 2, 10}}};
  CHECK(hop_bytes(affinity, Places{0, 1, 16}, torus()) == 100 * 1 + 10 * 2);
}

TEST_CASE("swaps of two ranks never make hop-bytes more, and end where none helps") {
  const Affinity halo = shuffled_halo();
  Places places = consecutive_nodes(side * side);
  const double before = hop_bytes(halo, places, torus());
  swap_to_fewer(halo, places, torus(), 100);
  const double after = hop_bytes(halo, places, torus());
  CHECK(after < before);
  const Places ended = places;
  swap_to_fewer(halo, places, torus(), 1);
  CHECK(places == ended);
  std::sort(places.begin(), places.end());
  CHECK(places == consecutive_nodes(side * side));
}

TEST_CASE("scotch finds the grid again in a shuffled halo exchange") {
  if (!has_scotch()) {
    MESSAGE("skipped: the programs of SCOTCH are not installed (apt-get install scotch)");
    return;
  }
  const auto facts = torus();
  Problem problem;
  const Site site{side * side, facts, 1, {}, shuffled_halo};
  const Places places = ScotchParams{}.place(site, problem);
  CHECK(problem == "");
  REQUIRE(places.size() == side * side);
  const double lowest = 100.0 * 2 * side * side;  // every message crosses a link
  const double consecutive = hop_bytes(shuffled_halo(), consecutive_nodes(side * side), facts);
  const double found = hop_bytes(shuffled_halo(), places, facts);
  CHECK(consecutive > 3.5 * lowest);
  CHECK(found < 1.5 * lowest);
  CHECK(places == ScotchParams{}.place(site, problem));
  Places once = places;
  std::sort(once.begin(), once.end());
  CHECK(once == consecutive_nodes(side * side));
}

TEST_CASE("scotch keeps to the nodes that are free, with as many ranks a node as it may have") {
  if (!has_scotch()) {
    MESSAGE("skipped: the programs of SCOTCH are not installed (apt-get install scotch)");
    return;
  }
  const auto facts = torus();
  Problem problem;
  std::vector<std::uint8_t> taken(side * side);
  for (std::uint32_t node = 0; node < side * side; node += 2) taken[node] = 1;
  ScotchParams pairs;
  pairs.per_node = 2;
  const Places places = pairs.place({side * side, facts, 1, taken, shuffled_halo}, problem);
  CHECK(problem == "");
  std::vector<unsigned> count(side * side);
  for (const std::uint32_t node : places) ++count[node];
  for (std::uint32_t node = 0; node < side * side; ++node) CHECK(count[node] == (taken[node] != 0 ? 0 : 2));
}

TEST_CASE("scotch says what it needs") {
  Problem problem;
  CHECK(ScotchParams{}.place({2, tree(4), 1, {}, {}}, problem).empty());
  CHECK(problem.find("placement scotch needs the links of a network") == 0);
}

}  // namespace scotch_test
