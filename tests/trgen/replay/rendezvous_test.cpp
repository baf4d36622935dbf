// SPDX-License-Identifier: Apache-2.0
// Long messages ask first. Over the ideal network a packet that enters in cycle t is there in t + 17: a request and its
// answer take 34 cycles.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"

namespace rendezvous_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

ReplaySettings asking_above(const trgen::programs::Program& program, std::uint64_t bytes) {
  ReplaySettings settings = on_nodes(program);
  settings.costs.eager = bytes;
  return settings;
}

}  // namespace

TEST_CASE("a long message leaves two latencies later, once its receive has been posted") {
  for (const bool starts : {false, true}) {
    const auto program = std::make_shared<WrittenProgram>(2);
    if (starts) {
      (*program)[0].send_start(0, 1, 640);
      (*program)[0].wait(0);
    } else {
      (*program)[0].send(1, 640);
    }
    (*program)[1].receive(0, 640);
    const Ran ran = run_program(program, asking_above(*program, 100));
    CHECK(ran.finished);
    REQUIRE(ran.entered.size() == 12);  // a request, an answer, ten packets
    CHECK(ran.entered[0].cycle == 1);
    CHECK(ran.entered[1].cycle == 18);
    CHECK(ran.entered[2].cycle == 35);
    CHECK(ran.entered[11].cycle == 44);
    CHECK(ran.ranks[0].finished == 45);
    CHECK(ran.report.messages_sent == 1);
    CHECK(ran.report.messages_delivered == 1);
  }
}

TEST_CASE("a long message waits for its receive, and one that is not long does not") {
  for (const std::uint64_t eager : {639U, 640U}) {
    const auto program = std::make_shared<WrittenProgram>(2);
    (*program)[0].send(1, 640);
    (*program)[1].compute(1000);
    (*program)[1].receive(0, 640);
    const Ran ran = run_program(program, asking_above(*program, eager));
    CHECK(ran.finished);
    CHECK(ran.entered.back().cycle == (eager == 639 ? 1000 + 1 + 17 + 9 : 10));
  }
}

TEST_CASE("a receive that is posted early lets a long message come while the receiver computes") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send(1, 640);
  (*program)[1].receive_start(0, 0, 640);
  (*program)[1].compute(1000);
  (*program)[1].wait(0);
  const Ran ran = run_program(program, asking_above(*program, 0));
  CHECK(ran.entered.back().cycle == 44);
  CHECK(ran.ranks[1].finished == 1001);
}

TEST_CASE("two ranks that send long messages to each other before they receive never end, as in MPI") {
  const auto program = std::make_shared<WrittenProgram>(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    (*program)[rank].send(1 - rank, 640);
    (*program)[rank].receive(1 - rank, 640);
  }
  CHECK(run_program(program, asking_above(*program, 640)).finished);
  const Ran stuck = run_program(program, asking_above(*program, 639), {.most_cycles = 500});
  CHECK_FALSE(stuck.finished);
  REQUIRE(stuck.waiting.size() == 2);
  CHECK(stuck.waiting[0] ==
        "rank 0 (node 0) waits for the receive of 640 B to rank 1, tag 0, communicator 0: step 1 of 1, operation 1");
}

TEST_CASE("many long messages of a few tags come in their order, however nodes are polled") {
  const auto program = std::make_shared<WrittenProgram>(6);
  for (std::uint32_t i = 0; i < 90; ++i) {
    const std::uint32_t from = i % 6, to = (from + 1 + i % 5) % 6;
    const auto tag = static_cast<std::int32_t>(i % 2);
    (*program)[to].receive_start(i % 64, from, 100 + 64 * (i % 7), tag);
    (*program)[from].send_start((i + 13) % 64, to, 100 + 64 * (i % 7), tag);
    if (i % 6 == 5) {
      for (std::uint32_t rank = 0; rank < 6; ++rank) (*program)[rank].wait(0, 64);
    }
  }
  const ReplaySettings settings = asking_above(*program, 200);
  const Ran asked = run_program(program, settings), always = run_program(program, settings, {.only_when_asked = false});
  CHECK(asked.finished);
  CHECK(asked.cycles == always.cycles);
  CHECK(asked.entered == always.entered);
  CHECK(asked.report.messages_sent == 90);
  CHECK(asked.report.messages_delivered == 90);
}

TEST_CASE("an answer that came before a request is acted upon before it, though nobody asked in between") {
  // Rank 2 computes, and its outbox is busy with a request for a long time.
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send_start(0, 2, 8, 1);
  (*program)[0].wait(0);
  (*program)[1].receive_start(0, 2, 8, 2);
  (*program)[1].receive_start(1, 2, 8, 3);
  (*program)[1].wait(0, 2);
  (*program)[2].receive_start(0, 0, 8, 1);
  (*program)[2].send_start(1, 1, 8, 2);
  (*program)[2].send_start(2, 1, 8, 3);
  (*program)[2].compute(100);
  (*program)[2].wait(0, 3);
  ReplaySettings settings = asking_above(*program, 0);
  settings.wildcards = true;
  const auto replay = make_replay(operations_of(program), settings, network_of(3));
  fsin::workload::MessageShare& share = replay->whole();
  for (std::uint32_t task = 0; task < 3; ++task) share.next(task, 0);
  const auto request_of_0 = share.next(3, 1).message, request_of_2 = share.next(5, 1).message;
  const std::uint32_t to_1 = share.expect(request_of_2);
  share.sent(5, 1);  // and the second request begins
  REQUIRE(share.delivered(to_1, 5));
  const auto answer_of_1 = share.next(4, 5).message;
  const std::uint32_t answer = share.expect(answer_of_1), request = share.expect(request_of_0);
  share.sent(4, 5);
  share.sent(3, 5);
  share.delivered(answer, 10);
  share.delivered(request, 12);
  const auto after = share.sent(5, 20).message;
  CHECK(after.destination == 1);  // the message itself, and not the answer to rank 0
  CHECK(after.bytes == 8);
  CHECK(after.tag == 2);
}

}  // namespace rendezvous_test
