// SPDX-License-Identifier: Apache-2.0
// Traces over flows, by the loop of the engine: patterns whose time the bandwidth of the links decides.
#include <doctest/doctest.h>

#include "fsin/engine/message/flow_network.hpp"
#include "fsin/engine/message/loop.hpp"
#include "fsin/engine/message/message_feed.hpp"
#include "tests/engine/message/grid_routes.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace flow_trace_test {

using namespace fsin::engine::message;
using namespace trgen::replay::testing;

namespace {

fsin::stats::RunTotals replay(const Trace& trace, flows::Torus& torus, const FlowRules& rules = {}) {
  fsin::workload::NetworkFacts facts;
  facts.nodes = static_cast<std::uint32_t>(torus.topology.graph.nodes());
  const auto ranks = trgen::replay::testing::make_message_replay(trace, consecutive(*trace), facts);
  MessageFeed feed(*ranks, facts.phit_bytes, nullptr);
  const fsin::engine::RunPlan plan;
  fsin::engine::Control control;
  return Loop(FlowNetwork(rules), torus.ground(), feed, plan, control).run();
}

/// Rounds in which every rank sends to one other and receives from one.
template <class To>
Trace rounds(std::uint32_t ranks, unsigned count, std::uint64_t bytes, To to) {
  const Trace trace = trace_of(ranks);
  for (unsigned round = 0; round < count; ++round) {
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const std::uint32_t by = to(round);
      trace->send(rank, (rank + by) % ranks, bytes).receive(rank, (rank + ranks - by) % ranks, bytes);
    }
  }
  return trace;
}

}  // namespace

TEST_CASE("a ring all-reduce on a ring takes the time of its bytes on one link, and a hop for each step") {
  constexpr std::uint32_t ranks = 8, steps = 2 * (ranks - 1);
  constexpr std::uint64_t bytes = 64 * 1024;
  flows::Torus ring({ranks});
  const Trace trace = rounds(ranks, steps, bytes / ranks, [](unsigned) { return 1; });
  const fsin::Cycle phits = steps * bytes / ranks / 4;  // the bound: 2 (n - 1) / n of all bytes over each link
  CHECK(replay(trace, ring).cycles == phits + steps + 2);
}

TEST_CASE("in a shift by k on a ring every link carries k messages, and all take that much longer") {
  constexpr std::uint32_t ranks = 12;
  for (const unsigned by : {1U, 2U, 5U}) {
    flows::Torus ring({ranks});
    const auto totals = replay(rounds(ranks, 3, 4096, [by](unsigned) { return by; }), ring);
    CHECK(totals.cycles == 3 * (by * 1024 + by) + 2);
  }
}

TEST_CASE("an exchange of all with all takes no less than the fullest link needs, and half as much again at most") {
  // Ring of 8, ties of 4 hops go up: links up carry 1 + 2 + 3 + 4 messages each.
  constexpr std::uint32_t ranks = 8;
  flows::Torus ring({ranks});
  FlowRules rules;
  rules.buffered = 1 << 20;
  const Trace trace = trace_of(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    for (std::uint32_t by = 1; by < ranks; ++by) trace->send(rank, (rank + by) % ranks, 4096);
  }
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    for (std::uint32_t by = 1; by < ranks; ++by) trace->receive(rank, (rank + ranks - by) % ranks, 4096);
  }
  const auto totals = replay(trace, ring, rules);
  CHECK(totals.workload.messages_delivered == ranks * (ranks - 1));
  CHECK(totals.cycles >= 10 * 1024);
  CHECK(totals.cycles <= 15 * 1024);
}

TEST_CASE("a pair of nodes without a route stops the run and says so") {
  flows::Torus ring({8});
  flows::GridRoutes wrong(ring.topology, {3});
  const Trace trace = trace_of(8);
  trace->send(0, 7, 64).receive(7, 0, 64);
  fsin::workload::NetworkFacts facts;
  facts.nodes = 8;
  const auto ranks = trgen::replay::testing::make_message_replay(trace, consecutive(*trace), facts);
  MessageFeed feed(*ranks, facts.phit_bytes, nullptr);
  const fsin::engine::RunPlan plan;
  fsin::engine::Control control;
  const Ground ground{ring.topology, ring.rules, Carries::messages, &wrong};
  const auto totals = Loop(FlowNetwork{}, ground, feed, plan, control).run();
  CHECK(totals.outcome == fsin::stats::Outcome::interrupted);
  CHECK(totals.failure.find("no route from node 0 to node 7") != std::string::npos);
}

}  // namespace flow_trace_test
