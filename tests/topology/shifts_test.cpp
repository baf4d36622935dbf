// SPDX-License-Identifier: Apache-2.0
// De Bruijn and Kautz networks: numbers, diameters, and that their arithmetic is that of words.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "fsin/topology/switches/digit_shift.hpp"
#include "fsin/topology/switches/switch_search.hpp"

namespace shifts_test {

namespace {

using namespace fsin;
using topology::DigitShift;
using topology::DigitShiftGraph;
using topology::Words;

unsigned power(unsigned base, unsigned exponent) {
  unsigned product = 1;
  while (exponent-- > 0) product *= base;
  return product;
}

/// Switches that a walk of `steps` links leads to, each counted as often as there are walks.
std::map<std::uint32_t, unsigned> walks(const DigitShiftGraph& graph, std::uint32_t from, unsigned steps) {
  std::map<std::uint32_t, unsigned> at{{from, 1}};
  for (unsigned step = 0; step < steps; ++step) {
    std::map<std::uint32_t, unsigned> next;
    for (const auto& [number, ways] : at) {
      for (const auto& plug : graph.links_of(number)) next[plug.to] += ways;
    }
    at = next;
  }
  return at;
}

}  // namespace

TEST_CASE("a Kautz network has (d + 1) d^(n-1) switches of degree d, and diameter n") {
  for (const auto& [d, n] : {std::pair{2U, 1U}, {2U, 2U}, {2U, 3U}, {2U, 6U}, {3U, 2U}, {3U, 4U}, {4U, 3U}, {7U, 2U}}) {
    INFO("K(" << d << ", " << n << ")");
    const DigitShiftGraph graph({Words::without_repeats, d, n, 1, 1});
    CHECK(graph.switches() == (d + 1) * power(d, n - 1));
    CHECK(graph.links() == static_cast<double>(graph.switches() * (2 + d)));
    CHECK(topology::SwitchSearch(graph).distances().diameter == n + 2);
    for (std::uint32_t number = 0; number < graph.switches(); ++number) REQUIRE(graph.links_of(number).size() == d);
  }
}

TEST_CASE("n links of a Kautz network lead to every switch whose word can follow, by one walk each") {
  // A^n + A^(n-1) = J, for the matrix A of the graph and J of ones only: what tells Kautz graphs from others.
  for (const auto& [d, n] : {std::pair{2U, 3U}, {3U, 2U}, {2U, 4U}}) {
    const DigitShiftGraph graph({Words::without_repeats, d, n, 1, 1});
    for (std::uint32_t from = 0; from < graph.switches(); ++from) {
      auto long_walks = walks(graph, from, n);
      for (const auto& [to, ways] : walks(graph, from, n - 1)) long_walks[to] += ways;
      REQUIRE(long_walks.size() == graph.switches());
      for (const auto& [to, ways] : long_walks) REQUIRE(ways == 1);
    }
  }
}

TEST_CASE("a de Bruijn network has d^n switches, links to the shifted words, and diameter n") {
  for (const auto& [d, n] : {std::pair{2U, 1U}, {2U, 2U}, {2U, 6U}, {3U, 3U}, {5U, 2U}, {4U, 4U}}) {
    INFO("B(" << d << ", " << n << ")");
    const DigitShiftGraph graph({Words::any, d, n, 1, 1});
    const unsigned all = power(d, n);
    CHECK(graph.switches() == all);
    CHECK(graph.links() == 2.0 * all + d * all - d);
    CHECK(topology::SwitchSearch(graph).distances().diameter == n + 2);
    for (std::uint32_t number = 0; number < all; ++number) {
      std::set<std::uint32_t> expected, found;
      for (unsigned letter = 0; letter < d; ++letter) expected.insert(number % power(d, n - 1) * d + letter);
      expected.erase(number);
      for (const auto& plug : graph.links_of(number)) found.insert(plug.to);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("distances by arithmetic are those of a search") {
  for (const Words words : {Words::any, Words::without_repeats}) {
    for (const auto& [d, n] : {std::pair{2U, 5U}, {3U, 3U}, {4U, 2U}}) {
      const DigitShiftGraph graph({words, d, n, 1, 1});
      for (std::uint32_t from = 0; from < graph.switches(); ++from) {
        for (std::uint32_t to = 0; to < graph.switches(); ++to) {
          if (from == to) continue;
          REQUIRE(graph.distance(NodeId(from), NodeId(to)) == 2 + topology::SwitchSearch(graph).distance(from, to));
        }
      }
    }
  }
}

TEST_CASE("networks of words that would be too large are told with the key to change") {
  CHECK(topology::DeBruijnParams{10, 20, 1, 1}.fault()->key == "n");
  CHECK(topology::KautzParams{200, 1, 100, 1}.fault()->key == "terminals");
}

}  // namespace shifts_test
