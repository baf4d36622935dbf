// SPDX-License-Identifier: Apache-2.0
// The shortest ways to a switch of another group against a search through all links between the two groups.
#include <doctest/doctest.h>

#include <utility>
#include <vector>

#include "fsin/topology/dragonflies/dragonfly.hpp"

namespace dragonfly_links_test {

namespace {

using fsin::topology::Dragonfly;
using fsin::topology::Wiring;

/// Numbers of the links with the shortest way, ascending, and its length in front.
std::vector<unsigned> searched(const Dragonfly& network, Dragonfly::Place from, unsigned group, unsigned index) {
  std::vector<unsigned> found{~0U};
  for (unsigned number = 0; number < network.links_between(from.group, group); ++number) {
    const unsigned hops = network.hops_by(from, group, index, number);
    if (hops < found[0]) found.assign(1, hops);
    if (hops == found[0]) found.push_back(number);
  }
  return found;
}

std::vector<unsigned> computed(const Dragonfly& network, Dragonfly::Place from, unsigned group, unsigned index) {
  const Dragonfly::Ways ways = network.shortest(from, group, index);
  std::vector<unsigned> found{ways.hops};
  for (unsigned before = 0; before < ways.numbers.count(); ++before) found.push_back(ways.numbers.pick(before));
  return found;
}

}  // namespace

TEST_CASE("The shortest ways to a switch of another group are those that a search through all links finds") {
  unsigned compared = 0, wrong = 0;
  for (const Wiring wiring : {Wiring::relative, Wiring::absolute, Wiring::circulant}) {
    for (const auto& [a, h] : {std::pair{2U, 1U}, {3U, 2U}, {4U, 3U}, {5U, 7U}, {8U, 4U}}) {
      for (unsigned groups = 2; groups <= a * h + 1; ++groups) {
        const Dragonfly network(1, a, h, groups, wiring);
        for (unsigned here = 0; here < groups * a; ++here) {
          const Dragonfly::Place from{static_cast<std::uint16_t>(here / a), static_cast<std::uint8_t>(here % a), 0};
          for (unsigned group = 0; group < groups; ++group) {
            if (group == from.group) continue;
            for (unsigned index = 0; index <= a; ++index) {
              const unsigned to = index == a ? Dragonfly::any : index;
              ++compared;
              wrong += computed(network, from, group, to) != searched(network, from, group, to) ? 1U : 0U;
            }
          }
        }
      }
    }
  }
  CHECK(compared > 100000);
  CHECK(wrong == 0);
}

}  // namespace dragonfly_links_test
