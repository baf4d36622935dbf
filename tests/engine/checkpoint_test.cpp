// SPDX-License-Identifier: Apache-2.0
// Runs that are killed and continued from what they kept: fsin-differential compares packets of random experiments;
// here it is that states are really kept and found, the window's opening in between, and processes.
#include <doctest/doctest.h>

#include <atomic>
#include <string>

#include "tests/engine/differential/local_processes.hpp"
#include "tests/engine/differential/memory_checkpoint.hpp"
#include "tests/engine/differential/random_case.hpp"
#include "tests/engine/same_totals.hpp"

namespace checkpoint_test {

using namespace fsin;
using engine::EngineKind;
using engine_test::check_same;

namespace {

stats::RunTotals run_case(const differential::RandomCase& c, const engine::RunPlan& plan, engine::Control& control) {
  const auto workload = c.make_workload();
  return run(EngineKind::event, c.design, c.topology, *workload, plan, control);
}

/// The first from `number` on that takes so many cycles, on two routers at least.
differential::RandomCase long_case(std::uint64_t number) {
  while (true) {
    differential::RandomCase c = differential::make_case(number++);
    engine::Control control;
    if (c.topology.graph.routers() > 1 && run_case(c, c.plan, control).cycles > 400) return c;
  }
}

/// Two processes, killed every few cycles, give the totals of a run left alone.
void check_killed_processes(const differential::RandomCase& c) {
  CAPTURE(differential::describe(c));
  engine::Control control;
  const stats::RunTotals alone = run_case(c, c.plan, control);
  std::vector<differential::MemoryCheckpoint> checkpoints(2);
  std::vector<stats::RunTotals> totals(2);
  differential::run_processes(2, [&](engine::Processes& process) {
    engine::RunPlan plan = c.plan;
    plan.processes = &process;
    totals[process.self()] = differential::run_with_kills(
        plan, checkpoints[process.self()], 30, 2,
        [&](const engine::RunPlan& how, engine::Control& with) { return run_case(c, how, with); });
  });
  for (const stats::RunTotals& each : totals) check_same(alone, each);
  CHECK(checkpoints[0].loaded() == checkpoints[1].loaded());
  CHECK(checkpoints[0].loaded() > 0);
}

}  // namespace

TEST_CASE("a run killed every few cycles and continued gives the totals of a run left alone") {
  unsigned loaded = 0;
  for (std::uint64_t number = 0; number < 40; number += 3) {
    const differential::RandomCase c = differential::make_case(number);
    CAPTURE(differential::describe(c));
    engine::Control control;
    const stats::RunTotals alone = run_case(c, c.plan, control);
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(threads);
      differential::MemoryCheckpoint checkpoint;
      engine::RunPlan plan = c.plan;
      plan.threads = threads;
      check_same(alone, differential::run_with_kills(
                            plan, checkpoint, 30, 2,
                            [&](const engine::RunPlan& how, engine::Control& with) { return run_case(c, how, with); }));
      loaded += checkpoint.loaded();
    }
  }
  CHECK(loaded > 100);
}

TEST_CASE("a run that is asked to stop keeps its state, and the next one ends it") {
  const differential::RandomCase c = long_case(9);
  engine::Control undisturbed;
  const stats::RunTotals alone = run_case(c, c.plan, undisturbed);
  differential::MemoryCheckpoint checkpoint;
  engine::RunPlan plan = c.plan;
  plan.checkpoint = &checkpoint;
  plan.look_every = 5;
  engine::Control stopping;
  stopping.stop = true;
  CHECK(run_case(c, plan, stopping).outcome == stats::Outcome::interrupted);
  CHECK(checkpoint.saved() == 1);
  engine::Control control;
  check_same(alone, run_case(c, plan, control));
  CHECK(checkpoint.loaded() == 1);
}

TEST_CASE("processes that are all killed in one cycle go on together") {
  for (const std::uint64_t number : {0U, 10U, 20U, 30U}) check_killed_processes(long_case(number));
}

TEST_CASE("processes that replay a trace go on with the messages that were between them") {
  unsigned traces = 0;
  for (std::uint64_t number = 0; traces < 4; ++number) {
    const differential::RandomCase c = long_case(number);
    if (c.workload_text.find("trace") == std::string::npos) continue;
    ++traces;
    check_killed_processes(c);
  }
}

}  // namespace checkpoint_test
