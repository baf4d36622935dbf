// SPDX-License-Identifier: Apache-2.0
// Messages and bytes of an iteration in closed form: the difference between runs of 3 and of 2 iterations.
#include <doctest/doctest.h>

#include "tests/trgen/programs/npb/make_npb.hpp"
#include "tests/trgen/programs/program_run.hpp"

namespace counts_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::npb;

struct Iteration {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t to_self = 0;
  std::uint64_t collectives = 0;
};

Iteration iteration_of(Code code, Class size, std::uint32_t ranks) {
  const ProgramRun two = run_program(*make(npb(code, size, ranks, 2)));
  const ProgramRun three = run_program(*make(npb(code, size, ranks, 3)));
  return {three.messages - two.messages, three.bytes - two.bytes, three.to_self - two.to_self,
          three.collectives - two.collectives};
}

}  // namespace

TEST_CASE("bt: 6 faces and 6 (p - 1) lines a rank; class W on 64 ranks: 124,320 bytes each") {
  const Iteration it = iteration_of(Code::bt, Class::W, 64);
  CHECK(it.messages == 64 * (6 + 6 * 7));
  CHECK(it.bytes == 64 * 124'320);
  const Iteration uneven = iteration_of(Code::bt, Class::W, 49);
  CHECK(uneven.messages == 49 * (6 + 6 * 6));
  CHECK(uneven.bytes == 2 * 6 * 3 * 24 * 24 * 2 * 40 + 49 * 3 * 6 * (30 + 5) * 8 * 16);
}

TEST_CASE("sp: the planes between cells cross once each way: 22 and 10 words an interior point") {
  const Iteration it = iteration_of(Code::sp, Class::W, 64);
  CHECK(it.messages == 64 * (6 + 6 * 7));
  CHECK(it.bytes == 3 * 7 * (2 * 36 * 36 * 80 + 34 * 34 * (22 + 10) * 8));
}

TEST_CASE("lu: every pair of neighbours exchanges 2 (n - 2) lines and two faces each way") {
  const Iteration it = iteration_of(Code::lu, Class::W, 64);
  CHECK(it.messages == 2 * 7 * 8 * (2 * 31 + 2));
  CHECK(it.bytes == 2 * 7 * (2 * 31 * 31 * 40 + 2 * 33 * 33 * 80));
  CHECK(it.collectives == 0);
}

TEST_CASE("cg: 26 products of log2(columns) + 1 vectors, and 53 sums of scalars") {
  const Iteration square = iteration_of(Code::cg, Class::W, 64);
  CHECK(square.messages == 64 * (26 * 4 + 53 * 3));
  CHECK(square.to_self == 8 * 26);
  CHECK(square.bytes == 64 * (26 * 4 * 7000 + 52 * 3 * 8 + 3 * 16));
  const Iteration half = iteration_of(Code::cg, Class::W, 32);
  CHECK(half.messages == 32 * (26 * 4 + 53 * 3));
  CHECK(half.bytes == 32 * (26 * 4 * 7000 + 52 * 3 * 8 + 3 * 16));
}

TEST_CASE("mg: on 8 ranks, six faces for each exchange of a level, and no rank falls idle before level 1") {
  const Iteration it = iteration_of(Code::mg, Class::S, 8);
  const auto faces = [](std::uint64_t n) { return 2 * (n * n + (n + 2) * n + (n + 2) * (n + 2)); };
  CHECK(it.messages == 8 * 6 * (3 + 3 * 3 + 2));
  CHECK(it.bytes == 8 * 8 * (3 * faces(16) + 3 * (faces(8) + faces(4) + faces(2)) + 2 * faces(1)));
}

TEST_CASE("mg: where ranks fall idle, active ones send their points both ways in each direction on the way up") {
  const Iteration it = iteration_of(Code::mg, Class::S, 64);
  // Level 1 has 8 active ranks of 64; they exchange twice. All ranks exchange three times on the others.
  const std::uint64_t exchanges = 64 * 6 * (3 + 3 + 3 + 3) + 8 * 6 * 2;
  // On the way to level 2, ranks that had no points take them, in each direction by itself.
  const std::uint64_t expansions = 3 * 32 * 2;
  CHECK(it.messages == exchanges + expansions);
}

TEST_CASE("ft: an all-to-all on slabs, two on pencils, and a sum; no other messages") {
  CHECK(iteration_of(Code::ft, Class::S, 16).collectives == 16 * 2);
  CHECK(iteration_of(Code::ft, Class::W, 64).collectives == 64 * 3);
  CHECK(iteration_of(Code::ft, Class::W, 64).messages == 0);
}

TEST_CASE("is: three collectives an iteration; ep: four in all") {
  CHECK(iteration_of(Code::is, Class::S, 8).collectives == 8 * 3);
  CHECK(run_program(*make(npb(Code::ep, Class::S, 8))).collectives == 8 * (1 + 4));
}

TEST_CASE("dt: two messages for each arc of the graph, and one for each sink") {
  NpbParams params = npb(Code::dt, Class::W, 40);
  params.graph = Graph::shuffle;
  CHECK(run_program(*make(params)).messages == 2 * 3 * 16 + 8);
  params.graph = Graph::black_hole;
  CHECK(run_program(*make(params)).messages == 2 * (8 + 2) + 1);
  params.graph = Graph::white_hole;
  CHECK(run_program(*make(params)).messages == 2 * (8 + 2) + 8);
}

TEST_CASE("compute: CPU bursts of all ranks add up to the published count of operations") {
  const auto total = [](Code code, Class size, std::uint32_t ranks) {
    NpbParams params = npb(code, size, ranks, 2);
    params.compute.rate = 1e9;
    const ProgramRun two = run_program(*make(params));
    params.iterations = 3;
    const ProgramRun three = run_program(*make(params));
    double sum = 0;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      sum += static_cast<double>(three.computed[rank] - two.computed[rank]);
    }
    return sum;
  };
  CHECK(total(Code::cg, Class::W, 16) == doctest::Approx(2.0 * 7000 * (3 + 72 + 25 * (5 + 72) + 3)).epsilon(1e-3));
  CHECK(total(Code::bt, Class::W, 16) ==
        doctest::Approx(3478.8 * 24 * 24 * 24 - 17655.7 * 24 * 24 + 28023.7 * 24).epsilon(1e-3));
  CHECK(total(Code::lu, Class::W, 16) ==
        doctest::Approx(1984.77 * 33 * 33 * 33 - 10923.3 * 33 * 33 + 27770.9 * 33 - 144010.0).epsilon(1e-2));
  CHECK(total(Code::mg, Class::W, 16) == doctest::Approx(58.0 * 128 * 128 * 128).epsilon(1e-3));
  CHECK(total(Code::is, Class::W, 16) == doctest::Approx(1 << 20).epsilon(1e-6));
}

TEST_CASE("phases: the timed part is the iterations alone, and keeps the contract") {
  for (const CodeEntry& code : codes) {
    if (code.value == Code::dt) continue;
    CAPTURE(code.name);
    NpbParams params = npb(code.value, Class::W, 16, 3);
    params.phases = Phases::timed;
    const ProgramRun three = run_program(*make(params));
    params.iterations = 2;
    const ProgramRun two = run_program(*make(params));
    const Iteration it = iteration_of(code.value, Class::W, 16);
    CHECK(three.fault == "");
    CHECK(three.messages - two.messages == it.messages);
    CHECK(three.bytes - two.bytes == it.bytes);
    CHECK(three.collectives - two.collectives == it.collectives);
    if (code.value == Code::bt || code.value == Code::cg) {
      CHECK(three.messages == 3 * it.messages);
      CHECK(three.collectives == 0);
    }
  }
}

}  // namespace counts_test
