// SPDX-License-Identifier: Apache-2.0
#include "tests/study/verdicts/study.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "fsin/experiment/read_experiment.hpp"
#include "fsin/run/single_run.hpp"
#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/confidence.hpp"
#include "fsin/stats/settling.hpp"
#include "tests/engine/differential/dice.hpp"

namespace verdicts {
namespace {

using differential::Dice;
using namespace fsin;

constexpr const char* base =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}, preset: adaptive-3vc}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.1, source: infinite}\n";

/// With what it carries of uniform traffic, more or less, so that loads are drawn where it matters.
struct Shape {
  const char* topology;
  const char* preset;
  double carries;
};

Shape shape_of(Dice& dice) {
  return dice.one_of<Shape>({{"{type: torus, dims: [8]}", "oblivious-1vc", 0.75},
                             {"{type: torus, dims: [8]}", "adaptive-3vc", 0.85},
                             {"{type: torus, dims: [4, 4]}", "oblivious-1vc", 0.75},
                             {"{type: torus, dims: [4, 4]}", "oblivious-3vc", 0.88},
                             {"{type: torus, dims: [4, 4]}", "adaptive-3vc", 0.89},
                             {"{type: torus, dims: [8, 8]}", "oblivious-1vc", 0.547},
                             {"{type: torus, dims: [8, 8]}", "adaptive-3vc", 0.715}});
}

/// From 1,000 to 20,000 cycles, as many below 4,500 as above.
Cycle window_of(Dice& dice) {
  return static_cast<Cycle>(std::lround(1000 * std::pow(20.0, dice.below(1001) / 1000.0)));
}

double load_of(Dice& dice, double carries) {
  if (dice.chance(50)) return carries * (0.85 + 0.001 * dice.below(300));  // 85% to 115% of what it carries
  return 0.005 + carries * 0.001 * dice.below(1500);
}

}  // namespace

std::string Case::text() const {
  std::string all;
  for (const std::string& each : overrides) all += (all.empty() ? "'" : " '") + each + "'";
  return all;
}

Case random_case(std::uint64_t number) {
  Dice dice(0x76657264 + number);
  const Shape shape = shape_of(dice);
  Case drawn;
  drawn.window = window_of(dice);
  const unsigned packet = dice.one_of({32U, 64U, 64U, 64U, 256U, 1024U});
  const auto add = [&](const std::string& text) { drawn.overrides.push_back(text); };
  add(fmt::format("topology={}", shape.topology));
  add(fmt::format("preset={}", shape.preset));
  add(fmt::format("packet={} B", packet));
  add(fmt::format("load={:.4f}", load_of(dice, shape.carries)));
  add(fmt::format("source={}", dice.chance(65) ? "infinite" : "stall"));
  add(fmt::format("pattern={}", dice.one_of({"uniform", "uniform", "uniform", "complement", "tornado"})));
  add(fmt::format("link.delay={}", dice.one_of({0U, 0U, 0U, 0U, 0U, 20U, 500U, 3000U})));
  add(fmt::format("warmup={}", dice.one_of({"0", "500", "2000", "5000", "auto", "auto", "auto"})));
  add(fmt::format("cycles={}", drawn.window));
  return drawn;
}

result::RunResult run_case(const fsin::test::Scratch& scratch, const Case& which, const std::vector<std::string>& more,
                           std::uint64_t seed) {
  std::vector<std::string> overrides = which.overrides;
  overrides.insert(overrides.end(), more.begin(), more.end());
  Diagnostics diagnostics;
  auto loaded = experiment::load_experiment(scratch.file("base.yaml", base), overrides, diagnostics);
  std::optional<run::Prepared> prepared;
  if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics);
  if (!prepared) throw std::runtime_error(which.text() + ": " + diagnostics.text());
  const topology::Topology topology = topology::build(prepared->design.topology);
  static const run::InterruptWatch interrupt;
  const run::RunOptions options;
  return run::run_once({*prepared, topology, options}, seed, interrupt, [](Cycle, double, std::uint64_t) {});
}

double mean_latency(const stats::RunRecord& run) { return run.totals.latency_from_generation.mean(); }

double half_width(const stats::RunRecord& run) {
  if (!stats::window_is_long(run)) return -1;
  const auto batches = stats::batch_latency(run.totals.series, run.warmup + 1, run.warmup + run.totals.measured_cycles,
                                            stats::Latency::from_generation);
  if (!batches) return -1;
  return stats::student_t(confidence, batches->batches - 1) * batches->standard_error;
}

bool says_settled(const stats::RunRecord& run) { return stats::settling_of(run) == stats::Settling::yes; }

}  // namespace verdicts
