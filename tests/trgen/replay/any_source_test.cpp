// SPDX-License-Identifier: Apache-2.0
// Receives from any source or with any tag, matched as in MPI. Over the ideal network a packet that enters in cycle t
// is there in t + 17.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"

namespace any_source_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;
using trgen::programs::any_rank;
using trgen::programs::any_tag;

namespace {

using Written = std::shared_ptr<WrittenProgram>;

ReplaySettings open_receives(const trgen::programs::Program& program) {
  ReplaySettings settings = on_nodes(program);
  settings.wildcards = true;
  return settings;
}

}  // namespace

TEST_CASE("a receive from any source takes the message that comes first") {
  for (const std::uint32_t early : {1U, 2U}) {
    CAPTURE(early);
    const Written program = std::make_shared<WrittenProgram>(3);
    (*program)[3 - early].compute(100);
    for (const std::uint32_t rank : {1U, 2U}) (*program)[rank].send(0, 64);
    (*program)[0].receive(any_rank, 64);
    (*program)[0].compute(10);
    (*program)[0].receive(3 - early, 64);  // what is left: it ends only if the other one was taken
    const Ran ran = run_program(program, open_receives(*program));
    CHECK(ran.finished);
    CHECK(ran.ranks[0].finished == 100 + 18);
    CHECK(ran.report.departures.receives == 1);
    CHECK(ran.report.departures.count == 0);
    CHECK(ran.report.messages_delivered == 2);
  }
}

TEST_CASE("of messages that come in one cycle the lowest source is taken first, however they are reported") {
  for (const bool reverse : {false, true}) {
    const Written program = std::make_shared<WrittenProgram>(4);
    for (const std::uint32_t rank : {3U, 2U, 1U}) (*program)[rank].send(0, 64);
    for (const std::uint32_t left : {2U, 3U}) {
      (*program)[0].receive(any_rank, 64);
      if (left == 3) (*program)[0].receive(3, 64);
    }
    const Ran ran = run_program(program, open_receives(*program), {.reverse = reverse});
    CHECK(ran.finished);
    CHECK(ran.ranks[0].finished == 18);
  }
}

TEST_CASE("receives that are posted match in the order in which they were posted") {
  const Written program = std::make_shared<WrittenProgram>(3);
  (*program)[1].send(0, 64);
  (*program)[2].compute(50);
  (*program)[2].send(0, 64);
  (*program)[0].receive_start(0, any_rank, 64);
  (*program)[0].receive_start(1, 2, 64);
  (*program)[0].wait(0);
  (*program)[0].send(1, 64);
  (*program)[0].wait(1);
  (*program)[1].receive(0, 64);
  const Ran ran = run_program(program, open_receives(*program));
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 3);
  CHECK(ran.entered[1].cycle == 18);
  CHECK(ran.ranks[0].finished == 50 + 18);

  const Written late = std::make_shared<WrittenProgram>(3);  // the one posted first takes what the other would
  (*late)[1].send(0, 64);
  (*late)[0].receive_start(0, any_rank, 64);
  (*late)[0].receive_start(1, 1, 64);
  (*late)[0].wait(1);
  (*late)[2].compute(1);
  const Ran stuck = run_program(late, open_receives(*late), {.most_cycles = 300});
  CHECK_FALSE(stuck.finished);
  REQUIRE(stuck.waiting.size() == 1);
  CHECK(stuck.waiting[0].find("rank 0 (node 0) waits for all of its requests: step 1 of 1, operation 3; 64 B from rank "
                              "1, tag 0, communicator 0; nothing of it is under way") == 0);
}

TEST_CASE("messages of a source do not overtake each other where tag or source is open, however short they are") {
  const Written program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send_start(0, 1, 6400, 5);
  (*program)[0].send_start(1, 1, 64, 6);
  (*program)[0].wait(0, 2);
  (*program)[1].receive(0, 6400, any_tag);
  (*program)[1].receive(any_rank, 64, 6);
  ReplaySettings settings = open_receives(*program);
  CHECK(run_program(program, settings).finished);
  settings.costs.eager = 1000;  // the long one asks first, and its bytes come after the short one
  const Ran ran = run_program(program, settings);
  CHECK(ran.finished);
  CHECK(ran.report.messages_delivered == 2);
}

TEST_CASE("a long message is asked for by a receive from any source, two latencies before it leaves") {
  const Written program = std::make_shared<WrittenProgram>(3);
  (*program)[1].compute(500);
  (*program)[1].send(0, 640);
  (*program)[2].send(0, 640);
  (*program)[0].receive(any_rank, 640);
  (*program)[0].receive(any_rank, 640);
  ReplaySettings settings = open_receives(*program);
  settings.costs.eager = 100;
  const Ran ran = run_program(program, settings);
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 24);
  CHECK(ran.entered[0].cycle == 1);   // the request of rank 2
  CHECK(ran.entered[1].cycle == 18);  // its answer
  CHECK(ran.entered[2].cycle == 35);  // ten packets
  CHECK(ran.entered[12].cycle == 501);
  CHECK(ran.ranks[0].finished == 501 + 2 * 17 + 9 + 17 + 9 * 15);  // 16 phits a packet leave one after the other
}

TEST_CASE("a wait for any of several receives takes the one that a message has come for") {
  const Written program = std::make_shared<WrittenProgram>(3);
  (*program)[1].compute(400);
  (*program)[1].send(0, 64, 1);
  (*program)[2].send(0, 64, 2);
  (*program)[0].receive_start(0, any_rank, 64, 1);
  (*program)[0].receive_start(1, any_rank, 64, 2);
  (*program)[0].wait_any(0, 2);
  (*program)[0].send(2, 64);
  (*program)[0].wait_any(0, 2);
  (*program)[2].receive(0, 64);
  ReplaySettings settings = open_receives(*program);
  settings.costs.receive_overhead = 7;
  const Ran ran = run_program(program, settings);
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 3);
  CHECK(ran.entered[1].cycle == 18 + 7);
  CHECK(ran.ranks[0].finished == 401 + 17 + 7 - 1);
}

TEST_CASE("a message within a node is taken by a receive from any source, in the cycle after it was copied") {
  const Written program = std::make_shared<WrittenProgram>(3);
  (*program)[1].send(0, 64);
  (*program)[2].send(0, 64);
  (*program)[0].receive(any_rank, 64);
  (*program)[0].receive(2, 64);
  ReplaySettings settings = open_receives(*program);
  settings.node_of_rank = {0, 0, 1};
  const Ran ran = run_program(program, settings);
  CHECK(ran.finished);
  CHECK(ran.ranks[0].finished == 18);
}

TEST_CASE("without open receives in the settings a program that has one is broken off with the reason") {
  const Written program = std::make_shared<WrittenProgram>(2);
  (*program)[0].receive(any_rank, 64);
  const Ran ran = run_program(program, on_nodes(*program), {.most_cycles = 5});
  CHECK_FALSE(ran.finished);
}

TEST_CASE("random masters and workers end in the same cycles however nodes are polled and packets reported") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const std::uint32_t workers = 2 + seed % 5;
    const Written program = std::make_shared<WrittenProgram>(workers + 1);
    for (std::uint32_t i = 0; i < 12 * workers; ++i) {
      const std::uint32_t worker = 1 + i % workers;
      (*program)[worker].compute((i * 37 * seed) % 90);
      (*program)[worker].send(0, 64 * (1 + (i * seed) % 12), static_cast<std::int32_t>(i % 2));
      if (i % 3 == 0) {
        (*program)[0].receive_start(i % 4, any_rank, 64, any_tag);
        (*program)[0].wait(i % 4);
      } else {
        (*program)[0].receive(any_rank, 64, any_tag);
      }
      if (i % 4 == 0) (*program)[0].compute(seed);
    }
    ReplaySettings settings = open_receives(*program);
    settings.costs.eager = seed % 2 == 0 ? 200 : ~std::uint64_t{0};
    for (const bool serial : {false, true}) {
      const Ran asked = run_program(program, settings, {.distance = 3, .serial = serial, .tight = seed % 3 == 0});
      const Ran always = run_program(
          program, settings,
          {.distance = 3, .serial = serial, .only_when_asked = false, .tight = seed % 3 == 0, .reverse = true});
      CHECK(asked.finished);
      CHECK(asked.report.departures.receives == 12 * workers);
      CHECK(asked.cycles == always.cycles);
      CHECK(asked.ranks == always.ranks);
    }
  }
}

}  // namespace any_source_test
