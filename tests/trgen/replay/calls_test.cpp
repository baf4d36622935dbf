// SPDX-License-Identifier: Apache-2.0
// What calls cost the rank. The closed forms are those of LogP (Culler et al., PPoPP 1993) with the latency of the
// ideal network: a packet sent in cycle t is there in t + 17.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"

namespace calls_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

ReplaySettings with_overheads(const trgen::programs::Program& program, std::uint64_t send, std::uint64_t receive) {
  ReplaySettings settings = on_nodes(program);
  settings.costs.send_overhead = send;
  settings.costs.receive_overhead = receive;
  return settings;
}

}  // namespace

TEST_CASE("a message costs the overhead of its send, the latency, and the overhead of its receive") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send(1, 64);
  (*program)[1].receive(0, 64);
  const Ran ran = run_program(program, with_overheads(*program, 30, 40));
  REQUIRE(ran.entered.size() == 1);
  CHECK(ran.entered[0].cycle == 31);
  CHECK(ran.ranks[1].finished == 31 + 17 + 40 - 1);  // the cycle in which the message is there is the first of 40
}

TEST_CASE("a ping-pong of n round trips takes 2n times overheads and latency") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (int i = 0; i < 5; ++i) {
    (*program)[0].send(1, 64);
    (*program)[0].receive(1, 64);
    (*program)[1].receive(0, 64);
    (*program)[1].send(0, 64);
  }
  const Ran ran = run_program(program, with_overheads(*program, 30, 40));
  CHECK(ran.ranks[0].finished == 10 * (30 + 17 + 40));
}

TEST_CASE("sends that are started one after the other leave an overhead apart, and the rank is busy that long") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (std::uint32_t i = 0; i < 4; ++i) (*program)[0].send_start(i, 1, 64);
  (*program)[0].compute(100);
  (*program)[0].wait(0, 4);
  for (std::uint32_t i = 0; i < 4; ++i) (*program)[1].receive_start(i, 0, 64);
  (*program)[1].wait(0, 4);
  const Ran ran = run_program(program, with_overheads(*program, 30, 0));
  REQUIRE(ran.entered.size() == 4);
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(ran.entered[i].cycle == 30 * (i + 1) + 1);
  CHECK(ran.ranks[0].finished == 4 * 30 + 100 + 1);
  CHECK(ran.ranks[0].compute == 100);
}

TEST_CASE("a receive that has waited for many messages costs an overhead for each") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].receive_start(0, 1, 64);
  (*program)[0].receive_start(1, 2, 64);
  (*program)[0].wait(0, 2);
  (*program)[0].send(1, 64);
  (*program)[1].send(0, 64);
  (*program)[1].receive(0, 64);
  (*program)[2].send(0, 64);
  const Ran ran = run_program(program, with_overheads(*program, 0, 40));
  REQUIRE(ran.entered.size() == 3);
  CHECK(ran.entered[2].cycle == 18 + 2 * 40);
}

}  // namespace calls_test
