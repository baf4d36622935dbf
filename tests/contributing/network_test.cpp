// SPDX-License-Identifier: Apache-2.0
// The worked examples of docs/contributing.md that make a network: both engines run them and deliver every packet in
// the same cycles.
#include "tests/model/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/uniform.hpp"

namespace network_test {

namespace {

trgen::synth::SyntheticParams at_load(double load, const trgen::synth::AnyPattern& pattern = {}) {
  trgen::synth::SyntheticParams params;
  params.pattern = pattern;
  params.load = load;
  return params;
}

using namespace fsin;
using model::Design;
using model::EngineKind;

Design star(unsigned nodes, unsigned vcs) {
  Design design;
  design.topology = topology::StarParams{nodes};
  design.routing = routing::OverHubParams{};
  design.router.virtual_channels = vcs;
  return design;
}

Design torus(router::Arbiter arbiter) {
  Design design;
  design.topology = topology::TorusParams{{5, 4}, true};
  design.router.flow_control = router::flow_control<router::BubbleAhead>;
  design.router.arbiter = arbiter;
  return design;
}

struct Seen {
  stats::RunTotals totals;
  std::vector<engine::PacketLog> packets;
};

Seen run(EngineKind kind, const Design& design, const trgen::synth::SyntheticParams& load, Cycle cycles) {
  const model::Network network = model::make_network(design);
  const auto workload = trgen::synth::make_synthetic(load, network.facts, 1);
  Seen seen;
  engine::Control control;
  control.on_delivery = [&](const engine::PacketLog& packet) { seen.packets.push_back(packet); };
  engine::RunPlan plan;
  plan.cycles = cycles;
  seen.totals = engine::run(kind, design, network.topology, *workload, plan, control);
  std::sort(seen.packets.begin(), seen.packets.end());
  return seen;
}

/// On both engines, which must agree.
stats::RunTotals run_both(const Design& design, const trgen::synth::SyntheticParams& load, Cycle cycles) {
  const Seen event = run(EngineKind::event, design, load, cycles);
  const Seen reference = run(EngineKind::reference, design, load, cycles);
  CHECK(event.packets.size() > 1000);
  CHECK((event.packets == reference.packets));
  CHECK(event.totals.fingerprint == reference.totals.fingerprint);
  CHECK(event.totals.outcome == reference.totals.outcome);
  return event.totals;
}

template <class Table>
bool lists(const Table& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [name](const auto& row) { return row.name == name; });
}

}  // namespace

TEST_CASE("the examples can be configured by their names") {
  CHECK(lists(topology::Topologies::entries(), "star"));
  CHECK(lists(routing::Routings::entries(), "over-hub"));
  CHECK(lists(router::FlowControls::names, "bubble-ahead"));
  CHECK(lists(router::Arbiters::names, "lottery"));
}

TEST_CASE("every packet of a star crosses two links, by any pattern") {
  for (const trgen::synth::AnyPattern& pattern :
       {trgen::synth::AnyPattern(trgen::synth::UniformParams{}), {trgen::synth::MirrorParams{}}}) {
    const auto totals = run_both(star(9, 2), at_load(0.9, pattern), 3000);
    CHECK(totals.outcome == stats::Outcome::finished);
    CHECK(totals.hops_sum == 2 * totals.packets_delivered);
  }
}

TEST_CASE("a flow control that protects rings is refused on the star") {
  Design design = star(4, 1);
  design.router.flow_control = router::flow_control<router::BubbleAhead>;
  CHECK_THROWS(model::make_network(design));
}

TEST_CASE("bubble-ahead keeps the rings of a torus open, with any arbiter and with the lottery") {
  for (const router::Arbiter arbiter : {router::arbiter<router::RoundRobin>, router::arbiter<router::Lottery>}) {
    CHECK(run_both(torus(arbiter), at_load(1), 12'000).outcome == stats::Outcome::finished);
  }
}

TEST_CASE("with the lottery other packets win than with round-robin") {
  const auto fingerprint = [](router::Arbiter arbiter) {
    return run(EngineKind::event, torus(arbiter), at_load(1), 3000).totals.fingerprint;
  };
  CHECK(fingerprint(router::arbiter<router::Lottery>) != fingerprint(router::arbiter<router::RoundRobin>));
}

TEST_CASE("hockney: a message takes its start-up time, and a cycle for each phit") {
  using namespace fsin::engine::message;
  const Models::Configured<HockneyModel> hockney{PointToPoint(HockneyTimes{7})};
  CHECK(alone(Configured(hockney), {.source = 0, .destination = 1, .bytes = 64, .phits = 16}) == 7 + 16 - 1);
}

}  // namespace network_test
