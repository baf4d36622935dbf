// SPDX-License-Identifier: Apache-2.0
// Known programs, extrapolated from three or four small numbers of ranks and compared with the program itself.
#include "tests/trgen/extrapolation/tools.hpp"
#include "trgen/programs/proxies/conjugate.hpp"
#include "trgen/programs/proxies/lulesh.hpp"
#include "trgen/programs/proxies/sweep.hpp"

namespace extrapolation_programs_test {

using namespace trgen;
using programs::npb::Class;
using test::Benchmark;
using test::extrapolated;
using test::findings_of;
using test::first_difference;
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

TEST_CASE("BT and SP of class W on 16 ranks follow from 4 and 9 if forced, though two inputs check few of their laws") {
  for (const std::string_view code : {"bt", "sp"}) {
    const Benchmark program{.code = code, .size = Class::W};
    const auto made = extrapolated(program, {4, 9}, 16, true);
    REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
    const auto truth = program(16);
    CHECK(first_difference(*truth, *made.trace) == "");
    CHECK(findings_of(made).find("so none checks it") != std::string::npos);
  }
}

TEST_CASE("CG on 16 ranks follows from 4 and 8 if forced: of equal laws, that of a side of the grid") {
  const Benchmark cg{.code = "cg", .size = Class::W};
  const auto made = extrapolated(cg, {4, 8}, 16, true);
  REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
  CHECK(first_difference(*cg(16), *made.trace) == "");
}

TEST_CASE("SP on 64 and 256 ranks follows from 4, 9, 16 and 25: messages of a sweep have the size of the cell") {
  const Benchmark sp{.code = "sp", .size = Class::A, .iterations = 1};
  require_predicted(sp, {4, 9, 16, 25}, 64);
  require_predicted(sp, {4, 9, 16, 25}, 256);
}

TEST_CASE("BT and SP over many steps follow: loops of a step that ends with many loops are found on all inputs") {
  require_predicted(Benchmark{.code = "bt", .size = Class::W, .iterations = 7}, {4, 9, 16}, 64);
  require_predicted(Benchmark{.code = "sp", .size = Class::A, .iterations = 5}, {4, 9, 16, 25}, 64);
}

TEST_CASE(
    "SP of class W on 64 ranks, whose uneven shares 4, 9 and 16 do not show, is the usual multipartition if forced") {
  const Benchmark sp{.code = "sp", .size = Class::W, .iterations = 5};
  CHECK(extrapolated(sp, {4, 9, 16}, 64).trace == nullptr);
  const auto forced = extrapolated(sp, {4, 9, 16}, 64, true);
  REQUIRE_MESSAGE(forced.trace != nullptr, findings_of(forced));
  CHECK(first_difference(*sp(64), *forced.trace) == "");
}

TEST_CASE("CG on 64 ranks follows from 4, 8 and 16, whose ladders have one and two rungs") {
  require_predicted(Benchmark{.code = "cg", .size = Class::W, .iterations = 2}, {4, 8, 16}, 64);
}

TEST_CASE("MG on 256 ranks follows from 8, 16, 32 and 64: coarse levels, on which more and more ranks are idle") {
  require_predicted(Benchmark{.code = "mg", .size = Class::W, .iterations = 2}, {8, 16, 32, 64}, 256);
  require_predicted(Benchmark{.code = "mg", .size = Class::S}, {4, 8, 16, 32, 64}, 128);
}

TEST_CASE("MG follows from inputs with ranks that are idle on several levels, and take and give points in turn") {
  require_predicted(Benchmark{.code = "mg", .size = Class::W, .iterations = 2}, {16, 32, 64, 128}, 256);
}

TEST_CASE("a time before a ladder or a loop has a model of its own, beside that of the time within") {
  const auto work = [](const record::TraceSource& trace) {
    double sum = 0;
    record::Record each;
    const auto cursor = trace.open();
    for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
      while (cursor->next(rank, each)) {
      }
      sum += static_cast<double>(each.time_ns);
    }
    return sum;
  };
  const std::string program = R"(
program: 1
title: sums
do:
  - repeat: 10
    do:
      - compute: (1000000 + rank * 7919 % 13 * 100) / ranks
)";
  for (const std::string_view exchanges : {R"(
      - repeat: log2(ranks)
        as: i
        do:
          - isend: {to: rank ^ (1 << i), bytes: 8}
          - recv: {from: rank ^ (1 << i), bytes: 8}
          - waitall
)",
                                           R"(
      - repeat: ranks - 1
        do:
          - isend: {to: (rank + 1) % ranks, bytes: 8}
          - recv: {from: (rank + ranks - 1) % ranks, bytes: 8}
          - waitall
      - barrier
)"}) {
    CAPTURE(exchanges);
    const Script script{program + std::string(exchanges)};
    const auto made = extrapolated(script, {8, 16, 32}, 64);
    REQUIRE_MESSAGE(made.trace != nullptr, findings_of(made));
    CHECK(work(*made.trace) / work(*script(64)) == doctest::Approx(1).epsilon(0.02));
  }
}

TEST_CASE("LULESH on 216 ranks follows from 8, 27 and 64: up to 26 neighbours, and fewer at the ends") {
  programs::proxies::LuleshParams lulesh;
  lulesh.iterations = 2;
  require_predicted(test::Proxy<programs::proxies::LuleshParams>{lulesh}, {8, 27, 64}, 216);
}

TEST_CASE("miniFE and HPCG follow from grids two ranks wide, whose neighbours on both sides are the same rank") {
  programs::proxies::MinifeParams minife;
  minife.iterations = 2;
  require_predicted(test::Proxy<programs::proxies::MinifeParams>{minife}, {8, 16, 64}, 256);
  programs::proxies::HpcgParams hpcg;
  hpcg.iterations = 1;
  require_predicted(test::Proxy<programs::proxies::HpcgParams>{hpcg}, {8, 27, 64}, 216);
}

TEST_CASE("sweeps in three dimensions follow, though at corners the end of one and the begin of the next look alike") {
  programs::proxies::SweepParams sweep;
  sweep.iterations = 1;
  sweep.group_sets = 1;
  require_predicted(test::Proxy<programs::proxies::SweepParams>{sweep}, {8, 16, 64}, 512);
  require_predicted(test::Proxy<programs::proxies::SweepParams>{sweep}, {8, 64, 125}, 512);
}

TEST_CASE("sweeps in two dimensions follow: a loop that corner ranks have as a sequence has all its tags") {
  programs::proxies::SweepParams sweep;
  sweep.iterations = 3;
  sweep.dimensions = 2;
  require_predicted(test::Proxy<programs::proxies::SweepParams>{sweep}, {4, 16, 36}, 256);
}

TEST_CASE(
    "LU on 16 and 64 ranks follows from 4 and 8 if forced: who has a neighbour on a side two ranks wide sends to it") {
  const Benchmark lu{.code = "lu", .size = Class::W, .iterations = 2};
  for (const std::uint32_t ranks : {16U, 64U}) {
    CAPTURE(ranks);
    const auto made = test::extrapolated(lu, {4, 8}, ranks, true);
    REQUIRE_MESSAGE(made.trace != nullptr, test::findings_of(made));
    const auto sent = static_cast<double>(lu(ranks)->census().messages);
    // All but a few of the surface integral at the end, whose owners two rows of ranks do not show.
    CHECK(static_cast<double>(made.trace->census().messages) == doctest::Approx(sent).epsilon(0.004));
    CHECK(test::findings_of(made).find("as far as inputs show") != std::string::npos);
  }
}

TEST_CASE("a structure of 16,384 ranks is made without its records, and its sends and receives balance") {
  const auto made =
      test::extrapolated(Benchmark{.code = "cg", .size = Class::D, .iterations = 1}, {4, 16, 64}, 16384, true);
  REQUIRE_MESSAGE(made.trace != nullptr, test::findings_of(made));
  CHECK(made.trace->ranks() == 16384);
  CHECK(made.grown.structure->events.size() < 2000);
  CHECK(structure::listed_fields(*made.grown.structure) == 0);  // the partners of a binomial tree have no loops
}

}  // namespace extrapolation_programs_test
