// SPDX-License-Identifier: Apache-2.0
// Messages and bytes of an iteration in closed form: the difference between runs of 3 and of 2 iterations.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "tests/trgen/programs/program_run.hpp"
#include "tests/trgen/programs/proxies/make_proxy.hpp"

namespace counts_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::proxies;

struct ProxyIteration {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t collectives = 0;
};

template <class Params>
ProxyIteration proxy_iteration(Params params) {
  params.iterations = 2;
  const ProgramRun two = run_program(*make_proxy(params));
  params.iterations = 3;
  const ProgramRun three = run_program(*make_proxy(params));
  REQUIRE(three.fault == "");
  return {three.messages - two.messages, three.bytes - two.bytes, three.collectives - two.collectives};
}

/// Pairs of boxes of a p x p x p grid that share a face, an edge or a corner, both ways; and the points of n^3 boxes.
struct Halos {
  std::uint64_t messages = 0;
  std::uint64_t points = 0;
};

Halos halos(std::uint64_t p, std::uint64_t n) {
  const std::uint64_t faces = 6 * p * p * (p - 1);
  const std::uint64_t edges = 12 * p * (p - 1) * (p - 1);
  const std::uint64_t corners = 8 * (p - 1) * (p - 1) * (p - 1);
  return {faces + edges + corners, faces * n * n + edges * n + corners};
}

}  // namespace

TEST_CASE("halo: faces of a torus, and the sums asked for") {
  HaloParams params;
  params.ranks = 64;
  params.periodic = true;
  params.points = {8, 8, 8};
  params.depth = 2;
  params.sums = 3;
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == 64 * 6);
  CHECK(it.bytes == 64 * 6 * 2 * 64 * 8);
  CHECK(it.collectives == 64 * 3);
}

TEST_CASE("halo: 27 points on an open grid") {
  HaloParams params;
  params.ranks = 64;
  params.corners = true;
  params.points = {8, 8, 8};
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == halos(4, 8).messages);
  CHECK(it.bytes == 8 * halos(4, 8).points);
}

TEST_CASE("hpcg: three exchanges on each of three levels, one on the coarsest, one of the product; three sums") {
  HpcgParams params;
  params.ranks = 64;
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == halos(4, 16).messages * (3 * 3 + 1 + 1));
  CHECK(it.bytes ==
        8 * (4 * halos(4, 16).points + 3 * halos(4, 8).points + 3 * halos(4, 4).points + halos(4, 2).points));
  CHECK(it.collectives == 64 * 3);
}

TEST_CASE("minife: one exchange and two sums") {
  MinifeParams params;
  params.ranks = 64;
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == halos(4, 32).messages);
  CHECK(it.bytes == 8 * halos(4, 32).points);
  CHECK(it.collectives == 64 * 2);
}

TEST_CASE("lulesh: forces both ways, positions and velocities one way, gradients across faces, one minimum") {
  LuleshParams params;
  params.ranks = 27;
  params.elements = 10;
  const ProxyIteration it = proxy_iteration(params);
  const std::uint64_t faces = 6 * 9 * 2;
  CHECK(it.messages == halos(3, 11).messages * 3 / 2 + faces);
  CHECK(it.bytes == 8 * (3 * halos(3, 11).points + 6 * halos(3, 11).points / 2 + 3 * faces * 100));
  CHECK(it.collectives == 27);
}

TEST_CASE("amg: levels of the rank, then grids of fewer ranks at twice the distance") {
  AmgParams params;
  params.ranks = 64;
  params.points = 4;
  const ProxyIteration it = proxy_iteration(params);
  // Levels of 4, 2 and 1 points on all ranks, of one point on 8 ranks, and on the last.
  const std::uint64_t exchanges = halos(4, 4).messages * 3 * 3 + halos(2, 1).messages * 3;
  const std::uint64_t gathers = 2 * (64 - 8) + 2 * (8 - 1);
  CHECK(it.messages == exchanges + halos(4, 4).messages + gathers);
  CHECK(it.collectives == 64 * 3);
}

TEST_CASE("sweep: each face of the grid of ranks is crossed once by each block of each octant") {
  SweepParams params;
  params.ranks = 64;
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == 8 * (96 / 8 / 12 * 2) * 3 * 16 * 3);
  CHECK(it.bytes == it.messages * 16 * 16 * 12 * 16 * 8);
  SweepParams flat;
  flat.ranks = 64;
  flat.dimensions = 2;
  flat.plane_blocks = 4;
  const ProxyIteration blocks = proxy_iteration(flat);
  CHECK(blocks.messages == 8 * 2 * 4 * 2 * 8 * 7);
  CHECK(blocks.bytes == blocks.messages * 16 * 4 * 12 * 16 * 8);
}

TEST_CASE("fft-pencils: each transpose moves every point once, also where ranks do not divide the cube") {
  PencilsParams params;
  params.grid = {3, 4};
  params.ranks = 12;
  params.points = {10, 13, 9};
  CHECK(proxy_iteration(params).collectives == 12 * 4);
  const auto program = make_proxy(params);
  for (std::uint64_t call = 0; call < 4; ++call) {
    const std::uint32_t over = call == 0 || call == 3 ? 1 : 2;
    std::uint64_t bytes = 0;
    for (std::uint32_t rank = 0; rank < 12; ++rank) {
      const trgen::programs::Group group = program->group(over, rank);
      for (std::uint32_t to = 0; to < group.size; ++to) {
        bytes += program->block_bytes({.communicator = over, .call = call}, rank, *group.number_of(rank), to);
      }
    }
    CHECK(bytes == 10 * 13 * 9 * 16);
  }
}

TEST_CASE("graph: levels have all edges of the vertices found; without skew all pairs are alike") {
  const auto shares = level_shares(20, 32);
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(shares.size() >= 5);
  CHECK(shares.size() <= 8);
  GraphParams params;
  params.ranks = 16;
  params.skew = 0;
  const auto even = make_proxy(params);
  CHECK(even->block_bytes({.call = 3}, 0, 1, 2) == even->block_bytes({.call = 3}, 0, 9, 4));
  params.skew = 0.5;
  const auto skewed = make_proxy(params);
  CHECK(skewed->block_bytes({.call = 3}, 0, 1, 2) != skewed->block_bytes({.call = 3}, 0, 9, 4));
  CHECK(skewed->block_bytes({.call = 3}, 0, 1, 2) == skewed->block_bytes({.call = 3}, 7, 1, 2));
}

TEST_CASE("amr: without refinement and links, six faces a rank; the seed decides partners") {
  AmrParams params;
  params.ranks = 64;
  params.levels = 1;
  params.links = 0;
  const ProxyIteration it = proxy_iteration(params);
  CHECK(it.messages == 64 * 6);
  CHECK(it.bytes == 64 * 6 * 64 * 8);
  AmrParams one;
  one.ranks = 64;
  AmrParams two = one;
  two.seed = 2;
  CHECK(run_program(*make_proxy(one)).bytes != run_program(*make_proxy(two)).bytes);
  CHECK(run_program(*make_proxy(one)).bytes == run_program(*make_proxy(one)).bytes);
}

TEST_CASE("compute: bursts follow from the operations of a rank") {
  HaloParams params;
  params.ranks = 8;
  params.iterations = 5;
  params.compute.rate = 1e9;
  CHECK(run_program(*make_proxy(params)).computed[3] == 5 * 32 * 32 * 32);
  LuleshParams zones;
  zones.ranks = 8;
  zones.iterations = 2;
  zones.compute.rate = 1e9;
  CHECK(run_program(*make_proxy(zones)).computed[0] == 2 * 27'000);
}

}  // namespace counts_test
