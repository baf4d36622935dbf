// SPDX-License-Identifier: Apache-2.0
// Large programs cost no memory: steps are short, and the program itself keeps nothing by rank.
#include <doctest/doctest.h>
#include <malloc.h>

#include <algorithm>

#include "tests/trgen/programs/npb/make_npb.hpp"

namespace streaming_test {

namespace {

using namespace trgen::test;
using namespace trgen::programs::npb;
using trgen::programs::Operation;
using trgen::programs::OperationKind;
using trgen::programs::Operations;

std::size_t heap_in_use() {
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Steps {
  std::size_t longest = 0;
  std::uint64_t sends = 0;
  std::uint64_t bytes = 0;
};

Steps run_rank(const trgen::programs::Program& program, std::uint32_t rank) {
  Steps steps;
  Operations operations;
  for (std::uint64_t number = 0; number < program.steps(rank); ++number) {
    operations.clear();
    program.step(rank, number, operations);
    steps.longest = std::max(steps.longest, operations.size());
    for (const Operation& each : operations) {
      if (each.kind != OperationKind::send && each.kind != OperationKind::send_start) continue;
      ++steps.sends;
      steps.bytes += each.amount;
    }
  }
  return steps;
}

}  // namespace

TEST_CASE("cg, class D, on 16,384 ranks: less than 8 KiB for the program, and at most 200 operations a step") {
  const std::size_t before = heap_in_use();
  const auto program = make(npb(Code::cg, Class::D, 16'384));
  CHECK(heap_in_use() - before < 8192);
  for (const std::uint32_t rank : {0U, 8191U, 16'383U}) {
    const Steps steps = run_rank(*program, rank);
    CHECK(steps.longest <= 200);
    CHECK(steps.sends == 101 * (26 * 8 + 53 * 7));
  }
}

TEST_CASE("bt, class E, on 65,536 ranks for one iteration: less than 8 KiB, and at most 60 operations a step") {
  const std::size_t before = heap_in_use();
  const auto program = make(npb(Code::bt, Class::E, 65'536, 1));
  CHECK(heap_in_use() - before < 8192);
  for (const std::uint32_t rank : {0U, 40'000U, 65'535U}) {
    const Steps steps = run_rank(*program, rank);
    CHECK(steps.longest <= 60);
    CHECK(steps.sends == 2 * (6 + 6 * 255) + 6);  // the untimed iteration, the timed one, and the verification
  }
}

TEST_CASE("each code's largest class on about a million ranks is as small, and its first steps can be made") {
  const std::size_t before = heap_in_use();
  for (const Code code : {Code::cg, Code::mg, Code::ft, Code::ep}) {
    const auto program = make(npb(code, Class::F, 1U << 20, 1));
    REQUIRE(program);
    CHECK(heap_in_use() - before < 16'384);
    Operations operations;
    for (std::uint64_t number = 0; number < std::min<std::uint64_t>(program->steps(12345), 100); ++number) {
      program->step(12345, number, operations);
    }
    CHECK(operations.size() > 0);
  }
  const auto program = make(npb(Code::lu, Class::F, 850 * 853, 1));
  REQUIRE(program);
  CHECK(run_rank(*program, 400'000).longest <= 200);
}

}  // namespace streaming_test
