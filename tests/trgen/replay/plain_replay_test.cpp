// SPDX-License-Identifier: Apache-2.0
// The replay against the plain one, packet by packet.
#include "tests/trgen/replay/plain_replay.hpp"

#include <doctest/doctest.h>

#include "fsin/workload/packetised_workload.hpp"
#include "tests/engine/differential/random_trace.hpp"
#include "tests/trgen/replay/program_fixture.hpp"
#include "trgen/kernels/kernel_trace.hpp"
#include "trgen/programs/kernel_program.hpp"
#include "trgen/programs/program_trace.hpp"

namespace plain_replay_test {

using namespace trgen::replay;
using namespace trgen::replay::testing;

namespace {

Ran run_plain(const trgen::record::TraceSource& trace, const ReplaySettings& settings, IdealSettings how = {}) {
  how.nodes = trace.ranks();
  const auto facts = network_of(how.nodes);
  auto plain = std::make_unique<PlainReplay>(trace, settings, facts);
  return run_replay(*fsin::workload::make_packetised(std::move(plain), facts, {settings.pooled(), nullptr, nullptr}),
                    how);
}

void check_same(const Ran& a, const Ran& b) {
  CHECK(a.finished == b.finished);
  CHECK(a.cycles == b.cycles);
  CHECK(a.entered == b.entered);
  CHECK(a.ranks == b.ranks);
  CHECK(a.report.messages_sent == b.report.messages_sent);
  CHECK(a.report.messages_delivered == b.report.messages_delivered);
}

/// The settings with parts that change nothing here: a job that has all ranks, outboxes that stay empty, long messages
/// of which there are none.
ReplaySettings with_idle_parts(ReplaySettings settings) {
  settings.outboxes = true;
  if (settings.order == Order::causal) settings.costs.eager = std::uint64_t{1} << 40U;
  settings.job_of_rank.assign(settings.ranks(), 0);
  settings.jobs = {{"all", 0, settings.ranks(), settings}};
  return settings;
}

}  // namespace

TEST_CASE("a random trace takes the cycles of the plain replay, in every order and with every match") {
  unsigned stuck = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
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
    how.nodes = trace->ranks();
    how.distance = dice.between(1, 5);
    how.tight = dice.chance(30);
    how.reverse = dice.chance(30);
    how.most_cycles = 20000;
    const Ran plain = run_plain(*trace, settings, how);
    stuck += plain.finished ? 0 : 1;
    check_same(run_replay(*make_trace_replay(trace, settings, network_of(how.nodes)), how), plain);
    const ReplaySettings idle = with_idle_parts(settings);
    const auto reader = operations_of(trace, settings);
    check_same(run_replay(*make_packet_replay(reader, idle, network_of(how.nodes)), how), plain);
  }
  CHECK(stuck > 0);
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
    const Ran operations = run_program(program, on_nodes(*program));
    CHECK(operations.finished);
    const Ran plain = run_plain(*trace, how);
    check_same(operations, plain);
    check_same(run_replay(*make_trace_replay(trace, how, network_of(settings.ranks)), {.nodes = settings.ranks}),
               plain);
  }
}

}  // namespace plain_replay_test
