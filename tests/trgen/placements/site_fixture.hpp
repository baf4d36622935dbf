// SPDX-License-Identifier: Apache-2.0
// Networks and jobs for tests of placements.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/replay/placements/catalogue.hpp"

namespace trgen::replay::testing {

using Places = std::vector<std::uint32_t>;

inline fsin::workload::NetworkFacts grid(std::vector<unsigned> dims, std::uint32_t terminals = 1) {
  fsin::workload::NetworkFacts facts;
  facts.nodes = terminals;
  for (const unsigned size : dims) facts.nodes *= size;
  facts.dims = std::move(dims);
  facts.terminals = terminals;
  return facts;
}

inline fsin::workload::NetworkFacts tree(std::uint32_t nodes) {
  fsin::workload::NetworkFacts facts;
  facts.nodes = nodes;
  return facts;
}

template <class P>
Places places_of(const P& placement, std::uint32_t ranks, const fsin::workload::NetworkFacts& facts,
                 std::vector<std::uint8_t> taken = {}) {
  Problem problem;
  const Places places = placement.place({ranks, facts, 1, taken, {}}, problem);
  CHECK(problem == "");
  return places;
}

template <class P>
std::string problem_of(const P& placement, std::uint32_t ranks, const fsin::workload::NetworkFacts& facts) {
  Problem problem;
  CHECK(placement.place({ranks, facts, 1, {}, {}}, problem).empty());
  return problem;
}

}  // namespace trgen::replay::testing
