// SPDX-License-Identifier: Apache-2.0
// Replay as configurations give it: parameters, placement, and what is refused with which words.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/config/read.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"
#include "trgen/replay/placements/file.hpp"
#include "trgen/replay/trace_params.hpp"

namespace params_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;
using fsin::Diagnostics;

namespace {

TraceParams read(const std::string& text, Diagnostics& diagnostics) {
  TraceParams params;
  auto document = fsin::config::load_text("exp.yaml", text, diagnostics);
  fsin::config::read(document, params, diagnostics);
  return params;
}

/// Settings for a trace of `ranks` ranks on `nodes` nodes of 1 Gb/s.
std::optional<ReplaySettings> resolve(const std::string& text, std::uint32_t ranks, std::uint32_t nodes,
                                      Diagnostics& diagnostics, std::uint64_t seed = 1) {
  const TraceParams params = read(text, diagnostics);
  REQUIRE(diagnostics.text() == "");
  auto facts = network_of(nodes);
  facts.bit_rate = 1'000'000'000;
  const auto mark_of = [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); };
  return resolve_replay(params, replayed_trace, {ranks, ""}, facts, seed, diagnostics, mark_of);
}

std::string complaint(const std::string& text, std::uint32_t ranks, std::uint32_t nodes) {
  Diagnostics diagnostics;
  CHECK_FALSE(resolve("file: x\n" + text, ranks, nodes, diagnostics).has_value());
  return diagnostics.text();
}

}  // namespace

TEST_CASE("defaults are causal order, matching by packets, no bursts, rank i on node i") {
  Diagnostics diagnostics;
  const auto settings = resolve("file: x", 4, 9, diagnostics);
  REQUIRE(settings);
  CHECK(settings->order == Order::causal);
  CHECK(settings->match == Match::packets);
  CHECK_FALSE(settings->bursts);
  CHECK(settings->node_of_rank == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("bursts are scaled and freed of the clock's cost as written") {
  Diagnostics diagnostics;
  const auto settings = resolve("file: x\nmatch: messages\ncpu: {scale: 2.5, clock_cost: 205 ns}", 1, 1, diagnostics);
  REQUIRE(settings);
  CHECK(settings->match == Match::messages);
  CHECK(settings->bursts);
  Wide carry = 0;
  CHECK(settings->burst_clock.cycles(205 + 320, carry) == 25);
}

TEST_CASE("parameters survive being written and read again") {
  Diagnostics diagnostics;
  const TraceParams params = read("file: /t/cg.txt\norder: asap\nplacement: {file: /t/p.txt}", diagnostics);
  CHECK(diagnostics.text() == "");
  CHECK(params.placement.get<FilePlacementParams>().file == "/t/p.txt");
  const std::string written = fsin::config::dump(params);
  CHECK(fsin::config::dump(read(written, diagnostics)) == written);
  CHECK(written.find("asap") != std::string::npos);
}

TEST_CASE("a region keeps the words in which it was written, and is the trace itself where there is none") {
  Diagnostics diagnostics;
  const std::string written =
      fsin::config::dump(read("file: x\nregion: {from: marker a b 3, to: 2.50 s}", diagnostics));
  CHECK(written.find("from: marker a b 3") != std::string::npos);
  CHECK(fsin::config::dump(read(written, diagnostics)) == written);
  const auto trace = trace_of(2);
  trace->send(0, 1, 64).send(0, 1, 64).receive(1, 0, 64).receive(1, 0, 64);
  const auto mark_of = [](std::string_view key) { return fsin::Mark("exp.yaml:" + std::string(key)); };
  CHECK(region_of({}, trace, diagnostics, mark_of) == trace);
  const auto part = region_of({"record 2", {}}, trace, diagnostics, mark_of);
  REQUIRE(part);
  CHECK(part->records() == 2);
  const auto workload = make_trace_replay(part, consecutive(*part), network_of(2));
  CHECK(workload->report(1).part_of_trace);
  CHECK(IdealNetwork().run(*workload).cycles == 19);
  CHECK(diagnostics.ok());
  CHECK_FALSE(region_of({"record 3", "rec 4"}, trace, diagnostics, mark_of));
  CHECK(diagnostics.text().find("exp.yaml:region.to: \"rec 4\" is not a place in a trace; ") == 0);
}

TEST_CASE("a trace with more ranks than nodes is refused with both numbers") {
  CHECK(complaint("", 64, 16).find("exp.yaml:file: trace of 64 ranks on 16 nodes: ") == 0);
  CHECK(complaint("placement: random", 64, 16).find("trace of 64 ranks on 16 nodes: ") != std::string::npos);
}

TEST_CASE("options that would do nothing are refused") {
  CHECK(complaint("order: asap\ncpu: {scale: 1}", 1, 1).find("exp.yaml:cpu.scale: order asap replays no CPU") == 0);
  CHECK(complaint("order: asap\nmatch: messages", 1, 1).find("exp.yaml:match: order asap matches nothing") == 0);
  CHECK(complaint("cpu: {clock_cost: 205 ns}", 1, 1).find("exp.yaml:cpu.clock_cost: cpu.clock_cost has no effect") ==
        0);
}

TEST_CASE("bursts without a link bandwidth are refused") {
  Diagnostics diagnostics;
  TraceParams params;
  params.cpu.scale = 1;
  const auto no_mark = [](std::string_view) { return fsin::Mark(); };
  CHECK_FALSE(resolve_replay(params, replayed_trace, {1, ""}, network_of(1), 1, diagnostics, no_mark));
  CHECK(diagnostics.text().find("need a link bandwidth") != std::string::npos);
}

TEST_CASE("a placement file that is not there is an input error") {
  Diagnostics diagnostics;
  CHECK_FALSE(resolve("file: x\nplacement: {type: file, file: /none/place.txt}", 1, 1, diagnostics));
  CHECK(diagnostics.exit_code() == 3);
  CHECK(diagnostics.text().find("/none/place.txt: cannot read this placement file") == 0);
}

TEST_CASE("ranks placed elsewhere send between their nodes") {
  auto trace = std::make_shared<MemoryTrace>(2);
  trace->send(0, 1, 64).receive(1, 0, 64);
  ReplaySettings settings;
  settings.node_of_rank = {5, 2};
  const auto workload = make_trace_replay(trace, settings, network_of(6));
  IdealNetwork network({.nodes = 6});
  CHECK(network.run(*workload).cycles == 19);
  CHECK(network.entered.at(0).source == 5);
  CHECK(network.entered.at(0).destination == 2);
  CHECK(workload->first_poll(NodeId(0)) == fsin::never);
}

}  // namespace params_test
