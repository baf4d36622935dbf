// SPDX-License-Identifier: Apache-2.0
// Messages that leave while their rank goes on, and what waits for them. The clock of the ideal network: a message of n
// full packets that begins to leave in cycle t has its last tail consumed in t + 16 (n - 1) + 16, and is there a cycle
// later.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"

namespace requests_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;
using trgen::programs::Operation;

namespace {

constexpr std::uint64_t ten_packets = 640;

std::shared_ptr<WrittenProgram> written(std::uint32_t ranks) { return std::make_shared<WrittenProgram>(ranks); }

}  // namespace

TEST_CASE("a rank computes while the message that it started leaves") {
  const auto started = written(2), blocking = written(2);
  (*started)[0].send_start(0, 1, ten_packets);
  (*started)[0].compute(100);
  (*started)[0].wait(0);
  (*blocking)[0].send(1, ten_packets);
  (*blocking)[0].compute(100);
  for (const auto& program : {started, blocking}) (*program)[1].receive(0, ten_packets);
  const Ran overlapped = run_program(started, on_nodes(*started)), serial = run_program(blocking, on_nodes(*blocking));
  CHECK(overlapped.ranks[0].finished == 101);   // the burst takes cycles 1 to 100
  CHECK(serial.ranks[0].finished == 10 + 100);  // behind ten packets, one a cycle
  CHECK(overlapped.entered == serial.entered);
  CHECK(overlapped.cycles == serial.cycles);
  CHECK(overlapped.cycles == 1 + 16 * 9 + 16 + 1 + 1);
}

TEST_CASE("a send of fewer bytes than are buffered ends at once, and its message leaves like a started one") {
  const auto program = written(2);
  (*program)[0].send(1, ten_packets);
  (*program)[0].compute(100);
  (*program)[1].receive(0, ten_packets);
  ReplaySettings settings = on_nodes(*program);
  settings.outboxes = true;
  settings.costs.buffered = ten_packets + 1;
  const Ran copied = run_program(program, settings);
  settings.costs.buffered = ten_packets;
  const Ran held = run_program(program, settings);
  CHECK(copied.ranks[0].finished == 100);  // the burst takes cycles 1 to 100, and no wait comes behind it
  CHECK(held.ranks[0].finished == 10 + 100);
  CHECK(copied.entered == held.entered);
  CHECK(copied.cycles == held.cycles);
}

TEST_CASE("a copied message leaves behind a receive in the cycle of one that is not copied") {
  const auto program = written(2);
  (*program)[0].send(1, ten_packets);
  (*program)[0].receive(1, ten_packets);
  (*program)[1].receive(0, ten_packets);
  (*program)[1].send(0, ten_packets);
  ReplaySettings settings = on_nodes(*program);
  settings.outboxes = true;
  settings.costs.buffered = ten_packets + 1;
  const Ran copied = run_program(program, settings);
  settings.costs.buffered = 0;
  const Ran held = run_program(program, settings);
  CHECK(copied.entered == held.entered);
  CHECK(copied.cycles == held.cycles);
}

TEST_CASE("a wait for a send lasts until the last packet has entered the network") {
  const auto program = written(2);
  (*program)[0].send_start(0, 1, ten_packets);
  (*program)[0].wait(0);
  (*program)[1].receive(0, ten_packets);
  CHECK(run_program(program, on_nodes(*program)).ranks[0].finished == 11);
}

TEST_CASE("messages leave an outbox in the order in which they were started") {
  const auto program = written(4);
  for (std::uint32_t i = 0; i < 3; ++i) (*program)[0].send_start(i, i + 1, 130);
  (*program)[0].wait(0, 3);
  for (std::uint32_t i = 1; i < 4; ++i) (*program)[i].receive(0, 130);
  const Ran ran = run_program(program, on_nodes(*program));
  REQUIRE(ran.entered.size() == 9);
  for (std::uint32_t i = 0; i < 9; ++i) CHECK(ran.entered[i].destination == 1 + i / 3);
  CHECK(ran.entered[8].cycle == 9);
}

TEST_CASE("a wait for all requests ends with the last of them, whatever their order") {
  for (const bool reversed : {false, true}) {
    const auto program = written(3);
    (*program)[0].receive_start(0, reversed ? 2 : 1, 64);
    (*program)[0].receive_start(1, reversed ? 1 : 2, 64);
    (*program)[0].wait(0, 2);
    (*program)[0].send(1, 64);
    (*program)[1].compute(500);
    (*program)[1].send(0, 64);
    (*program)[1].receive(0, 64);
    (*program)[2].send(0, 64);
    const Ran ran = run_program(program, on_nodes(*program));
    REQUIRE(ran.entered.size() == 3);
    CHECK(ran.entered[1].cycle == 501);
    CHECK(ran.entered[2].cycle == 501 + 16 + 1);
    CHECK(ran.ranks[0].wait_message == 501 + 16);
  }
}

TEST_CASE("a wait for any request goes on with the first message that comes, and leaves the others to later waits") {
  const auto program = written(3);
  (*program)[0].receive_start(0, 1, 64);
  (*program)[0].receive_start(1, 2, 64);
  (*program)[0].wait_any(0, 2);
  (*program)[0].send(2, 64);
  (*program)[0].wait_any(0, 2);
  (*program)[0].send(1, 64);
  (*program)[0].wait_any(0, 2);  // no request is active: it does not wait
  (*program)[1].compute(500);
  (*program)[1].send(0, 64);
  (*program)[1].receive(0, 64);
  (*program)[2].send(0, 64);
  (*program)[2].receive(0, 64);
  const Ran ran = run_program(program, on_nodes(*program));
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 4);
  CHECK(ran.entered[1].cycle == 1 + 16 + 1);
  CHECK(ran.entered[1].destination == 2);
  CHECK(ran.entered[3].cycle == 501 + 16 + 1);
  CHECK(ran.entered[3].destination == 1);
}

TEST_CASE("a rank may wait again for requests of numbers that it has used before") {
  const auto program = written(2);
  for (std::uint32_t i = 0; i < 5; ++i) {
    (*program)[0].send_start(0, 1, 64, static_cast<std::int32_t>(i));
    (*program)[0].receive_start(1, 1, 64, static_cast<std::int32_t>(i));
    (*program)[0].wait(0, 2);
    (*program)[1].receive(0, 64, static_cast<std::int32_t>(i));
    (*program)[1].send(0, 64, static_cast<std::int32_t>(i));
  }
  const Ran ran = run_program(program, on_nodes(*program));
  CHECK(ran.finished);
  CHECK(ran.cycles == 10 * 17 + 4 + 2);  // what is started after a receive leaves in the cycle after
  CHECK(ran.report.messages_delivered == 10);
}

TEST_CASE("messages of a rank to itself are counted and take no time, started or not") {
  const auto program = written(2);
  (*program)[0].receive_start(0, 0, 64);
  (*program)[0].send_start(1, 0, 64);
  (*program)[0].wait(0, 2);
  (*program)[0].send(0, 64);
  (*program)[0].receive(0, 64);
  (*program)[0].send(1, 64);
  (*program)[1].receive(0, 64);
  const Ran ran = run_program(program, on_nodes(*program));
  CHECK(ran.report.messages_to_self == 2);
  REQUIRE(ran.entered.size() == 1);
  CHECK(ran.entered[0].cycle == 1);
}

TEST_CASE("a rank whose request never completes is named with the message that is missing") {
  const auto program = written(2);
  (*program)[0].receive_start(3, 1, 64, 7);
  (*program)[0].wait(3);
  const Ran ran = run_program(program, on_nodes(*program), {.most_cycles = 100});
  CHECK_FALSE(ran.finished);
  REQUIRE(ran.waiting.size() == 1);
  CHECK(
      ran.waiting[0] ==
      "rank 0 (node 0) waits for all of its requests: step 1 of 1, operation 2; 64 B from rank 1, tag 7, communicator "
      "0; nothing sent yet, and the sender has reached its end");
}

}  // namespace requests_test
