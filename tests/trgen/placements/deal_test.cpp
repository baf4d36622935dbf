// SPDX-License-Identifier: Apache-2.0
// Several ranks on a node, and jobs beside others.
#include "tests/trgen/placements/site_fixture.hpp"

namespace deal_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

TEST_CASE("ranks share nodes in blocks, or are dealt one by one") {
  ConsecutiveParams blocks;
  blocks.per_node = 2;
  CHECK(places_of(blocks, 5, tree(4)) == Places{0, 0, 1, 1, 2});
  blocks.deal = Deal::cyclic;
  CHECK(places_of(blocks, 5, tree(4)) == Places{0, 1, 2, 0, 1});
}

TEST_CASE("a placement passes over nodes that another job has taken") {
  CHECK(places_of(ConsecutiveParams{}, 3, tree(6), {1, 0, 1, 0, 0, 0}) == Places{1, 3, 4});
}

TEST_CASE("a job begins with the first quadrant that is wholly free") {
  std::vector<std::uint8_t> taken(16);
  taken[5] = 1;  // of the first quadrant
  CHECK(places_of(QuadrantParams{}, 5, grid({4, 4}), taken) == Places{2, 3, 6, 7, 8});
}

TEST_CASE("too few nodes are refused with all numbers") {
  ConsecutiveParams pairs;
  pairs.per_node = 2;
  CHECK(problem_of(pairs, 9, tree(4)).find("9 ranks need 5 nodes, 2 a node, but 4 of the 4 nodes are left") == 0);
}

}  // namespace deal_test
