// SPDX-License-Identifier: Apache-2.0
// When requests of long messages are acted upon. Over the ideal network a packet that enters in cycle t is there in
// t + 17.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"

namespace progress_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

ReplaySettings asking(const trgen::programs::Program& program, bool in_calls) {
  ReplaySettings settings = on_nodes(program);
  settings.costs.eager = 100;
  settings.costs.progress_in_calls = in_calls;
  return settings;
}

}  // namespace

TEST_CASE("with progress in calls a request that comes during a burst is answered at the end of the burst") {
  for (const bool in_calls : {false, true}) {
    CAPTURE(in_calls);
    const auto program = std::make_shared<WrittenProgram>(2);
    (*program)[0].send(1, 640);
    (*program)[1].receive_start(0, 0, 640);
    (*program)[1].compute(1000);
    (*program)[1].wait(0);
    const Ran ran = run_program(program, asking(*program, in_calls));
    CHECK(ran.finished);
    REQUIRE(ran.entered.size() == 12);
    CHECK(ran.entered[1].source == 1);
    CHECK(ran.entered[1].cycle == (in_calls ? 1001 : 18));
    CHECK(ran.entered[2].cycle == ran.entered[1].cycle + 17);
    CHECK(ran.ranks[1].finished == (in_calls ? 1001 + 17 + 17 + 9 * 16 : 1001));
  }
}

TEST_CASE("with progress in calls an answer that comes during a burst of the sender waits for its next call") {
  for (const bool in_calls : {false, true}) {
    const auto program = std::make_shared<WrittenProgram>(2);
    (*program)[0].send_start(0, 1, 640);
    (*program)[0].compute(300);
    (*program)[0].compute(300);
    (*program)[0].send_start(1, 1, 64, 9);  // a call, however short
    (*program)[0].compute(400);
    (*program)[0].wait(0, 2);
    (*program)[1].receive(0, 640);
    (*program)[1].receive(0, 64, 9);
    const Ran ran = run_program(program, asking(*program, in_calls));
    CHECK(ran.finished);
    REQUIRE(ran.entered.size() == 13);
    CHECK(ran.entered[2].cycle == (in_calls ? 601 : 35));
    CHECK(ran.ranks[0].finished == 1001);
  }
}

TEST_CASE("a rank at its end acts upon what came during its last burst") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send(1, 640);
  (*program)[0].compute(500);
  (*program)[1].receive_start(0, 0, 640);
  (*program)[1].compute(700);
  const Ran ran = run_program(program, asking(*program, true));
  CHECK(ran.finished);
  CHECK(ran.ranks[0].finished == 701 + 17 + 10 + 500);
}

TEST_CASE("where nobody computes, or nothing asks, it is the same when requests are acted upon") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const auto program = std::make_shared<WrittenProgram>(5);
    for (std::uint32_t i = 0; i < 40; ++i) {
      const std::uint32_t from = (i * seed) % 5, to = (from + 1 + i % 4) % 5;
      (*program)[to].receive_start(0, from, 64 * (1 + i % 9));
      (*program)[from].send_start(1, to, 64 * (1 + i % 9));
      (*program)[from].wait(1);
      (*program)[to].wait(0);
    }
    const Ran free = run_program(program, asking(*program, false)),
              bound = run_program(program, asking(*program, true));
    CHECK(free.finished);
    CHECK(free.entered == bound.entered);
    CHECK(free.ranks == bound.ranks);
  }
}

}  // namespace progress_test
