// SPDX-License-Identifier: Apache-2.0
// Loops as sequences and sequences as loops.
#include "trgen/extrapolation/spread_loop.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

namespace spread_loop_test {

using namespace trgen::extrapolation;
using Numbers = std::vector<std::int64_t>;

RankNode message(std::initializer_list<std::int64_t> tags, std::initializer_list<std::int64_t> gaps) {
  RankNode made;
  made.is.part = Part::message;
  for (const std::int64_t tag : tags) {
    made.tag.add(tag, most_steps);
    made.bytes.add(100);
  }
  for (const std::int64_t gap : gaps) made.gap.add(gap);
  return made;
}

Numbers numbers_of(const trgen::structure::SeriesBuilder& builder) {
  const trgen::structure::Series series = builder.series();
  Numbers made;
  for (std::uint64_t i = 0; i < builder.length(); ++i) made.push_back(series.at(i));
  return made;
}

TEST_CASE("a loop that a rank has as a sequence keeps tags and times of all its iterations, pass after pass") {
  std::vector<RankNode> sequence;
  sequence.push_back(message({0, 4}, {10, 30}));
  sequence.push_back(message({1, 5}, {20, 40}));
  const std::vector<RankNode> body = body_of(sequence, 1, 2);
  REQUIRE(body.size() == 1);
  CHECK(numbers_of(body.front().tag) == Numbers{0, 1, 4, 5});
  CHECK(numbers_of(body.front().gap.series) == Numbers{10, 20, 30, 40});
  CHECK(body.front().gap.sum == 100);
  CHECK(body.front().gap.first_sum == 40);
  CHECK(body.front().bytes.series.length() == 4);
  CHECK(body.front().bytes.sum == 400);
}

TEST_CASE("two iterations whose tags differ are two statements, each with its own tags and times") {
  std::vector<RankNode> nodes(1);
  nodes.front().is.part = Part::loop;
  nodes.front().count = 2;
  nodes.front().body.push_back(message({0, 1, 4, 5}, {10, 20, 30, 40}));
  spread_pairs(nodes);
  REQUIRE(nodes.size() == 2);
  CHECK(numbers_of(nodes[0].tag) == Numbers{0, 4});
  CHECK(numbers_of(nodes[1].tag) == Numbers{1, 5});
  CHECK(numbers_of(nodes[1].gap.series) == Numbers{20, 40});
  CHECK(nodes[0].bytes.sum == 200);
}

TEST_CASE("two iterations with the same tags stay a loop, and so do three") {
  for (const std::uint64_t count : {2, 3}) {
    std::vector<RankNode> nodes(1);
    nodes.front().is.part = Part::loop;
    nodes.front().count = count;
    nodes.front().body.push_back(count == 2 ? message({7, 7}, {1, 2}) : message({1, 2, 3}, {1, 2, 3}));
    spread_pairs(nodes);
    REQUIRE(nodes.size() == 1);
    CHECK(nodes.front().count == count);
  }
}

}  // namespace spread_loop_test
