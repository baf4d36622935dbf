// SPDX-License-Identifier: Apache-2.0
// Load beside jobs.
#include "trgen/jobs/background.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fsin/config/read.hpp"
#include "fsin/workload/with_background.hpp"
#include "tests/trgen/replay/replay_fixture.hpp"

namespace background_test {

using namespace trgen;
using namespace trgen::jobs;
using namespace trgen::replay::testing;
using fsin::Diagnostics;
using fsin::Mark;

namespace {

constexpr std::uint32_t nodes = 8;

fsin::workload::NetworkFacts facts() {
  auto facts = network_of(nodes);
  facts.bit_rate = 1'000'000'000;
  return facts;
}

std::optional<Background> open(const std::string& text, Diagnostics& diagnostics, bool packets = true) {
  return Background::open({text}, facts(), packets, diagnostics, Mark("exp.yaml:background"));
}

/// A message of 40 packets from node 0 to node 1, at which nothing else happens.
std::unique_ptr<fsin::workload::Workload> long_message(const Trace& trace) {
  trace->send(0, 1, 40 * 64).receive(1, 0, 40 * 64);
  return replay::testing::make_trace_replay(trace, consecutive(*trace), facts());
}

struct Ran {
  IdealNetwork::End end;
  std::vector<Entered> entered;
  fsin::workload::BackgroundCount count;
  fsin::workload::Report report;
};

Ran run(const std::string& background, IdealSettings how = {}) {
  Diagnostics diagnostics;
  const auto opened = open(background, diagnostics);
  CHECK(diagnostics.text() == "");
  const auto workload = opened->beside(long_message(trace_of(2)), facts(), 3);
  how.nodes = nodes;
  IdealNetwork network(how);
  const auto end = network.run(*workload);
  const fsin::workload::Report report = workload->report(end.cycles);
  return {end, network.entered, report.background.value(), report};
}

}  // namespace

TEST_CASE("idle nodes send until the job has ended, and the job does not notice where they do not meet") {
  const auto alone = [] {
    IdealNetwork network({.nodes = nodes});
    const auto workload = long_message(trace_of(2));
    return network.run(*workload);
  }();
  const Ran ran = run("{load: 4}");
  CHECK(ran.end.finished);
  CHECK(ran.end.cycles == alone.cycles);
  std::uint64_t of_job = 0, of_background = 0;
  for (const Entered& packet : ran.entered) {
    CHECK(packet.source != 1);
    (packet.source == 0 ? of_job : of_background) += 1;
  }
  CHECK(of_job == 40);
  CHECK(of_background > 6 * 40);
  CHECK(ran.count.entered == of_background);
  CHECK(ran.report.packets_generated == of_job + of_background);
  CHECK(ran.count.delivered <= ran.count.entered);
  CHECK(ran.count.delivered > 0);
}

TEST_CASE("where a rank and the background send, they put a packet each by turns") {
  const Ran ran = run("{load: 16, nodes: all, pattern: complement}");
  CHECK(ran.end.finished);
  std::vector<fsin::Cycle> cycles;  // of packets of the job
  std::uint64_t others = 0;         // from its node, up to its last one
  for (const Entered& packet : ran.entered) {
    if (packet.source != 0) continue;
    if (packet.destination == 1) cycles.push_back(packet.cycle);
    if (packet.destination == 7 && cycles.size() < 40) ++others;
  }
  REQUIRE(cycles.size() == 40);
  for (std::size_t i = 1; i < cycles.size(); ++i) CHECK(cycles[i] == cycles[i - 1] + 2);
  CHECK(others >= 39);
  CHECK(others <= 40);
}

TEST_CASE("polling only when asked for gives the same packets") {
  for (const char* text : {"{load: 2}", "{load: 3, nodes: all}", "{load: 1, nodes: all, source: infinite}"}) {
    for (const bool tight : {false, true}) {
      const Ran asked = run(text, {.tight = tight}), always = run(text, {.only_when_asked = false, .tight = tight});
      const Ran reversed = run(text, {.only_when_asked = false, .tight = tight, .reverse = true});
      CAPTURE(text);
      CHECK(asked.end.cycles == always.end.cycles);
      CHECK(asked.entered == always.entered);
      CHECK(reversed.end.cycles == always.end.cycles);
      CHECK(reversed.entered.size() == always.entered.size());
    }
  }
}

TEST_CASE("beside ranks that wait for ever nothing moves, however much of the background does") {
  const Trace trace = trace_of(2);
  trace->send(0, 1, 64).receive(1, 0, 64);
  trace->receive(0, 1, 64);  // which nobody sends
  Diagnostics diagnostics;
  const auto opened = open("{load: 4, nodes: all}", diagnostics);
  const auto jobs = opened->beside(replay::testing::make_trace_replay(trace, consecutive(*trace), facts()), facts(), 3);
  CHECK(jobs->moving() > 0);
  IdealSettings how;
  how.nodes = nodes;
  how.most_cycles = 500;
  IdealNetwork network(how);
  CHECK_FALSE(network.run(*jobs).finished);
  CHECK(jobs->report(500).background->entered > 100);
  CHECK(jobs->moving() == 0);
  CHECK(jobs->outstanding() != 0);
}

TEST_CASE("a background that cannot run is refused with the reason") {
  const auto complaint = [](const std::string& text, bool packets = true) {
    Diagnostics diagnostics;
    CHECK_FALSE(open(text, diagnostics, packets));
    return diagnostics.text();
  };
  CHECK(complaint("{loop: {type: window}}").find("loop window has none") != std::string::npos);
  CHECK(complaint("{load: 0.1}", false).find("carries whole messages") != std::string::npos);
  CHECK(complaint("{laod: 0.1}").find("load") != std::string::npos);
  CHECK(complaint("{nodes: some}").find("idle") != std::string::npos);
}

}  // namespace background_test
