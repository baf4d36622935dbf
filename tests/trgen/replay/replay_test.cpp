// SPDX-License-Identifier: Apache-2.0
// Replay against closed forms on an ideal network, its indifference to how it is polled, and what it says when stuck.
#include <doctest/doctest.h>

#include "fsin/core/rng.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace replay_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

/// Random messages among a few ranks in which every receive stands behind its send: it can always be replayed.
Trace random_trace(std::uint64_t seed, std::uint32_t ranks, std::uint32_t messages) {
  Trace trace = trace_of(ranks);
  for (std::uint32_t m = 0; m < messages; ++m) {
    const auto words = fsin::philox({seed, fsin::Purpose::arrival}, m);
    const auto more = fsin::philox({seed, fsin::Purpose::arrival}, m, 1);
    const std::uint32_t from = words[0] % ranks;
    const std::uint32_t to = words[1] % ranks;
    const std::uint64_t bytes = words[2] % 4 == 0 ? 0 : words[3] % 300;
    if (more[0] % 3 == 0) trace->burst(from, more[1] % 1000);
    trace->send(from, to, bytes, static_cast<std::int32_t>(more[2] % 2));
    trace->receive(to, from, bytes, static_cast<std::int32_t>(more[2] % 2));
  }
  return trace;
}

}  // namespace

TEST_CASE("one message takes D + L - 1 cycles and three of the clock") {
  CHECK(clock_of(Trace(trace_of(2))).cycles == 2);
  auto trace = trace_of(2);
  trace->send(0, 1, 64).receive(1, 0, 64);
  CHECK(clock_of(trace).cycles == 19);
  CHECK(clock_of(trace, {.distance = 4}).cycles == 22);
  auto longer = trace_of(2);
  longer->send(0, 1, 1024).receive(1, 0, 1024);
  CHECK(clock_of(longer).cycles == 259);
}

TEST_CASE("a message of zero bytes is one packet") {
  auto trace = trace_of(2);
  trace->send(0, 1, 0).receive(1, 0, 0);
  CHECK(clock_of(trace).cycles == 19);
}

TEST_CASE("four round trips of 1024 bytes take 8 (256 + D) + 2 cycles") {
  auto trace = trace_of(2);
  for (int i = 0; i < 4; ++i) trace->send(0, 1, 1024).receive(1, 0, 1024).send(1, 0, 1024).receive(0, 1, 1024);
  CHECK(clock_of(trace).cycles == 2058);
}

TEST_CASE("a sweep over 8 x 8 ranks takes as long as its critical path") {
  auto trace = trace_of(64);
  for (std::uint32_t y = 0; y < 8; ++y) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const std::uint32_t rank = x + 8 * y;
      if (y > 0) trace->receive(rank, rank - 8, 1024);
      if (x > 0) trace->receive(rank, rank - 1, 1024);
      if (x < 7) trace->send(rank, rank + 1, 1024);
      if (y < 7) trace->send(rank, rank + 8, 1024);
    }
  }
  CHECK(clock_of(trace).cycles == 5392);
}

TEST_CASE("one to all sends a packet in every sixteenth cycle") {
  auto trace = trace_of(64);
  for (std::uint32_t rank = 1; rank < 64; ++rank) trace->send(0, rank, 64).receive(rank, 0, 64);
  CHECK(clock_of(trace, {.distance = 2}).cycles == 1012);
}

TEST_CASE("asap sends everything at once and ends with the last delivery") {
  auto trace = trace_of(2);
  trace->receive(0, 1, 640).burst(0, 99999).send(0, 1, 128).send(1, 0, 64);  // the receive could never be met
  ReplaySettings settings = consecutive(*trace);
  settings.order = Order::asap;
  settings.bursts = true;
  const auto workload = make_trace_replay(trace, settings, network_of(2));
  IdealNetwork network;
  CHECK(network.run(*workload).cycles == 1 + 16 + 1 + 16 - 1 + 2);
  CHECK(network.entered.size() == 3);
  CHECK(workload->report(9).messages_delivered == 2);
}

TEST_CASE("neither the number nor the order of polls and deliveries changes a packet") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::uint32_t ranks = 2 + static_cast<std::uint32_t>(seed % 5);
    const Trace trace = random_trace(seed, ranks, 40);
    ReplaySettings settings = consecutive(*trace);
    settings.match = seed % 2 == 0 ? Match::packets : Match::messages;
    settings.bursts = seed % 3 != 0;
    settings.burst_clock = BurstClock(1.0, 0, 1'000'000'000, 4);
    IdealNetwork asked({.nodes = ranks, .serial = seed % 4 < 2, .tight = seed % 7 < 3});
    IdealNetwork always = asked;
    always.only_when_asked = false;
    IdealNetwork backwards = asked;
    backwards.reverse = true;
    const auto workload = make_trace_replay(trace, settings, network_of(ranks));
    CAPTURE(seed);
    const auto end = asked.run(*workload);
    REQUIRE(end.finished);
    CHECK(asked.delivered == asked.entered.size());
    const auto report = workload->report(end.cycles);
    CHECK(report.packets_generated == asked.entered.size());
    CHECK(report.messages_sent + report.messages_to_self == 40);
    CHECK(report.messages_delivered == report.messages_sent);
    CHECK(always.run(*make_trace_replay(trace, settings, network_of(ranks))).cycles == end.cycles);
    CHECK(asked.entered == always.entered);
    CHECK(backwards.run(*make_trace_replay(trace, settings, network_of(ranks))).cycles == end.cycles);
    const auto order = [](const Entered& a, const Entered& b) {
      return a.cycle != b.cycle ? a.cycle < b.cycle : a.source < b.source;
    };
    std::sort(backwards.entered.begin(), backwards.entered.end(), order);
    CHECK(asked.entered == backwards.entered);
  }
}

TEST_CASE("a trace that lost a send stops, and says which rank waits for what") {
  auto trace = trace_of(3);
  trace->receive(2, 1, 200, 7).send(1, 0, 64).receive(0, 1, 64);
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(3));
  IdealNetwork network({.nodes = 3, .most_cycles = 500});
  CHECK_FALSE(network.run(*workload).finished);
  CHECK(workload->report(500).ranks_finished == 2);
  CHECK(workload->report(500).wait_cycles == doctest::Approx((17 + 500) / 3.0));
  const auto lines = workload->explain_wait(10);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("rank 2 (node 2) waits for 200 B from rank 1, tag 7, communicator 0: record 1, trace:1") == 0);
  CHECK(workload->explain_wait(0).empty());
}

TEST_CASE("a rank that finds no room says so and keeps its place") {
  auto trace = trace_of(2);
  trace->send(0, 1, 128).receive(1, 0, 128);
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(2));
  const auto first = workload->poll(NodeId(0), 1, true);
  CHECK(first.next == 2);
  CHECK(first.more);
  const auto blocked = workload->poll(NodeId(0), 2, false);
  CHECK(blocked.wants_room);
  CHECK(blocked.next == fsin::never);
  CHECK(workload->explain_wait(1).at(0) ==
        "rank 0 (node 0) waits for room to send 128 B to rank 1, tag 0, communicator 0: record 1, trace:1; 1 packets "
        "left");
  const auto late = workload->poll(NodeId(0), 50, true);
  CHECK(late.offers);
  CHECK(late.packet.generated == 2);
  CHECK_FALSE(late.more);
}

TEST_CASE("a trace that cannot be read on fails instead of finishing") {
  auto trace = trace_of(2);
  trace->send(0, 1, 64).receive(1, 0, 64).send(1, 0, 64).receive(0, 1, 64);
  trace->break_after(3);
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(2));
  IdealNetwork network({.most_cycles = 300});
  CHECK_FALSE(network.run(*workload).finished);
  CHECK(workload->failure() == "trace:9: block is damaged");
}

TEST_CASE("in original mode one number is drawn in each cycle in which a send is at the head") {
  auto trace = trace_of(2);
  trace->send(0, 1, 128).receive(0, 1, 64).receive(1, 0, 128).send(1, 0, 64);
  fsin::OriginalRandom random(1);
  const auto before = random.draws();
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(2), &random);
  workload->poll(NodeId(0), 1, false);
  workload->poll(NodeId(1), 1, true);
  CHECK(random.draws() == before + 1);
  workload->poll(NodeId(0), 2, true);
  workload->poll(NodeId(0), 3, true);
  workload->poll(NodeId(0), 4, true);
  CHECK(random.draws() == before + 3);
}

}  // namespace replay_test
