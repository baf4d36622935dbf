// SPDX-License-Identifier: Apache-2.0
// Several ranks on a node: they share its way into the network, and messages between them stay within the node.
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <utility>

#include "fsin/workload/number_set.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "tests/engine/differential/dice.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/replay/mpi_params.hpp"

namespace shared_node_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

/// A replay whose share names no tasks: its carrier asks all tasks of a node that wait.
class Unnamed final : public fsin::workload::MessageWorkload, private fsin::workload::MessageShare {
 public:
  using Action = fsin::workload::Action;

  explicit Unnamed(std::unique_ptr<fsin::workload::MessageWorkload> named)
      : named_(std::move(named)), share_(named_->whole()) {}

  std::span<const std::uint32_t> node_of_task() const override { return named_->node_of_task(); }
  std::size_t ranks() const override { return named_->ranks(); }
  fsin::workload::MessageShare& whole() override { return *this; }
  void tell(fsin::workload::Timeline* timeline) override { named_->tell(timeline); }
  bool finished() const override { return named_->finished(); }
  std::string failure() const override { return named_->failure(); }
  double progress() const override { return named_->progress(); }
  fsin::workload::Report report() const override { return named_->report(); }
  std::vector<fsin::workload::RankAccount> rank_accounts(fsin::Cycle now) const override {
    return named_->rank_accounts(now);
  }
  std::vector<std::string> explain_wait(std::size_t most, const fsin::workload::Carrier& carrier) const override {
    return named_->explain_wait(most, carrier);
  }

 private:
  fsin::workload::Passage passage(const fsin::workload::Message& message) const override {
    return share_.passage(message);
  }
  Action next(std::uint32_t task, fsin::Cycle now) override { return share_.next(task, now); }
  Action sent(std::uint32_t task, fsin::Cycle now) override { return share_.sent(task, now); }
  std::uint32_t expect(const fsin::workload::Message& message) override { return share_.expect(message); }
  bool delivered(std::uint32_t flow, fsin::Cycle now) override { return share_.delivered(flow, now); }
  std::int64_t outstanding() const override { return share_.outstanding(); }
  bool failed() const override { return share_.failed(); }

  std::unique_ptr<fsin::workload::MessageWorkload> named_;
  fsin::workload::MessageShare& share_;
};

/// Messages that are sent, started and received in all ways, between ranks that share nodes.
std::shared_ptr<WrittenProgram> drawn_program(std::uint64_t seed, std::uint32_t ranks) {
  differential::Dice dice(seed);
  const auto program = std::make_shared<WrittenProgram>(ranks);
  for (std::int32_t tag = 0; tag < 80; ++tag) {
    const std::uint32_t from = dice.below(ranks), to = (from + dice.between(1, ranks - 1)) % ranks;
    const std::uint64_t bytes = dice.one_of({0U, 10U, 200U, 3000U});
    trgen::programs::Operations& sender = (*program)[from];
    trgen::programs::Operations& receiver = (*program)[to];
    const bool late = dice.chance(50);
    if (!late) receiver.receive_start(0, from, bytes, tag);
    if (dice.chance(50)) {
      sender.send_start(1, to, bytes, tag);
      sender.compute(dice.below(200));
      sender.wait(1);
    } else {
      sender.send(to, bytes, tag);
    }
    if (dice.chance(30)) receiver.compute(dice.below(300));
    late ? receiver.receive(from, bytes, tag) : receiver.wait(0);
  }
  return program;
}

}  // namespace

TEST_CASE("the ranks of a node send a packet each by turns") {
  const auto program = std::make_shared<WrittenProgram>(4);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    (*program)[rank].send(rank + 2, 192);
    (*program)[rank + 2].receive(rank, 192);
  }
  const Ran ran = run_program(program, on_nodes(*program, {0, 0, 1, 1}));
  CHECK(ran.finished);
  REQUIRE(ran.entered.size() == 6);
  for (const Entered& packet : ran.entered) {
    CHECK(packet.source == 0);
    CHECK(packet.destination == 1);
  }
  CHECK(ran.entered[5].cycle == 6);
  // 3 + 3 packets by turns: the first rank has put in its third in cycle 5, the second in cycle 6.
  CHECK(ran.ranks[0].finished == 5);
  CHECK(ran.ranks[1].finished == 6);
}

TEST_CASE("a message within a node costs its copy, and the receiver has it in the cycle after") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send(1, 1000);
  (*program)[1].receive(0, 1000);
  ReplaySettings settings = on_nodes(*program, {0, 0});
  settings.costs.copy_latency = 20;
  settings.costs.copy_rate = {.link_bits = 1, .phit_bytes = 4, .copied_bits = 1};
  const Ran ran = run_program(program, settings);
  CHECK(ran.entered.empty());
  CHECK(ran.ranks[0].finished == 20 + 250);
  CHECK(ran.ranks[1].finished == 20 + 250 + 1);
  CHECK(ran.report.messages_sent == 1);
  CHECK(ran.report.messages_delivered == 1);
}

TEST_CASE("times and copies that are whole numbers of cycles take just these") {
  for (const std::uint64_t gigabits : {1, 3, 7, 10, 25, 56, 100, 400}) {
    fsin::workload::NetworkFacts facts;
    facts.bit_rate = gigabits * 1'000'000'000;
    for (const std::uint32_t phit : {1U, 4U, 7U, 64U, 256U}) {
      facts.phit_bytes = phit;
      for (std::uint64_t cycles = 1; cycles < 200; ++cycles) {
        const std::uint64_t picoseconds = cycles * 8000 * phit / gigabits;
        if (picoseconds * gigabits != cycles * 8000 * phit) continue;  // not of whole picoseconds
        MpiParams params;
        params.send_overhead = {static_cast<double>(picoseconds) / 1000};
        params.receive_overhead = {0.1 * static_cast<double>(picoseconds) / 100};
        params.node_latency = {static_cast<double>(picoseconds + 1) / 1000};
        params.node_bandwidth = fsin::BitRate{facts.bit_rate};
        const CallCosts costs = costs_of(params, facts);
        CHECK(costs.send_overhead == cycles);
        CHECK(costs.receive_overhead == cycles);
        CHECK(costs.copy_latency == cycles + 1);
        CHECK(costs.copy_rate.cycles(cycles * phit) == cycles);
        CHECK(costs.copy_rate.cycles(cycles * phit + 1) == cycles + 1);
      }
    }
  }
}

TEST_CASE("the longest copies do not overflow") {
  const CopyRate rate{.link_bits = std::uint64_t{1} << 50U, .phit_bytes = 1, .copied_bits = 1000};
  CHECK(rate.cycles(std::uint64_t{1} << 47U) == ~std::uint64_t{0});
  CHECK(CopyRate{}.cycles(std::uint64_t{1} << 47U) == 0);
}

TEST_CASE("without receives, a run ends when its last message has been copied, though nobody may ask any more") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send(1, 1000);
  (*program)[2].send(1, 4);
  (*program)[1].receive(0, 1000);
  (*program)[1].receive(2, 4);
  ReplaySettings settings = on_nodes(*program, {0, 0, 1});
  settings.order = Order::asap;
  settings.costs.copy_rate = {.link_bits = 1, .phit_bytes = 4, .copied_bits = 1};
  const Ran ran = run_program(program, settings);
  CHECK(ran.finished);
  CHECK(ran.ranks[0].finished == 250);
  CHECK(ran.report.messages_delivered == 2);
}

TEST_CASE("a rank computes while the message that it started is copied within its node") {
  const auto program = std::make_shared<WrittenProgram>(2);
  (*program)[0].send_start(0, 1, 1000);
  (*program)[0].compute(400);
  (*program)[0].wait(0);
  (*program)[1].receive(0, 1000);
  ReplaySettings settings = on_nodes(*program, {0, 0});
  settings.costs.copy_rate = {.link_bits = 1, .phit_bytes = 4, .copied_bits = 1};
  const Ran ran = run_program(program, settings);
  CHECK(ran.ranks[0].finished == 401);
  CHECK(ran.ranks[1].finished == 251);
}

TEST_CASE("ranks that share nodes end in the same cycle whether nodes are polled when asked for or always") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const std::uint32_t ranks = 12;
    const auto program = std::make_shared<WrittenProgram>(ranks);
    for (std::uint32_t i = 0; i < 60; ++i) {
      const std::uint32_t from = (i * 7 + seed) % ranks, to = (from + 1 + (i * seed) % (ranks - 1)) % ranks;
      const auto tag = static_cast<std::int32_t>(i);
      if (i % 3 == 0) {
        (*program)[from].send_start(i, to, 64 * (i % 5) + 10, tag);
        (*program)[from].compute(i * seed % 90);
        (*program)[from].wait(i);
      } else {
        (*program)[from].send(to, 64 * (i % 5) + 10, tag);
      }
      (*program)[to].receive(from, 64 * (i % 5) + 10, tag);
    }
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) nodes.push_back(rank * seed % 5);
    const ReplaySettings settings = on_nodes(*program, nodes);
    const Ran asked = run_program(program, settings);
    const Ran always = run_program(program, settings, {.only_when_asked = false});
    CAPTURE(seed);
    CHECK(asked.finished);
    CHECK(asked.cycles == always.cycles);
    CHECK(asked.entered == always.entered);
    CHECK(asked.ranks == always.ranks);
  }
}

TEST_CASE(
    "a rank that comes from a send to a message of its node finds it, though nobody of the node was asked since") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send(1, 64);
  (*program)[1].send(2, 6400);
  (*program)[1].receive(0, 64);
  ReplaySettings settings = on_nodes(*program, {0, 0, 1});
  settings.outboxes = false;
  const Ran ran = run_program(program, settings, {.nodes = 2, .most_cycles = 5000});
  CHECK(ran.finished);
  CHECK(ran.ranks[1].finished == 101);
}

TEST_CASE("a carrier that asks the tasks that are named alone does what one does that asks all of a node") {
  unsigned finished = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    CAPTURE(seed);
    differential::Dice dice(seed + 1000);
    const std::uint32_t ranks = dice.between(4, 90), nodes = dice.between(2, 5);
    const auto program = drawn_program(seed, ranks);
    std::vector<std::uint32_t> node_of_rank;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) node_of_rank.push_back(dice.below(nodes));
    node_of_rank.back() = nodes - 1;
    ReplaySettings settings = on_nodes(*program, node_of_rank);
    if (dice.chance(50)) settings.costs.eager = 100;
    if (dice.chance(30)) settings.costs.send_overhead = dice.below(20);
    const auto facts = network_of(nodes);
    const IdealSettings how{.nodes = nodes, .tight = dice.chance(30), .most_cycles = 60'000};
    const auto messages = [&] { return make_replay(operations_of(program), settings, facts); };
    const fsin::workload::PacketRules rules{settings.pooled(), nullptr, nullptr};
    const Ran named = run_replay(*fsin::workload::make_packetised(messages(), facts, rules), how);
    const Ran all =
        run_replay(*fsin::workload::make_packetised(std::make_unique<Unnamed>(messages()), facts, rules), how);
    finished += named.finished ? 1 : 0;
    CHECK(named.finished == all.finished);
    CHECK(named.cycles == all.cycles);
    CHECK(named.entered == all.entered);
    CHECK(named.ranks == all.ranks);
  }
  CHECK(finished > 50);
}

TEST_CASE("a set of numbers finds the lowest from any number on") {
  using fsin::workload::NumberSet;
  for (const std::uint32_t size : {1U, 63U, 64U, 65U, 4096U, 4097U, 300'000U}) {
    differential::Dice dice(size);
    NumberSet set(size);
    std::set<std::uint32_t> expected;
    for (int i = 0; i < 400; ++i) {
      const std::uint32_t number = dice.below(size);
      if (dice.chance(40)) {
        set.erase(number);
        expected.erase(number);
      } else {
        set.insert(number);
        expected.insert(number);
      }
      const std::uint32_t from = dice.below(size + 1);
      const auto found = expected.lower_bound(from);
      CHECK(set.lowest(from) == (found == expected.end() ? NumberSet::none : *found));
    }
  }
}

}  // namespace shared_node_test
