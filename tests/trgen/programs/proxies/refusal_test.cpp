// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/trgen/programs/proxies/make_proxy.hpp"

namespace refusal_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::proxies;

template <class Params>
std::string fault_of_proxy(const Params& params) {
  std::string faults;
  CHECK_FALSE(make_proxy(params, &faults));
  return faults;
}

}  // namespace

TEST_CASE("a grid that is not the number of ranks is refused with one that is") {
  HpcgParams params;
  params.ranks = 60;
  params.grid = {4, 4, 4};
  CHECK(fault_of_proxy(params) ==
        "grid: hpcg: a grid of 4 x 4 x 4 ranks is not 60 ranks; set grid to 5x4x3, for instance\n");
}

TEST_CASE("points that cannot be halved are refused with the next that can") {
  HpcgParams params;
  params.points = {16, 20, 16};
  CHECK(fault_of_proxy(params).find("20 is no multiple of 8; the next one is 24") != std::string::npos);
  AmgParams amg;
  amg.points = 12;
  CHECK(fault_of_proxy(amg).find("the nearest are 8 and 16") != std::string::npos);
}

TEST_CASE("lulesh on ranks that are no cube is refused with the nearest cubes") {
  LuleshParams params;
  params.ranks = 100;
  CHECK(fault_of_proxy(params).find("not 100; the nearest are 64 and 125") != std::string::npos);
}

TEST_CASE("sweep refuses sets that do not divide, and blocks of planes of whole cubes") {
  SweepParams params;
  params.direction_sets = 12;
  CHECK(fault_of_proxy(params) ==
        "direction_sets: sweep: direction_sets = 12 is no multiple of the 8 octants; the next one is 16\n");
  SweepParams uneven;
  uneven.direction_sets = 40;
  CHECK(fault_of_proxy(uneven).find("direction_sets = 40 does not divide directions = 96") != std::string::npos);
  SweepParams planes;
  planes.plane_blocks = 4;
  CHECK(fault_of_proxy(planes).find("set dimensions to 2") != std::string::npos);
  SweepParams groups;
  groups.group_sets = 5;
  CHECK(fault_of_proxy(groups).find("group_sets = 5 does not divide groups = 32") != std::string::npos);
}

TEST_CASE("fft-pencils refuses more ranks than pencils; graph refuses more ranks than vertices") {
  PencilsParams params;
  params.ranks = 64;
  params.grid = {32, 2};
  params.points = {16, 64, 64};
  CHECK(fault_of_proxy(params).find("at most 16 x 64") != std::string::npos);
  GraphParams graph;
  graph.ranks = 100;
  graph.scale = 6;
  CHECK(fault_of_proxy(graph).find("set scale to 7 or more") != std::string::npos);
}

TEST_CASE("the most cubic grid has the least surface") {
  CHECK(Grid::most_cubic(64).side(0) == 4);
  CHECK(Grid::most_cubic(60).side(0) == 5);
  CHECK(Grid::most_cubic(7).side(0) == 7);
  CHECK(Grid::most_square(64).side(1) == 8);
  CHECK(Grid::most_cubic(65536).ranks() == 65536);
}

}  // namespace refusal_test
