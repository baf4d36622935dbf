// SPDX-License-Identifier: Apache-2.0
// Ranks whose messages are carried whole: when they go on, what they wait for, and what a run without an end says.
#include "fsin/engine/message/message_feed.hpp"

#include <doctest/doctest.h>

#include "fsin/engine/message/point_to_point.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/model/network.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace message_feed_test {

using namespace model;
using namespace trgen::replay::testing;
using fsin::engine::PacketLog;
using fsin::engine::RunPlan;
using fsin::engine::message::Carries;
using fsin::engine::message::Duration;
using fsin::engine::message::Loop;
using fsin::engine::message::MessageFeed;
using fsin::engine::message::PointToPoint;
using fsin::engine::message::Transfer;
using fsin::stats::RunTotals;

namespace {

/// A cycle for each phit, and after it a gap in which the node sends nothing else.
struct GapTimes {
  static constexpr bool one_receiver = false;
  Cycle latency = 5;
  Cycle gap = 0;
  Duration of(const Transfer& transfer) const { return {latency, transfer.phits + gap, transfer.phits}; }
};

struct Replayed {
  RunTotals totals;
  std::vector<PacketLog> messages;  ///< in the order of delivery
};

Replayed replay(const Trace& trace, const GapTimes& times, const RunPlan& plan = {}) {
  Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  const Network network = make_network(design);
  const auto ranks = trgen::replay::testing::make_message_replay(trace, consecutive(*trace), network.facts);
  MessageFeed feed(*ranks, network.facts.phit_bytes, nullptr);
  Replayed result;
  fsin::engine::Control control;
  control.on_delivery = [&](const PacketLog& message) { result.messages.push_back(message); };
  const auto rules = fsin::engine::make_rules(network.design, network.topology);
  result.totals = Loop(PointToPoint(times), {network.topology, rules, Carries::messages}, feed, plan, control).run();
  return result;
}

/// Rank 0 sends 16 phits to rank 1, then 10 to rank 2.
Trace two_messages() {
  const Trace trace = trace_of(3);
  trace->send(0, 1, 64).send(0, 2, 40).receive(1, 0, 64).receive(2, 0, 40);
  return trace;
}

}  // namespace

TEST_CASE("a rank goes on in the cycle after the last phit of its message has left") {
  const Replayed result = replay(two_messages(), {.latency = 5});
  REQUIRE(result.messages.size() == 2);
  CHECK(result.messages[0].entered == 1);
  CHECK(result.messages[0].delivered == 1 + 5 + 16 - 1);
  CHECK(result.messages[1].entered == 17);
  CHECK(result.messages[1].delivered == 17 + 5 + 10 - 1);
  CHECK(result.totals.outcome == fsin::stats::Outcome::finished);
  CHECK(result.totals.cycles == 33);  // received in 32
  CHECK(result.totals.workload.messages_delivered == 2);
  CHECK(result.totals.total_packets_delivered == 2);
}

TEST_CASE("a message that no injector takes yet waits for room, and the account says for how long") {
  const Replayed result = replay(two_messages(), {.latency = 5, .gap = 7});
  CHECK(result.messages[1].entered == 17);
  CHECK(result.messages[1].delivered == 17 + 7 + 5 + 10 - 1);
  CHECK(result.totals.ranks[0].wait_room == 7);
  CHECK(result.totals.ranks[0].sending() == 16 + 10);
  const Replayed cut = replay(two_messages(), {.latency = 5, .gap = 7}, {.max_cycles = 20});
  CHECK(cut.totals.outcome == fsin::stats::Outcome::cycle_limit);
  CHECK(cut.totals.ranks[0].wait_room == 4);
}

TEST_CASE("a message of no bytes is one phit long") {
  const Trace trace = trace_of(2);
  trace->send(0, 1, 0).receive(1, 0, 0);
  const Replayed result = replay(trace, {.latency = 5});
  REQUIRE(result.messages.size() == 1);
  CHECK(result.messages[0].delivered == 1 + 5);
}

TEST_CASE("a receive without its send ends as a deadlock that names the rank") {
  const Trace trace = trace_of(2);
  trace->receive(1, 0, 64);
  const RunTotals totals = replay(trace, {}).totals;
  CHECK(totals.outcome == fsin::stats::Outcome::deadlock);
  REQUIRE(totals.diagnosis.size() == 1);
  CHECK(totals.diagnosis[0].starts_with("rank 1 (node 1) waits for 64 B from rank 0"));
  CHECK(totals.diagnosis[0].ends_with("nothing sent yet, and the sender has reached its end"));
}

namespace {

/// Ranks on the nodes of a list, with bursts of which a nanosecond is a cycle.
Replayed replay_on(std::vector<std::uint32_t> nodes, const Trace& trace) {
  Design design;
  design.topology = fsin::topology::TorusParams{{8}, true};
  const Network network = make_network(design);
  trgen::replay::ReplaySettings settings;
  settings.node_of_rank = std::move(nodes);
  settings.bursts = true;
  settings.burst_clock = trgen::replay::BurstClock(1.0, 0, 32'000'000'000, 4);
  settings.match = trgen::replay::Match::messages;
  const auto ranks = trgen::replay::make_replay(trgen::replay::operations_of(trace, settings), settings, network.facts);
  MessageFeed feed(*ranks, network.facts.phit_bytes, nullptr);
  Replayed result;
  const RunPlan plan;
  fsin::engine::Control control;
  control.on_delivery = [&](const PacketLog& message) { result.messages.push_back(message); };
  const auto rules = fsin::engine::make_rules(network.design, network.topology);
  result.totals =
      Loop(PointToPoint(GapTimes{}), {network.topology, rules, Carries::messages}, feed, plan, control).run();
  return result;
}

}  // namespace

TEST_CASE(
    "a rank that begins to wait in the cycle in which a rank of its node hands a message over has it in the next") {
  // Rank 0 copies to rank 1 in cycle 1, and rank 1 computes up to that cycle, or is just being asked.
  for (const std::uint64_t burst : {0U, 1U, 2U}) {
    const Trace trace = trace_of(2);
    trace->send(0, 1, 64).burst(1, burst).receive(1, 0, 64);
    const Replayed result = replay_on({3, 3}, trace);
    CHECK(result.totals.outcome == fsin::stats::Outcome::finished);
    CHECK(result.totals.ranks[1].finished == std::max<Cycle>(2, burst + 1));
  }
}

TEST_CASE("a message from another node wakes a rank, and the one that it copies to then has it in the next cycle") {
  // All wait on node 3: rank 1 for rank 0, rank 2 for rank 1, rank 3 for rank 2. Rank 4 is woken besides, by a message
  // that comes in the same cycle as that for rank 1, so that everybody on the node has been asked by then.
  const Trace trace = trace_of(5);
  trace->send(0, 1, 4).send(0, 4, 4);
  trace->receive(1, 0, 4).send(1, 2, 4);
  trace->receive(2, 1, 4).send(2, 3, 4);
  trace->receive(3, 2, 4);
  trace->receive(4, 0, 4);
  const Replayed result = replay_on({0, 3, 3, 3, 3}, trace);
  REQUIRE(result.messages.size() == 2);
  CHECK(result.totals.outcome == fsin::stats::Outcome::finished);
  const Cycle there = result.messages[0].delivered + 1;
  CHECK(result.totals.ranks[1].finished == there + 1);  // copies in the cycle after
  CHECK(result.totals.ranks[2].finished == there + 3);
  CHECK(result.totals.ranks[3].finished == there + 4);
}

}  // namespace message_feed_test
