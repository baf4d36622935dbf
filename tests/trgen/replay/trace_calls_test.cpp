// SPDX-License-Identifier: Apache-2.0
// Traces whose calls cost something, or whose ranks share nodes. The closed forms are those of calls_test.cpp: over the
// ideal network a packet that enters in cycle t is there in t + 17.
#include <doctest/doctest.h>

#include "fsin/config/read.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/record/slice_trace.hpp"
#include "trgen/replay/ranks/rendezvous.hpp"
#include "trgen/replay/trace_params.hpp"

namespace trace_calls_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

Ran run_trace(const std::shared_ptr<const trgen::record::TraceSource>& trace, const ReplaySettings& settings,
              IdealSettings how = {}) {
  how.nodes = 1;
  for (const std::uint32_t node : settings.node_of_rank) how.nodes = std::max(how.nodes, node + 1);
  return run_replay(*make_trace_replay(trace, settings, network_of(how.nodes)), how);
}

/// A link of 32 Gb/s and phits of 4 B: a cycle is 1 ns.
fsin::workload::NetworkFacts nanoseconds(std::uint32_t nodes) {
  auto facts = network_of(nodes);
  facts.bit_rate = 32'000'000'000;
  facts.phit_bytes = 4;
  return facts;
}

TraceParams read(const std::string& text) {
  fsin::Diagnostics diagnostics;
  TraceParams params;
  auto document = fsin::config::load_text("exp.yaml", "file: x\n" + text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  REQUIRE(diagnostics.text() == "");
  return params;
}

ReplaySettings with(ReplaySettings settings, const std::string& text) {
  const TraceParams params = read(text);
  settings.wildcards = params.any_source == AnySourceRule::wildcard;
  set_costs(settings, params.mpi, nanoseconds(settings.ranks()));
  return settings;
}

ReplaySettings settings_of(const Trace& trace, const std::string& text) { return with(consecutive(*trace), text); }

std::string complaint(const std::string& text) {
  fsin::Diagnostics diagnostics;
  const auto mark_of = [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); };
  CHECK_FALSE(resolve_trace(read(text), {2, ""}, nanoseconds(2), 1, diagnostics, mark_of));
  return diagnostics.text();
}

}  // namespace

TEST_CASE("a replay has only the arrays that its settings need") {
  ReplaySettings apart, together;
  apart.node_of_rank = {2, 0, 1};
  together.node_of_rank = {2, 0, 2};
  const auto facts = nanoseconds(3);
  const AllRanks plain(apart, facts);
  CHECK_FALSE(plain.shared_nodes);
  CHECK(plain.bursts.empty());
  CHECK(plain.calls.empty());
  CHECK(plain.outboxes.empty());
  CHECK(plain.requests.empty());
  CHECK_FALSE(Rendezvous::is_needed(apart));
  CHECK(AllRanks(together, facts).shared_nodes);
  const ReplaySettings costly = with(apart, "mpi: {send_overhead: 1 us}"), asking = with(apart, "mpi: {eager: 0 B}");
  CHECK(AllRanks(costly, facts).calls.size() == 3);
  CHECK(AllRanks(costly, facts).outboxes.empty());
  CHECK(AllRanks(asking, facts).outboxes.size() == 3);
  CHECK(Rendezvous::is_needed(asking));
}

TEST_CASE("each message of a trace costs both overheads and the latency") {
  const Trace trace = trace_of(2);
  for (int i = 0; i < 5; ++i) trace->send(0, 1, 64).receive(1, 0, 64).send(1, 0, 64).receive(0, 1, 64);
  const Ran ran = run_trace(trace, settings_of(trace, "mpi: {send_overhead: 30 ns, receive_overhead: 40 ns}"));
  CHECK(ran.finished);
  CHECK(ran.ranks[0].finished == 10 * (30 + 17 + 40));
  CHECK(ran.ranks[0].wait_room == 0);
}

TEST_CASE("ranks of a trace that share a node copy their messages, and nothing enters the network") {
  const Trace trace = trace_of(2);
  trace->send(0, 1, 640).receive(1, 0, 640);
  ReplaySettings settings;
  settings.node_of_rank = {1, 1};
  const Ran ran = run_trace(trace, with(settings, "mpi: {node_latency: 5 ns, node_bandwidth: 8 Gb/s}"));
  CHECK(ran.finished);
  CHECK(ran.entered.empty());
  CHECK(ran.ranks[1].finished == 5 + 640 + 1);  // 1 B a cycle; there in the cycle after
}

TEST_CASE("a region of a trace says what was left out of it") {
  const Trace trace = trace_of(2);
  trace->send(0, 1, 64).send(0, 1, 64).receive(1, 0, 64).receive(1, 0, 64);
  fsin::Diagnostics diagnostics;
  const auto mark_of = [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); };
  const auto part = region_of({"record 2", {}}, trace, diagnostics, mark_of);
  REQUIRE(part);
  const ReplaySettings settings = settings_of(trace, "mpi: {send_overhead: 30 ns}");
  const Ran ran = run_trace(part, settings);
  CHECK(ran.finished);
  CHECK(ran.report.part_of_trace);
  CHECK(ran.report.sends_left_out == part->left_out()->sends);
  CHECK(ran.report.receives_left_out == part->left_out()->receives);
}

TEST_CASE("ranks whose calls cost something say where they wait, as all ranks do") {
  const Trace trace = trace_of(2);
  trace->send(0, 1, 64).receive(1, 0, 64).receive(1, 0, 64, 7);
  const Ran stuck = run_trace(trace, settings_of(trace, "mpi: {send_overhead: 30 ns}"), {.most_cycles = 500});
  CHECK_FALSE(stuck.finished);
  REQUIRE(stuck.waiting.size() == 1);
  CHECK(stuck.waiting[0] ==
        "rank 1 (node 1) waits for 64 B from rank 0, tag 7, communicator 0: record 2, trace:3; nothing sent yet, and "
        "the sender has reached its end");
}

TEST_CASE("order asap refuses what belongs to receives, and takes the overhead of sends") {
  CHECK(complaint("order: asap\nmpi: {eager: 1 KiB}").find("exp.yaml:mpi.eager: order asap posts no receives") == 0);
  CHECK(complaint("order: asap\nmpi: {receive_overhead: 1 us}")
            .find("exp.yaml:mpi.receive_overhead: order asap ignores receives") == 0);
  CHECK(complaint("cpu: {scale: 1}\nmpi: {progress: calls}")
            .find("exp.yaml:mpi.progress: progress in calls has no effect, since no message asks") == 0);
  CHECK(complaint("mpi: {progress: calls, eager: 0 B}")
            .find("exp.yaml:mpi.progress: progress in calls has no effect, since no CPU bursts") == 0);
  const Trace trace = trace_of(2);
  trace->send(0, 1, 64).send(0, 1, 64).receive(0, 1, 64);
  ReplaySettings settings = settings_of(trace, "order: asap\nmpi: {send_overhead: 30 ns}");
  settings.order = Order::asap;
  const Ran ran = run_trace(trace, settings);
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 2);
  CHECK(ran.entered[0].cycle == 31);
  CHECK(ran.entered[1].cycle == 62);
}

namespace {

/// Seed 002, section 5.2: rank 0 serves two slaves in the order 1, 2; the states say that it would take any.
Trace master_and_slaves(std::uint64_t burst_of_1, bool mark_receives) {
  const Trace trace = trace_of(3);
  trace->burst(1, burst_of_1).send(1, 0, 64).receive(1, 0, 64).send(2, 0, 64).receive(2, 0, 64);
  for (const std::uint32_t slave : {1U, 2U}) {
    trace->add(0, {.kind = Kind::state_start, .any_source = true});
    trace->add(0, {.kind = Kind::receive, .any_source = mark_receives, .peer = slave, .bytes = 64});
    trace->add(0, {.kind = Kind::state_end});
    trace->send(0, slave, 64);
  }
  return trace;
}

ReplaySettings computing(const Trace& trace, const std::string& text) {
  ReplaySettings settings = settings_of(trace, text);
  settings.bursts = true;
  settings.burst_clock = cycle_clock();
  return settings;
}

}  // namespace

TEST_CASE("a receive from any source waits for its recorded source, or takes what comes first and says so") {
  for (const bool mark_receives : {false, true}) {
    CAPTURE(mark_receives);
    const Trace trace = master_and_slaves(100, mark_receives);
    const Ran recorded = run_trace(trace, computing(trace, "mpi: {node_latency: 1 ns}"));
    CHECK(recorded.finished);
    CHECK_FALSE(recorded.report.any_source);
    CHECK(recorded.ranks[0].finished == 100 + 18 + 1);
    const Ran open = run_trace(trace, computing(trace, "any_source: wildcard"));
    CHECK(open.finished);
    CHECK(open.report.any_source);
    CHECK(open.ranks[0].finished == 100 + 18);
    CHECK(open.entered[1].cycle == 18);  // the answer, to the slave that the trace says
    CHECK(open.entered[1].destination == 1);
    const auto& departures = open.report.departures;
    CHECK(departures.receives == 2);
    CHECK(departures.count == 2);
    REQUIRE(departures.first.size() == 2);
    CHECK(departures.first[0] == fsin::workload::Departure{18, 0, 2, 1, 2});
    CHECK(departures.first[1] == fsin::workload::Departure{118, 0, 6, 2, 1});
  }
}

TEST_CASE("receives from any source that come as recorded take the cycles of the recorded ones") {
  const Trace trace = master_and_slaves(0, true);
  const Ran recorded = run_trace(trace, computing(trace, "")),
            open = run_trace(trace, computing(trace, "any_source: wildcard"));
  CHECK(open.report.departures.receives == 2);
  CHECK(open.report.departures.count == 0);
  CHECK(open.cycles == recorded.cycles);
  CHECK(open.ranks == recorded.ranks);
}

TEST_CASE("a receive whose message was taken waits for ever, and the first departure is named") {
  const Trace trace = trace_of(3);
  trace->burst(1, 100).send(1, 0, 64).send(2, 0, 64);
  trace->add(0, {.kind = Kind::receive, .any_source = true, .peer = 1, .bytes = 64}).receive(0, 2, 64);
  const Ran stuck = run_trace(trace, computing(trace, "any_source: wildcard"), {.most_cycles = 500});
  CHECK_FALSE(stuck.finished);
  REQUIRE(stuck.waiting.size() == 2);
  CHECK(stuck.waiting[0] ==
        "1 of 1 receives from any source took another message than the recorded one, the first in cycle 18: rank 0, "
        "record 1, took that of rank 2 instead of rank 1; who waits for a message that was taken waits for ever, so "
        "replay with any_source: recorded");
  CHECK(stuck.waiting[1].find("rank 0 (node 0) waits for 64 B from rank 2, tag 0, communicator 0: record 2, ") == 0);
  CHECK(run_trace(trace, computing(trace, "")).finished);
  CHECK(complaint("order: asap\nany_source: wildcard").find("exp.yaml:any_source: order asap ignores receives") == 0);
}

}  // namespace trace_calls_test
