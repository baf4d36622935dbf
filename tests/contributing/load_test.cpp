// SPDX-License-Identifier: Apache-2.0
// The worked examples of docs/contributing.md that make load: a pattern and a kernel. That the kernel is sound shows
// tests/trgen/kernel_test.cpp, which is compiled with it.

#include <doctest/doctest.h>

#include <algorithm>

#include "trgen/kernels/catalogue.hpp"
#include "trgen/synth/patterns.hpp"

namespace load_test {

TEST_CASE("mirror sends to the node at the other end, and an odd one out is silent") {
  const trgen::synth::MirrorParams mirror;
  trgen::synth::NetworkFacts facts;
  facts.nodes = 5;
  CHECK(mirror.check(facts).empty());
  const auto pattern = mirror.make(facts, 1);
  for (std::uint32_t node = 0; node < 5; ++node) CHECK(pattern->destination(node, {}) == 4 - node);
  CHECK(pattern->silent(2));
  facts.nodes = 1;
  CHECK_FALSE(mirror.check(facts).empty());
}

TEST_CASE("the pipeline is a kernel of the list, in which rank 1 of 3 receives before it sends") {
  const auto& kernels = trgen::kernels::kernels;
  const auto pipeline =
      std::find_if(kernels.begin(), kernels.end(), [](const auto& k) { return k.name == "pipeline"; });
  REQUIRE(pipeline != kernels.end());
  const trgen::kernels::KernelSettings three{.ranks = 3};
  CHECK(pipeline->events(three, 0) == 1);
  REQUIRE(pipeline->events(three, 1) == 2);
  const auto first = pipeline->event(three, 1, 0, 0), second = pipeline->event(three, 1, 0, 1);
  CHECK_FALSE(first.is_send);
  CHECK(first.peer == 0);
  CHECK(second.is_send);
  CHECK(second.peer == 2);
}

}  // namespace load_test
