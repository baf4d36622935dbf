// SPDX-License-Identifier: Apache-2.0
// Patterns from files: matrices, permutations and populations, and every way in which such a file is wrong.
#include <doctest/doctest.h>

#include <cstdlib>
#include <span>

#include "tests/scratch.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/synth/patterns.hpp"

namespace synth_file_patterns_test {

using namespace trgen::synth;

namespace {

NetworkFacts nodes(std::uint32_t count) {
  NetworkFacts facts;
  facts.nodes = count;
  facts.distance = [](std::uint32_t from, std::uint32_t to) { return from > to ? from - to : to - from; };  // a line
  return facts;
}

std::string pattern_file(const std::string& text) {
  static const fsin::test::Scratch scratch;
  return scratch.file("file_patterns_test.txt", text);
}

template <class Params>
std::string fault(const std::string& text, std::uint32_t count) {
  Params params;
  params.file = pattern_file(text);
  try {
    return params.check(nodes(count));
  } catch (const trgen::record::TraceError& error) {
    return error.what();
  }
}

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a matrix gives each node its destinations and its share of the load") {
  MatrixParams params;
  params.file = pattern_file("# rates\n0,3,1\n0,0,0\n8,0,0\n");
  REQUIRE(params.check(nodes(3)) == "");
  const auto pattern = params.make(nodes(3), 1);
  CHECK(pattern->silent(1));
  CHECK(pattern->rate(0) == doctest::Approx(4.0 / 6));
  CHECK(pattern->rate(1) == 0);
  CHECK(pattern->rate(2) == doctest::Approx(8.0 / 6));
  int to_one = 0;
  for (std::uint64_t k = 0; k < 40000; ++k) {
    const auto words = fsin::philox({1, fsin::Purpose::arrival}, k);
    const std::uint32_t node = pattern->destination(0, {k, words[2], words[3]});
    CHECK((node == 1 || node == 2));
    to_one += node == 1 ? 1 : 0;
    CHECK(pattern->destination(2, {k, words[2], words[3]}) == 0);
  }
  CHECK(to_one == doctest::Approx(30000).epsilon(0.02));
  CHECK(pattern->bytes() >= 3 * 12);
}

TEST_CASE("a faulty matrix is refused with file and line") {
  CHECK(has(fault<MatrixParams>("0,1\n1,0,0\n1,1,0\n", 3), "file_patterns_test.txt:1: 2 rates in the row of node 0"));
  CHECK(has(fault<MatrixParams>("0,1,1\n1,0,-2\n1,1,0\n", 3), ":2: the rate is \"-2\", and less than nothing"));
  CHECK(has(fault<MatrixParams>("0,1,x\n1,0,0\n1,1,0\n", 3), ":1: the rate is \"x\""));
  CHECK(has(fault<MatrixParams>("1,1,0\n1,0,0\n1,1,0\n", 3), ":1: node 0 has a rate of 1 to itself"));
  CHECK(has(fault<MatrixParams>("0,1,0\n1,0,0\n", 3), "2 rows, and the network has 3 nodes"));
  CHECK(has(fault<MatrixParams>("0,1\n1,0\n0,0\n", 2), "more rows than the 2 nodes"));
  CHECK(has(fault<MatrixParams>("0,0\n0,0\n", 2), "all rates are 0"));
  CHECK(has(fault<MatrixParams>("0,inf\n1,0\n", 2), "the rate is \"inf\""));
  CHECK(has(MatrixParams{}.check(nodes(2)), "read from a file"));
  MatrixParams missing;
  missing.file = "no_such_matrix.csv";
  CHECK_THROWS_AS(missing.check(nodes(2)), trgen::record::TraceError);
}

TEST_CASE("a permutation is read, its other nodes are silent, and what is none is refused") {
  PermutationParams params;
  params.file = pattern_file("0 2\n2 1 # back\n");
  REQUIRE(params.check(nodes(4)) == "");
  const auto pattern = params.make(nodes(4), 1);
  CHECK(pattern->destination(0, {}) == 2);
  CHECK(pattern->destination(2, {}) == 1);
  CHECK(pattern->silent(1));
  CHECK(pattern->silent(3));
  CHECK(has(fault<PermutationParams>("0 1\n0 2\n", 4), ":2: node 0 is a source twice"));
  CHECK(has(fault<PermutationParams>("0 1\n2 1\n", 4), ":2: node 1 is a destination twice"));
  CHECK(has(fault<PermutationParams>("0 4\n", 4), ":1: the destination is 4, and the largest is 3"));
  CHECK(has(fault<PermutationParams>("0\n", 4), ":1: 1 fields in place of two"));
  CHECK(has(fault<PermutationParams>("1 1\n", 4), "no node sends to another one"));
  CHECK(has(fault<PermutationParams>("", 4), "no node sends to another one"));
}

TEST_CASE("a population draws distances from its file, of those that a node has") {
  PopulationParams params;
  params.file = pattern_file("1 1\n3 2\n9 5\n");
  REQUIRE(params.check(nodes(5)) == "");
  const auto pattern = params.make(nodes(5), 1);
  std::vector<double> parts(5);
  REQUIRE(pattern->parts(1, [&](std::uint32_t node, double part) { parts[node] += part; }));
  CHECK(parts[0] == doctest::Approx(1.0 / 6));  // two nodes at 1, one at 3, none at 9
  CHECK(parts[2] == doctest::Approx(1.0 / 6));
  CHECK(parts[4] == doctest::Approx(2.0 / 3));
  std::vector<int> counts(5);
  for (std::uint64_t k = 0; k < 60000; ++k) {
    const auto words = fsin::philox({1, fsin::Purpose::arrival}, k);
    ++counts[pattern->destination(1, {k, words[2], words[3]})];
  }
  for (std::uint32_t node = 0; node < 5; ++node)
    CHECK(counts[node] == doctest::Approx(60000 * parts[node]).epsilon(0.02));
  CHECK(has(fault<PopulationParams>("0 1\n", 5), "distance 0 is the source itself"));
  CHECK(has(fault<PopulationParams>("9 1\n", 5), "no node of the network lies at a distance"));
  CHECK(has(fault<PopulationParams>("1 0\n", 5), "no distance has a weight above 0"));
  CHECK(has(fault<PopulationParams>("1 1\n", 20000), "a table of all pairs of nodes"));
}

}  // namespace synth_file_patterns_test
