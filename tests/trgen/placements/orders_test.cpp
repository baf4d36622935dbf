// SPDX-License-Identifier: Apache-2.0
// The order in which each placement takes the nodes of a network.
#include <algorithm>
#include <numeric>

#include "tests/trgen/placements/site_fixture.hpp"

namespace orders_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

TEST_CASE("consecutive puts rank i on node i") {
  CHECK(places_of(ConsecutiveParams{}, 4, tree(9)) == Places{0, 1, 2, 3});
}

TEST_CASE("column runs through the last coordinate first") {
  CHECK(places_of(ColumnParams{}, 6, grid({4, 3})) == Places{0, 4, 8, 1, 5, 9});
  CHECK(places_of(ColumnParams{}, 5, grid({2, 2, 2})) == Places{0, 4, 2, 6, 1});
  CHECK(places_of(ColumnParams{}, 6, grid({2, 2}, 2)) == Places{0, 1, 4, 5, 2, 3});
}

TEST_CASE("shift begins at another node and goes round the end") {
  ShiftPlacementParams shift;
  shift.by = 7;
  CHECK(places_of(shift, 4, tree(9)) == Places{7, 8, 0, 1});
  shift.by = 9;
  CHECK(places_of(shift, 2, tree(9)) == Places{0, 1});
}

TEST_CASE("quadrant fills one part of the grid after the other") {
  CHECK(places_of(QuadrantParams{}, 9, grid({4, 4})) == Places{0, 1, 4, 5, 2, 3, 6, 7, 8});
  QuadrantParams columns;
  columns.parts = {4, 1};
  columns.first = 3;
  CHECK(places_of(columns, 5, grid({4, 4})) == Places{3, 7, 11, 15, 0});
}

TEST_CASE("quadrant refuses a grid that has no equal parts, and a network that is no grid") {
  CHECK(problem_of(QuadrantParams{}, 2, grid({4, 3})).find("3 places of dimension 1 cannot be cut into 2") == 0);
  CHECK(problem_of(QuadrantParams{}, 2, tree(8)).find("placement quadrant goes by coordinates") == 0);
  QuadrantParams three;
  three.parts = {2, 2, 2};
  CHECK(problem_of(three, 2, grid({4, 4})).find("placement.parts has 3 entries for a network of 2") == 0);
}

TEST_CASE("diagonal goes by the sum of the coordinates") {
  CHECK(places_of(DiagonalParams{}, 9, grid({3, 3})) == Places{0, 1, 3, 2, 4, 6, 5, 7, 8});
}

TEST_CASE("shuffle deals ranks among equal parts") {
  ShufflePlacementParams shuffle;
  shuffle.parts = 4;
  CHECK(places_of(shuffle, 8, tree(8)) == Places{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(problem_of(shuffle, 2, tree(9)).find("9 nodes cannot be divided into 4 equal parts") == 0);
}

TEST_CASE("random placement is a choice of different nodes that the seed decides") {
  std::vector<double> first(10);
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Places places = random_nodes(6, 10, seed);
    CHECK(places == random_nodes(6, 10, seed));
    first[places[0]] += 1;
    std::sort(places.begin(), places.end());
    CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
    CHECK(places.back() < 10);
  }
  for (const double count : first) CHECK(count == doctest::Approx(200).epsilon(0.4));
}

TEST_CASE("a full network has every node once, whatever the order") {
  const auto facts = grid({4, 6, 2}, 3);
  const auto whole = [&](Places places) {
    std::sort(places.begin(), places.end());
    return places == consecutive_nodes(facts.nodes);
  };
  CHECK(whole(places_of(ConsecutiveParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(ColumnParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(RandomPlacementParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(ShiftPlacementParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(QuadrantParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(DiagonalParams{}, facts.nodes, facts)));
  CHECK(whole(places_of(ShufflePlacementParams{}, facts.nodes, facts)));
}

}  // namespace orders_test
