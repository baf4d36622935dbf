// SPDX-License-Identifier: Apache-2.0
// Bursts that share the cores of a machine, in cycles.
#include "trgen/replay/ranks/node_cores.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace node_cores_test {

using trgen::replay::NodeCores;

TEST_CASE("ranks with a core each share none, and need no account of them") {
  CHECK(NodeCores({2, 1}, {0, 0, 1}).empty());
  const NodeCores some({2, 1}, {0, 0, 1, 1});
  CHECK_FALSE(some.empty());
  CHECK_FALSE(some.shares(0));
  CHECK(some.shares(2));
}

TEST_CASE("two bursts on a core take twice as long, as long as both compute") {
  NodeCores cores({1}, {0, 0});
  cores.begin(0, 1, 100);  // in the cycles from 1 on
  CHECK(cores.last(0, 0) == 100);
  cores.begin(1, 51, 100);
  // Of the first, 50 cycles are left at the end of cycle 50, which take 100 cycles now.
  CHECK(cores.last(1, 50) == 200);
  CHECK(cores.last(0, 50) == 150);
  CHECK(cores.last(0, 150) == 150);
  CHECK(cores.last(1, 150) == 200);
  CHECK(cores.last(1, 200) == 200);
}

TEST_CASE("a burst ends later where others begin, and not earlier than was known") {
  NodeCores cores({2}, {0, 0, 0});
  for (const std::uint32_t rank : {0U, 1U}) cores.begin(rank, 1, 60);
  CHECK(cores.last(0, 0) == 60);
  cores.begin(2, 31, 60);  // three bursts on two cores: two thirds of a core each
  CHECK(cores.last(0, 60) == 75);
  CHECK(cores.last(1, 60) == 75);
  // The third one has 60 - 45 * 2 / 3 = 30 cycles left at the end of cycle 75, and a core of its own from there on.
  CHECK(cores.last(2, 75) == 105);
}

TEST_CASE("bursts of one cycle may be told in any order, and one that begins later counts from there on") {
  for (const bool first_first : {true, false}) {
    NodeCores cores({1}, {0, 0});
    cores.begin(first_first ? 0 : 1, 11, 10);
    cores.begin(first_first ? 1 : 0, 11, 10);
    CHECK(cores.last(0, 10) == 30);
    CHECK(cores.last(1, 10) == 30);
  }
  NodeCores cores({1}, {0, 0});
  cores.begin(0, 1, 10);
  cores.begin(1, 101, 10);
  CHECK(cores.last(0, 0) == 10);
  CHECK(cores.last(1, 0) == 110);
}

}  // namespace node_cores_test
