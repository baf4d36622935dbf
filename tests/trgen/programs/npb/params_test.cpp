// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/trgen/programs/npb/make_npb.hpp"

namespace params_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::npb;

static_assert(trgen::programs::Kind<NpbParams>);

}  // namespace

TEST_CASE("ranks that are not given are one on each node") {
  NpbParams params;
  const auto program = make(params);
  REQUIRE(program);
  CHECK(program->ranks() == 64);
  CHECK(program->name() == "npb cg, class S, 64 ranks");
}

TEST_CASE("the name tells programs apart that differ in iterations, rate, graph or keys") {
  NpbParams params = npb(Code::is, Class::S, 4, 3);
  params.compute.rate = 2e9;
  params.keys = Keys::expected;
  CHECK(make(params)->name() ==
        "npb is, class S, 4 ranks, 3 iterations, 2000000000 operations a second, expected keys");
  NpbParams traffic = npb(Code::dt, Class::S, 12);
  traffic.graph = Graph::shuffle;
  CHECK(make(traffic)->name() == "npb dt, class S, 12 ranks, graph sh");
}

TEST_CASE("a class that a code has not is refused, with its largest one") {
  std::string faults;
  CHECK_FALSE(make(npb(Code::is, Class::F, 64), &faults));
  CHECK(faults == "class: npb is has no class F; its largest is E\n");
  CHECK_FALSE(make(npb(Code::dt, Class::E, 64), &faults));
  CHECK(faults == "class: npb dt has no class E; its largest is D\n");
}

TEST_CASE("keys that a code does not use are refused") {
  std::string faults;
  NpbParams params = npb(Code::cg, Class::S, 4);
  params.graph = Graph::shuffle;
  params.keys = Keys::exact;
  CHECK_FALSE(make(params, &faults));
  CHECK(faults ==
        "graph: npb cg has no graph of tasks, only dt has; remove graph\n"
        "keys: npb cg has no keys to sort, only is has; remove keys\n");
  NpbParams traffic = npb(Code::dt, Class::S, 5);
  traffic.compute.rate = 1e9;
  CHECK_FALSE(make(traffic, &faults));
  CHECK(faults.find("no published count of operations") != std::string::npos);
}

}  // namespace params_test
