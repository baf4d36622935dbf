// SPDX-License-Identifier: Apache-2.0
// Known programs, extrapolated from three or four small numbers of ranks and compared with the program itself.
#include "tests/trgen/extrapolation/tools.hpp"
#include "trgen/programs/proxies/lulesh.hpp"

namespace extrapolation_programs_test {

using namespace trgen;
using programs::npb::Class;
using test::Benchmark;
using test::require_predicted;
using test::Script;
using test::Stencil;

TEST_CASE("EP on 256 ranks follows from 4, 8 and 16, with its collectives and its CPU bursts") {
  require_predicted(Benchmark{.code = "ep", .size = Class::W}, {4, 8, 16}, 256);
  require_predicted(Benchmark{.code = "ep", .size = Class::W, .rate = 1e9}, {4, 8, 16}, 256);
}

TEST_CASE("FT on 256 ranks follows from 4, 8 and 16: alltoall, splits of communicators and reductions") {
  require_predicted(Benchmark{.code = "ft", .size = Class::B}, {4, 8, 16}, 256);
}

TEST_CASE("stencils in two dimensions follow, with open and with closed borders") {
  require_predicted(Stencil{"stencil"}, {9, 16, 25}, 256);
  require_predicted(Stencil{"stencil"}, {4, 8, 16, 32}, 256);
  require_predicted(Stencil{"torus-stencil"}, {4, 8, 16}, 256);
}

TEST_CASE("stencils in three dimensions follow, from grids that are two ranks wide") {
  require_predicted(Stencil{"stencil-3d"}, {8, 16, 32, 64}, 256);
}

TEST_CASE("LU on 256 ranks follows from 4, 8, 16 and 32: a wavefront whose parts differ by a point, with bursts") {
  require_predicted(Benchmark{.code = "lu", .size = Class::B, .rate = 1e9}, {4, 8, 16, 32}, 256);
}

TEST_CASE("a script with a ring, sums over rows and sizes that shrink with ranks follows") {
  const std::string text = R"(
program: 1
title: rows
communicators: {row: {color: rank / 4}}
do:
  - repeat: 20
    as: i
    do:
      - compute: 5 us
      - isend: {to: (rank + 1) % ranks, bytes: 65536 / ranks, tag: i}
      - recv: {from: (rank + ranks - 1) % ranks, bytes: 65536 / ranks, tag: i}
      - waitall
      - allreduce: {bytes: 8, communicator: row}
  - if: rank == 0
    do:
      - send: {to: ranks - 1, bytes: 8 * ranks}
  - if: rank == ranks - 1
    do:
      - recv: {from: 0, bytes: 8 * ranks}
)";
  require_predicted(Script{text}, {8, 16, 32}, 128);
}

TEST_CASE(
    "CG on 256 ranks follows from 4, 16 and 64, and from 4, 8, 16 and 32: exchanges with log2 of a row partners") {
  require_predicted(Benchmark{.code = "cg", .size = Class::A, .iterations = 1}, {4, 16, 64}, 256);
  require_predicted(Benchmark{.code = "cg", .size = Class::A, .iterations = 1}, {4, 8, 16, 32}, 256);
}

TEST_CASE("BT on 64 and 256 ranks follows from 4, 9, 16 and 25: sweeps over cells whose lines are in the tags") {
  const Benchmark bt{.code = "bt", .size = Class::A, .iterations = 1};
  require_predicted(bt, {4, 9, 16, 25}, 64);
  require_predicted(bt, {4, 9, 16, 25}, 256);
  require_predicted(Benchmark{.code = "bt", .size = Class::W}, {4, 9, 16}, 64);
}

TEST_CASE("SP on 64 and 256 ranks follows from 4, 9, 16 and 25: messages of a sweep have the size of the cell") {
  const Benchmark sp{.code = "sp", .size = Class::A, .iterations = 1};
  require_predicted(sp, {4, 9, 16, 25}, 64);
  require_predicted(sp, {4, 9, 16, 25}, 256);
}

TEST_CASE("LULESH on 216 ranks follows from 8, 27 and 64: up to 26 neighbours, and fewer at the ends") {
  programs::proxies::LuleshParams lulesh;
  lulesh.iterations = 2;
  require_predicted(test::Proxy<programs::proxies::LuleshParams>{lulesh}, {8, 27, 64}, 216);
}

TEST_CASE("a structure of 16,384 ranks is made without its records, and its sends and receives balance") {
  const auto made = test::extrapolated(Benchmark{.code = "cg", .size = Class::D, .iterations = 1}, {4, 16, 64}, 16384);
  REQUIRE_MESSAGE(made.trace != nullptr, test::findings_of(made));
  CHECK(made.trace->ranks() == 16384);
  CHECK(made.grown.structure->events.size() < 2000);
}

}  // namespace extrapolation_programs_test
