// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/exact.hpp"

#include <fmt/format.h>

#include "tests/oracles/parallel.hpp"
#include "tests/oracles/setup.hpp"

namespace oracles {
namespace {

ExactResult run_row(const Row& row) {
  const Setup setup = make_setup(row);
  fsin::OriginalRandom random(row.whole("seed"));
  const auto workload = trgen::synth::make_original_synthetic(make_load(row), setup.facts, row.whole("seed"), random);
  fsin::engine::RunPlan plan;
  plan.warmup = row.whole("first_clock") - 1;
  plan.cycles = row.whole("cycles");
  plan.watchdog = 1'000'000;  // the original counted on whatever happened
  plan.original = &random;
  fsin::engine::Control control;
  const fsin::stats::RunTotals totals =
      run(fsin::engine::EngineKind::reference, setup.design, setup.topology, *workload, plan, control);
  return {describe(row), row.whole("packets_consumed"), totals.packets_delivered, row.text("latency_mean"),
          fmt::format("{:.2f}", totals.latency.mean())};
}

}  // namespace

std::vector<ExactResult> run_exact(const std::filesystem::path& folder, unsigned threads) {
  const std::vector<Row> rows = read_csv(folder / "original-exact.csv");
  std::vector<ExactResult> results(rows.size());
  for_all(rows.size(), threads, [&](std::size_t i) { results[i] = run_row(rows[i]); });
  return results;
}

}  // namespace oracles
