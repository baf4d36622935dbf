// SPDX-License-Identifier: Apache-2.0
// One run in several threads: the same result, and an orderly end whatever happens. fsin-differential compares packets;
// here it is what reports show, how work is divided, and what goes wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <stdexcept>

#include "fsin/engine/event/parts.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/engine/differential/random_case.hpp"
#include "tests/engine/same_totals.hpp"
#include "tests/model/load.hpp"

namespace threads_test {

using namespace fsin;
using engine::EngineKind;
using engine_test::check_same;

namespace {

stats::RunTotals run_case(const differential::RandomCase& c, unsigned threads) {
  engine::Control control;
  engine::RunPlan plan = c.plan;
  plan.threads = threads;
  const auto workload = c.make_workload();
  stats::RunTotals totals = run(EngineKind::event, c.design, c.topology, *workload, plan, control);
  CHECK(control.threads == std::min<std::size_t>(threads, c.topology.graph.routers()));
  return totals;
}

/// One packet a cycle from every node to the next one, until told otherwise.
class Chatter final : public workload::Workload, public workload::Divisible {
 public:
  Chatter(std::uint32_t nodes, bool divisible) : nodes_(nodes), divisible_(divisible) {}

  workload::Poll poll(NodeId node, Cycle now, bool room) override {
    if (node.value == fails_at_node && now >= fails_at_cycle) throw std::runtime_error("the workload broke");
    workload::Poll answer;
    if (only_upwards && node.value >= nodes_ / 2) return answer;
    answer.offers = room;
    answer.packet = {NodeId((node.value + (only_upwards ? nodes_ / 2 : 1)) % nodes_), 16, 0, now};
    answer.next = now + 1;
    return answer;
  }
  bool delivered(const workload::Delivery&) override { return false; }
  workload::Divisible* divisible() override { return divisible_ ? this : nullptr; }
  std::vector<workload::Share*> divide(const workload::Division& division) override {
    return std::vector<workload::Share*>(division.parts, this);
  }
  Cycle first_poll(NodeId) const override { return 1; }
  bool finished() const override { return false; }
  workload::Report report(Cycle) const override {
    if (report_fails) throw std::runtime_error("the report broke");
    return {};
  }

  std::uint32_t fails_at_node = ~0U;
  Cycle fails_at_cycle = 0;
  bool report_fails = false;
  bool only_upwards = false;  ///< nodes of the lower half send to the upper half, which sends nothing

 private:
  std::uint32_t nodes_;
  bool divisible_;
};

model::Network small_torus() { return model::make_network(model::torus_design({4, 4}, 3)); }

stats::RunTotals run_chatter(Chatter& chatter, engine::Control& control, Cycle cycles = never) {
  const model::Network network = small_torus();
  engine::RunPlan plan;
  plan.threads = 3;
  plan.warmup = 10;
  plan.cycles = cycles;
  return run(EngineKind::event, network.design, network.topology, chatter, plan, control);
}

}  // namespace

TEST_CASE("random experiments give the same totals, series, accounts and diagnosis for 1, 2, 3, 4 and 7 threads") {
  for (std::uint64_t number = 0; number < 40; number += 5) {
    const differential::RandomCase c = differential::make_case(number);
    const stats::RunTotals one = run_case(c, 1);
    CAPTURE(number);
    CAPTURE(differential::describe(c));
    for (const unsigned threads : {2U, 3U, 4U, 7U}) check_same(one, run_case(c, threads));
  }
}

TEST_CASE("every router belongs to one part, parts differ by one router in each stage of a tree") {
  for (const unsigned count : {2U, 3U, 7U}) {
    engine::Design design;
    design.topology = topology::FatTreeParams{4, 3};
    design.routing = routing::UpDownParams{};
    const model::Network tree = model::make_network(design);
    const engine::event::Parts parts(tree.topology, count);
    std::vector<std::size_t> nodes(count);
    for (const std::uint8_t part : parts.of_nodes()) ++nodes.at(part);
    CHECK(parts.of_nodes().size() == 64);
    CHECK(*std::max_element(nodes.begin(), nodes.end()) - *std::min_element(nodes.begin(), nodes.end()) <= 1);
    std::vector<std::size_t> routers(count);
    for (std::uint32_t r = 0; r < tree.topology.graph.routers(); ++r) ++routers.at(parts.owner(r));
    CHECK(*std::max_element(routers.begin(), routers.end()) - *std::min_element(routers.begin(), routers.end()) <= 4);
  }
}

TEST_CASE("what one thread throws ends the run and reaches the caller") {
  for (const std::uint32_t node : {0U, 7U, 15U}) {
    Chatter chatter(16, true);
    chatter.fails_at_node = node;
    chatter.fails_at_cycle = 40;
    engine::Control control;
    CHECK_THROWS_WITH(run_chatter(chatter, control), "the workload broke");
  }
  Chatter chatter(16, true);
  chatter.report_fails = true;  // asked for when the window opens, by one thread while the others wait
  engine::Control control;
  CHECK_THROWS_WITH(run_chatter(chatter, control), "the report broke");
}

TEST_CASE("a request to stop ends all threads") {
  Chatter chatter(16, true);
  engine::Control control;
  unsigned told = 0;
  control.progress = [&](Cycle, double, std::uint64_t packets) {
    CHECK(packets > 0);
    if (++told == 2) control.stop = true;
  };
  const stats::RunTotals totals = run_chatter(chatter, control);
  CHECK(totals.outcome == stats::Outcome::interrupted);
  CHECK(told == 2);
  CHECK(control.threads == 3);
}

TEST_CASE("threads that only consume hand the room of packets on to those that only send") {
  Chatter chatter(16, true);
  chatter.only_upwards = true;
  engine::Control control;
  const stats::RunTotals totals = run_chatter(chatter, control, 40000);
  CHECK(totals.outcome == stats::Outcome::finished);
  CHECK(totals.packets_delivered > 10000);  // many times what can be under way at once
}

TEST_CASE("a workload that cannot be divided has one thread") {
  Chatter chatter(16, false);
  engine::Control control;
  CHECK(run_chatter(chatter, control, 100).outcome == stats::Outcome::finished);
  CHECK(control.threads == 1);
}

}  // namespace threads_test
