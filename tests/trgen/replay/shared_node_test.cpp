// SPDX-License-Identifier: Apache-2.0
// Several ranks on a node: they share its way into the network, and messages between them stay within the node.
#include <doctest/doctest.h>

#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/replay/mpi_params.hpp"
#include "trgen/replay/ranks/all_ranks.hpp"

namespace shared_node_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

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
  settings.costs.copy_cycles_per_byte = 0.25;
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
        ReplaySettings settings;
        settings.costs = costs_of(params, facts);
        CHECK(settings.costs.send_overhead == cycles);
        CHECK(settings.costs.receive_overhead == cycles);
        CHECK(settings.costs.copy_latency == cycles + 1);
        settings.node_of_rank = {0, 0};
        const AllRanks ranks(settings, facts);
        CHECK(ranks.copy_cycles(0, cycles * phit) == 2 * cycles + 1);
        CHECK(ranks.copy_cycles(0, cycles * phit + 1) == 2 * cycles + 2);
      }
    }
  }
}

TEST_CASE("without receives, a run ends when its last message has been copied, though nobody may ask any more") {
  const auto program = std::make_shared<WrittenProgram>(3);
  (*program)[0].send(1, 1000);
  (*program)[2].send(1, 4);
  (*program)[1].receive(0, 1000);
  (*program)[1].receive(2, 4);
  ReplaySettings settings = on_nodes(*program, {0, 0, 1});
  settings.order = Order::asap;
  settings.costs.copy_cycles_per_byte = 0.25;
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
  settings.costs.copy_cycles_per_byte = 0.25;
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

}  // namespace shared_node_test
