// SPDX-License-Identifier: Apache-2.0
// A result made by hand: small round numbers whose figures can be worked out on paper.
#pragma once

#include <cstdint>
#include <functional>

#include "fsin/result/experiment_result.hpp"

namespace fsin::report {

inline result::RunResult sample_run(std::uint64_t seed) {
  result::RunResult run;
  run.record.seed = seed;
  run.record.nodes = 4;
  run.record.seconds_per_cycle = 32e-9;
  run.record.offered = 0.5;
  run.host = {0.5, 0.25, std::uint64_t{12} << 20U, 1};
  stats::RunTotals& totals = run.record.totals;
  totals.cycles = 3000;
  totals.measured_cycles = 1000;
  totals.phits_delivered = 1600;
  totals.phits_injected = 2000;
  totals.packets_generated = 130;
  totals.packets_injected = 125;
  totals.packets_delivered = 100;
  totals.packets_in_network = 7;
  totals.packet_hops = 1'000'000;
  totals.hops_sum = 250;
  totals.node_phits_delivered = {400, 400, 600, 200};
  totals.count_link({RouterId(0), 0, RouterId(1), 100}, true);
  totals.count_link({RouterId(1), 2, RouterId(0), 900}, true);
  totals.fingerprint = 0xabc;
  for (std::uint64_t i = 0; i < 100; ++i) {
    totals.latency.add(20 + i % 2 + seed);
    totals.latency_from_generation.add(30);
  }
  return run;
}

/// `change` may alter each run, with its index, before it counts. Fewer than `wanted` runs: it was interrupted.
inline result::ExperimentResult sample_experiment(
    std::size_t runs,
    const std::function<void(std::size_t, result::RunResult&)>& change = [](std::size_t, result::RunResult&) {},
    std::size_t wanted = 0) {
  result::ExperimentResult experiment;
  experiment.name = "sample";
  experiment.headline = "2x2 torus, dor, 1 VC; uniform at 0.5";
  experiment.origin.engine = "event";
  experiment.origin.rng = "philox";
  experiment.origin.version = "0.1.0";
  experiment.origin.program = "0123456789abcdef0123456789abcdef";
  experiment.runs_wanted = wanted == 0 ? runs : wanted;
  experiment.config = config::map_tree();
  experiment.config_yaml = "fsin: 1\n";
  for (std::size_t i = 0; i < runs; ++i) {
    result::RunResult run = sample_run(i + 1);
    change(i, run);
    experiment.runs.add(run);
  }
  return experiment;
}

}  // namespace fsin::report
