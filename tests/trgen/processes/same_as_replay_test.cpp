// SPDX-License-Identifier: Apache-2.0
// With sends, receives and bursts alone, processes do what the replay of records does, packet by packet.
#include <doctest/doctest.h>

#include "tests/engine/differential/random_trace.hpp"
#include "tests/trgen/processes/program_fixture.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/kernel_program.hpp"
#include "trgen/programs/program_trace.hpp"
#include "trgen/replay/processes/trace_reader.hpp"

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

struct Compared {
  IdealNetwork::End end;
  std::vector<Entered> entered;
  std::vector<fsin::workload::RankAccount> ranks;
};

/// Without the messages that processes count and the replay of records does not.
std::vector<fsin::workload::RankAccount> times_of(std::vector<fsin::workload::RankAccount> ranks) {
  for (auto& rank : ranks) rank.messages = rank.bytes = 0;
  return ranks;
}

Compared run(fsin::workload::Workload& workload, std::uint32_t nodes, IdealSettings how) {
  IdealNetwork network(how);
  network.nodes = nodes;
  const auto end = network.run(workload);
  return {end, network.entered, times_of(workload.rank_accounts(end.cycles))};
}

void check_same(const std::shared_ptr<const trgen::record::TraceSource>& trace, const ReplaySettings& settings,
                const IdealSettings& how) {
  const auto facts = network_of(trace->ranks());
  const auto records = make_trace_replay(trace, settings, facts);
  ProcessSettings same;
  same.ranks = trace->ranks();
  same.outboxes = false;
  same.order = settings.order;
  same.match = settings.match;
  same.bursts = settings.bursts;
  same.burst_clock = settings.burst_clock;
  same.node_of_task = settings.node_of_rank;
  const auto processes = fsin::workload::make_packetised(
      make_process_replay([&] { return std::make_unique<TraceReader>(trace); }, same, facts), facts,
      {settings.order == Order::causal && settings.match == Match::packets, nullptr, nullptr});
  const Compared a = run(*records, trace->ranks(), how), b = run(*processes, trace->ranks(), how);
  CHECK(a.end.finished == b.end.finished);
  CHECK(a.end.cycles == b.end.cycles);
  CHECK(a.entered == b.entered);
  CHECK(a.ranks == b.ranks);
}

}  // namespace

TEST_CASE("a random trace takes the same cycles as records and as processes, in every order and with every match") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    differential::Dice dice(seed);
    const differential::TraceShape shape{dice.between(2, 12), dice.between(1, 150), !dice.chance(15)};
    const auto trace = differential::make_random_trace(dice, shape);
    ReplaySettings settings = consecutive(*trace);
    settings.order = dice.chance(20) ? Order::asap : Order::causal;
    settings.match = dice.chance(50) ? Match::messages : Match::packets;
    settings.bursts = settings.order == Order::causal && dice.chance(50);
    settings.burst_clock = cycle_clock();
    IdealSettings how;
    how.distance = dice.between(1, 5);
    how.tight = dice.chance(30);
    how.reverse = dice.chance(30);
    how.most_cycles = 20000;
    check_same(trace, settings, how);
  }
}

TEST_CASE("every kernel is the same program as a trace and as operations") {
  for (const auto& kernel : trgen::kernels::kernels) {
    CAPTURE(kernel.name);
    trgen::kernels::KernelSettings settings{.ranks = 16, .bytes = 300, .iterations = 3, .compute_ns = 70};
    if (!kernel.check(settings).empty()) settings.ranks = 27;
    REQUIRE(kernel.check(settings).empty());
    const auto trace = trgen::kernels::make_kernel_trace(kernel, settings);
    const auto program = trgen::programs::make_kernel_program(kernel, settings);
    const auto written = trgen::programs::make_program_trace(program);
    REQUIRE(written->records() == trace->records());
    const auto a = trace->open(), b = written->open();
    for (std::uint32_t rank = 0; rank < settings.ranks; ++rank) {
      trgen::record::Record one, other;
      while (a->next(rank, one)) {
        REQUIRE(b->next(rank, other));
        if (!trgen::record::is_message(one.kind))
          CHECK(trace->state_names()[one.state] == written->state_names()[other.state]);
        one.state = other.state = 0;
        CHECK(one == other);
      }
      CHECK_FALSE(b->next(rank, other));
    }
    ReplaySettings how = consecutive(*trace);
    how.bursts = true;
    how.burst_clock = cycle_clock();
    const auto facts = network_of(settings.ranks);
    const Compared records = run(*make_trace_replay(trace, how, facts), settings.ranks, {});
    const Ran operations = run_processes(program, on_nodes(*program));
    CHECK(operations.finished);
    CHECK(operations.cycles == records.end.cycles);
    CHECK(operations.entered == records.entered);
    CHECK(times_of(operations.ranks) == records.ranks);
  }
}
