// SPDX-License-Identifier: Apache-2.0
// Replay against closed forms on an ideal network, its indifference to how it is polled, and what it says when stuck.
#include <doctest/doctest.h>

#include "fsin/core/rng.hpp"
#include "tests/trgen/replay_fixture.hpp"
#include "trgen/replay/mailbox.hpp"

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

using Trace = std::shared_ptr<MemoryTrace>;

Trace trace_of(std::uint32_t ranks) { return std::make_shared<MemoryTrace>(ranks); }

IdealNetwork::End clock_of(const Trace& trace, const IdealSettings& settings = {}) {
  IdealNetwork network(settings);
  network.nodes = trace->ranks();
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(network.nodes));
  return network.run(*workload);
}

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

TEST_CASE("a burst holds the rank for its cycles, before and after messages") {
  auto trace = trace_of(2);
  trace->burst(0, 320).send(0, 1, 64).receive(1, 0, 64).burst(1, 640);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = BurstClock(1.0, 0, 1'000'000'000, 4);  // 32 ns a cycle
  IdealNetwork network({.nodes = 2});
  auto workload = make_trace_replay(trace, settings, network_of(2));
  const auto end = network.run(*workload);
  CHECK(network.entered.at(0).cycle == 11);  // cycles 1 to 10 compute
  CHECK(end.cycles == 10 + 19 + 20);         // the receive is passed in cycle 28, 20 more compute
  const auto report = workload->report(end.cycles - 1);
  CHECK(report.compute_cycles == 15);
  CHECK(report.max_compute_cycles == 20);
  CHECK(report.wait_cycles == 27 / 2.0);  // rank 1 waits in cycles 1 to 27
  CHECK(report.ranks_finished == 2);
  settings.bursts = false;
  IdealNetwork plain({.nodes = 2});
  CHECK(plain.run(*make_trace_replay(trace, settings, network_of(2))).cycles == 19);
}

TEST_CASE("report splits a burst under way at the cycle asked for") {
  auto trace = trace_of(1);
  trace->burst(0, 3200);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = BurstClock(1.0, 0, 1'000'000'000, 4);
  const auto workload = make_trace_replay(trace, settings, network_of(1));
  CHECK(workload->poll(NodeId(0), 1, true).next == 100);
  CHECK(workload->report(40).compute_cycles == 40);
  CHECK_FALSE(workload->finished());
  workload->poll(NodeId(0), 100, true);
  CHECK(workload->finished());
  CHECK(workload->report(100).compute_cycles == 100);
}

TEST_CASE("bursts keep the remainder of a cycle and take off the cost of the clock") {
  const BurstClock clock(1.0, 0, 1'000'000'000, 4);
  Wide carry = 0;
  std::uint64_t total = 0;
  for (int i = 0; i < 1000; ++i) total += clock.cycles(33, carry).value();
  CHECK(total == 33000 / 32);
  const BurstClock costly(1.0, 205, 1'000'000'000, 4);
  Wide rest = 0;
  CHECK(costly.cycles(205, rest) == 0);
  CHECK(costly.cycles(205 + 64, rest) == 2);
  CHECK(costly.cycles(10, rest) == 0);
  const BurstClock scaled(15.64, 0, 100'000'000, 4);  // 320 ns a cycle
  Wide none = 0;
  CHECK(scaled.cycles(1'000'000, none) == 48875);
}

TEST_CASE("the burst clock keeps exact at the ends of its range and refuses what no program computes") {
  const BurstClock fast(100000, 0, 100'000'000'000'000, 1);
  Wide carry = 0;
  CHECK_FALSE(fast.cycles(~std::uint64_t{0}, carry).has_value());
  CHECK_FALSE(fast.cycles(std::uint64_t{1} << 43U, carry).has_value());
  CHECK(carry == 0);
  CHECK(fast.cycles(1, carry) == 1'250'000'000);
  const BurstClock slow(0.000001, 0, 1, 65535);
  CHECK(slow.cycles(std::uint64_t{1} << 43U, carry) == 0);
  auto trace = trace_of(1);
  trace->burst(0, ~std::uint64_t{0} - 5);
  ReplaySettings settings = consecutive(*trace);
  settings.bursts = true;
  settings.burst_clock = fast;
  const auto workload = make_trace_replay(trace, settings, network_of(1));
  CHECK(workload->failure().find("trace:3: CPU burst") == 0);
  CHECK_FALSE(workload->finished());
}

TEST_CASE("messages of a rank to itself are left out and counted") {
  auto trace = trace_of(2);
  trace->send(0, 0, 64).receive(0, 0, 64).send(0, 1, 64).receive(1, 0, 64);
  const auto workload = make_trace_replay(trace, consecutive(*trace), network_of(2));
  IdealNetwork network;
  CHECK(network.run(*workload).cycles == 19);
  CHECK(workload->report(19).messages_to_self == 1);
  CHECK(workload->report(19).messages_sent == 1);
  CHECK(workload->report(19).messages_delivered == 1);
}

TEST_CASE("matching by packets pools equal lengths, matching by messages does not") {
  auto trace = trace_of(2);
  trace->send(0, 1, 65).receive(1, 0, 128);  // two packets each, but not the same bytes
  ReplaySettings settings = consecutive(*trace);
  IdealNetwork pooled;
  CHECK(pooled.run(*make_trace_replay(trace, settings, network_of(2))).finished);
  settings.match = Match::messages;
  IdealNetwork strict;
  const auto workload = make_trace_replay(trace, settings, network_of(2));
  CHECK_FALSE(strict.run(*workload).finished);
  CHECK(
      workload->explain_wait(9) ==
      std::vector<std::string>{"rank 1 (node 1) waits for 128 B from rank 0, tag 0, communicator 0: record 1, trace:2; "
                               "nothing sent yet, and the sender has reached the end of its records"});
}

TEST_CASE("matching by messages waits for a whole message where packets of two would do") {
  auto trace = trace_of(2);
  trace->send(0, 1, 128).send(0, 1, 128).receive(1, 0, 128).receive(1, 0, 128);
  for (const Match match : {Match::packets, Match::messages}) {
    ReplaySettings settings = consecutive(*trace);
    settings.match = match;
    const auto workload = make_trace_replay(trace, settings, network_of(2));
    std::vector<std::uint32_t> tokens;
    for (Cycle now = 1; now <= 4; ++now) tokens.push_back(workload->poll(NodeId(0), now, true).packet.token);
    // One packet of each message arrives, as adaptive routing may have it.
    const bool first = workload->delivered({NodeId(0), NodeId(1), tokens[0], 30});
    const bool second = workload->delivered({NodeId(0), NodeId(1), tokens[2], 30});
    CHECK((first || second) == (match == Match::packets));
    workload->poll(NodeId(1), 31, true);
    const auto lines = workload->explain_wait(1);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].find(match == Match::packets ? "record 2, trace:4; 0 of 2" : "record 1, trace:3; 1 of 2 packets") !=
          std::string::npos);
    CHECK(workload->delivered({NodeId(0), NodeId(1), tokens[1], 40}) == (match == Match::messages));
    CHECK(workload->delivered({NodeId(0), NodeId(1), tokens[3], 40}));
    workload->poll(NodeId(1), 41, true);
    CHECK(workload->finished());
    CHECK(workload->report(41).messages_delivered == 2);
  }
}

TEST_CASE("a variable last packet has only the phits its bytes need") {
  auto trace = trace_of(2);
  for (const std::uint64_t bytes : {0U, 1U, 64U, 65U, 130U}) trace->send(0, 1, bytes).receive(1, 0, bytes);
  auto facts = network_of(2);
  facts.variable_last_packet = true;
  IdealNetwork network;
  CHECK(network.run(*make_trace_replay(trace, consecutive(*trace), facts)).finished);
  std::vector<std::uint16_t> phits;
  for (const auto& packet : network.entered) phits.push_back(packet.phits);
  CHECK(phits == std::vector<std::uint16_t>{1, 1, 16, 16, 1, 16, 16, 1});
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
  CHECK(workload->poll(NodeId(0), 1, true).next == 2);
  const auto blocked = workload->poll(NodeId(0), 2, false);
  CHECK(blocked.wants_room);
  CHECK(blocked.next == fsin::never);
  CHECK(workload->explain_wait(1).at(0) ==
        "rank 0 (node 0) waits for room to send 128 B to rank 1, tag 0, communicator 0: record 1, trace:1; 1 packets "
        "left");
  const auto late = workload->poll(NodeId(0), 50, true);
  CHECK(late.offers);
  CHECK(late.packet.generated == 2);
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

TEST_CASE("flows live as long as something refers to them, whichever side comes first") {
  Mailbox mailbox(Order::causal, Match::packets);
  const FlowKey early{1, 0, 5, 0, 2};
  Flow& awaited = mailbox.await(early);
  CHECK(mailbox.send(early, 2) == awaited.index);
  mailbox.deliver(awaited.index);
  CHECK_FALSE(mailbox.complete(awaited));
  CHECK(mailbox.deliver(awaited.index) == &awaited);
  CHECK(mailbox.complete(awaited));
  mailbox.receive(awaited);
  CHECK(mailbox.flows() == 0);
  std::vector<std::uint32_t> tokens;
  for (std::uint32_t i = 0; i < 5000; ++i) tokens.push_back(mailbox.send({i % 7, i, 0, 0, 1}, 1));
  CHECK(mailbox.flows() == 5000);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    mailbox.deliver(tokens[i]);
    mailbox.receive(mailbox.await({i % 7, i, 0, 0, 1}));
  }
  CHECK(mailbox.flows() == 0);
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
