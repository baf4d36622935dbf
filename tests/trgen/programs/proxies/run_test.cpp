// SPDX-License-Identifier: Apache-2.0
// Proxy applications keep the contract of programs, for many numbers of ranks and shapes.
#include <doctest/doctest.h>

#include "tests/trgen/programs/program_run.hpp"
#include "tests/trgen/programs/proxies/make_proxy.hpp"

namespace run_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::proxies;

template <class Params>
ProgramRun run_proxy(const Params& params) {
  std::string faults;
  const auto program = make_proxy(params, &faults);
  REQUIRE_MESSAGE(program, faults);
  CAPTURE(program->name());
  ProgramRun run = run_program(*program);
  CHECK(run.fault == "");
  return run;
}

template <class Params>
void run_on(std::uint32_t most_ranks, Params params = {}) {
  params.iterations = 3;
  for (std::uint32_t ranks = 1; ranks <= most_ranks; ++ranks) {
    CAPTURE(ranks);
    params.ranks = ranks;
    run_proxy(params);
  }
}

}  // namespace

TEST_CASE("halo keeps the contract on 1 to 40 ranks, flat and deep, with corners, on a torus") {
  for (const bool corners : {false, true}) {
    for (const bool periodic : {false, true}) {
      HaloParams params;
      params.corners = corners;
      params.periodic = periodic;
      run_on(40, params);
      params.points = {20, 10};
      params.depth = 2;
      run_on(40, params);
    }
  }
}

TEST_CASE("hpcg, minife and amg keep the contract on 1 to 40 ranks") {
  run_on<HpcgParams>(40);
  run_on<MinifeParams>(40);
  run_on<AmgParams>(40);
  AmgParams one_point;
  one_point.points = 1;
  run_on(64, one_point);
}

TEST_CASE("lulesh keeps the contract on cubes of ranks") {
  LuleshParams params;
  params.iterations = 3;
  for (const std::uint32_t ranks : {1U, 8U, 27U, 64U, 125U}) {
    params.ranks = ranks;
    run_proxy(params);
  }
}

TEST_CASE("sweep keeps the contract on 1 to 40 ranks, in two and three dimensions") {
  run_on<SweepParams>(40);
  SweepParams flat;
  flat.dimensions = 2;
  flat.plane_blocks = 4;
  run_on(40, flat);
}

TEST_CASE("fft-pencils and graph keep the contract on 1 to 40 ranks") {
  PencilsParams uneven;
  uneven.points = {45, 50, 41};
  run_on<PencilsParams>(40);
  run_on(40, uneven);
  run_on<GraphParams>(40);
}

TEST_CASE("amr keeps the contract on 1 to 64 ranks, over several regriddings") {
  AmrParams params;
  params.regrid = 1;
  run_on(64, params);
  params.seed = 2;
  params.links = 9;
  run_on(64, params);
}

}  // namespace run_test
