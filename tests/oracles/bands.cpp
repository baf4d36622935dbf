// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/bands.hpp"

#include <algorithm>

#include "tests/oracles/parallel.hpp"
#include "tests/oracles/setup.hpp"

namespace oracles {
namespace {

using fsin::engine::EngineKind;

/// Rows that differ in the seed only.
struct Configuration {
  Row row;
  std::vector<Figures> seeds;
};

Figures mean(const std::vector<Figures>& runs) {
  Figures sum;
  for (const Figures& run : runs) {
    sum.accepted += run.accepted;
    sum.latency += run.latency;
    sum.hops += run.hops;
  }
  const auto n = static_cast<double>(runs.size());
  return {sum.accepted / n, sum.latency / n, sum.hops / n};
}

std::vector<Configuration> configurations(const std::filesystem::path& folder) {
  std::vector<Configuration> all;
  for (const Row& row : read_csv(folder / "original-synthetic.csv")) {
    if (all.empty() || describe(all.back().row) != describe(row)) all.push_back({row, {}});
    all.back().seeds.push_back({row.number("accepted"), row.number("latency_mean"), row.number("hops_mean")});
  }
  return all;
}

/// Largest difference between seeds of the original, relative to their mean.
double spread_of_hops(const Configuration& configuration, double mean_hops) {
  const auto less = [](const Figures& a, const Figures& b) { return a.hops < b.hops; };
  const auto [least, most] = std::minmax_element(configuration.seeds.begin(), configuration.seeds.end(), less);
  return (most->hops - least->hops) / mean_hops;
}

Bands bands_of(const Configuration& configuration, const Figures& original) {
  const Row& row = configuration.row;
  const double load = row.number("load");
  const std::string& pattern = row.text("pattern");
  const bool even = pattern == "uniform";
  Bands bands;
  if (pattern == "shift-3" && row.whole("vcs") == 1) {
    bands.locks = true;
  } else if (!even && load >= 1) {
    bands.accepted = 0.06;
    // Starved flows shift the mix of distances: seeds of the original differ by up to 15% with `shuffle`.
    bands.hops = std::max(0.01, spread_of_hops(configuration, original.hops));
  } else {
    bands.accepted = original.accepted > 0.98 * load ? 0.01 : 0.03;
    bands.latency = load <= 0.4 ? 0.05 : 0.15;
    bands.hops = 0.01;
  }
  return bands;
}

Figures run_once(const Row& row, const Setup& setup, EngineKind kind, std::uint64_t seed, const BandPlan& band_plan) {
  const auto workload = trgen::synth::make_synthetic(make_load(row), setup.facts, seed);
  fsin::engine::RunPlan plan;
  plan.seed = seed;
  plan.warmup = band_plan.warmup;
  plan.cycles = band_plan.cycles;
  fsin::engine::Control control;
  const auto totals = run(kind, setup.design, setup.topology, *workload, plan, control);
  const auto packets = static_cast<double>(totals.packets_delivered);
  return {static_cast<double>(totals.phits_delivered) /
              (static_cast<double>(setup.facts.nodes) * static_cast<double>(totals.measured_cycles)),
          totals.latency.mean(), packets > 0 ? static_cast<double>(totals.hops_sum) / packets : 0};
}

Figures run_seeds(const Row& row, EngineKind kind, const BandPlan& plan) {
  const Setup setup = make_setup(row);
  std::vector<Figures> runs;
  for (std::uint64_t seed = 1; seed <= plan.seeds; ++seed) runs.push_back(run_once(row, setup, kind, seed, plan));
  return mean(runs);
}

bool close(double ours, double original, std::optional<double> band) {
  return !band || std::abs(deviation(ours, original)) <= *band;
}

}  // namespace

bool BandResult::within(const Figures& ours) const {
  if (bands.locks) {
    // Seeds may lock into different patterns, so that their mean is anywhere between.
    return ours.accepted >= 0.2500 * 0.99 && ours.accepted <= 0.267 * 1.01;
  }
  return close(ours.accepted, original.accepted, bands.accepted) &&
         close(ours.latency, original.latency, bands.latency) && close(ours.hops, original.hops, bands.hops);
}

std::vector<BandResult> run_bands(const std::filesystem::path& folder, const BandPlan& plan) {
  const std::vector<Configuration> all = configurations(folder);
  std::vector<BandResult> results(all.size());
  for_all(all.size(), plan.threads, [&](std::size_t i) {
    const Row& row = all[i].row;
    BandResult& result = results[i];
    result.name = describe(row);
    result.original = mean(all[i].seeds);
    result.bands = bands_of(all[i], result.original);
    result.event = run_seeds(row, EngineKind::event, plan);
    if (i % plan.reference_step == 0) result.reference = run_seeds(row, EngineKind::reference, plan);
  });
  return results;
}

}  // namespace oracles
