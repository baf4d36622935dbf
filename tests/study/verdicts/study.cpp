// SPDX-License-Identifier: Apache-2.0
#include "tests/study/verdicts/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <variant>

#include "fsin/experiment/read_experiment.hpp"
#include "fsin/run/simulation.hpp"
#include "fsin/stats/confidence.hpp"
#include "fsin/stats/settling.hpp"
#include "tests/engine/differential/dice.hpp"

namespace verdicts {
namespace {

using differential::Dice;
using namespace fsin;

constexpr const char* base =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [8, 8]}}\n"
    "workload: {type: synthetic, pattern: uniform}\n";

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

/// Keys of a load of any kind: arrivals, sizes, parts, phases, loops. Half of the cases are single packets without any.
std::vector<std::string> kind_of(Dice& dice, double load) {
  if (dice.chance(50)) return {};
  std::vector<std::string> keys;
  const auto add = [&](const char* key, std::string value) { keys.push_back(fmt::format("{}={}", key, value)); };
  if (dice.chance(40)) {
    add("arrivals", dice.one_of({"poisson", "periodic", "{type: on-off, burst: 100, peak: 1}",
                                 "{type: on-off, burst: 30, silence: 90}", "{type: pareto, shape: 1.5}",
                                 "{type: pareto, shape: 2.5}"}));
  }
  if (dice.chance(40)) {
    add("sizes",
        dice.one_of({"{type: fixed, bytes: 500 B}", "{type: bimodal, small: 64 B, large: 1 KiB, fraction: 0.2}",
                     "bimodal-original", "{type: log-normal, median: 256 B, sigma: 1}"}));
  }
  if (dice.chance(25)) {
    add("parts", dice.one_of({"[{weight: 9}, {weight: 1, pattern: {type: hotspot, nodes: [1], fraction: 0.5}}]",
                              "[{weight: 1}, {weight: 1, pattern: complement, sizes: {type: fixed, bytes: 300 B}}]"}));
  }
  if (dice.chance(25)) {
    add("phases", fmt::format("[{{cycles: {}, load: {:.4f}}}, {{cycles: {}, load: {:.4f}}}]", dice.between(50, 400),
                              std::min(0.95, 1.3 * load), dice.between(50, 400), std::min(0.95, 0.7 * load)));
  } else if (dice.chance(15)) {
    add("loop", dice.one_of({"{type: triggered, rate: 0.3}", "{type: window, window: 2}", "request-reply"}));
  }
  return keys;
}

double load_of(Dice& dice, double carries) {
  if (dice.chance(50)) return carries * (0.85 + 0.001 * dice.below(300));  // 85% to 115% of what it carries
  return 0.005 + carries * 0.001 * dice.below(1500);
}

run::Prepared prepare_case(const fsin::test::Scratch& scratch, const Case& which,
                           const std::vector<std::string>& more) {
  std::vector<std::string> overrides = which.overrides;
  overrides.insert(overrides.end(), more.begin(), more.end());
  Diagnostics diagnostics;
  auto loaded = experiment::load_experiment(scratch.file("base.yaml", base), overrides, diagnostics);
  std::optional<run::Prepared> prepared;
  if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics);
  if (!prepared) throw std::runtime_error(which.text() + ": " + diagnostics.text());
  return std::move(*prepared);
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
  const double load = load_of(dice, shape.carries);
  const std::vector<std::string> kind = kind_of(dice, load);
  const bool closed = std::any_of(kind.begin(), kind.end(), [](const std::string& key) {
    return key.starts_with("loop={type: window") || key.starts_with("loop=request");
  });
  const bool bursts =
      std::any_of(kind.begin(), kind.end(), [](const auto& key) { return key.starts_with("arrivals"); });
  const bool infinite = dice.chance(65);
  for (const std::string& key : kind) {
    if (!closed || (!key.starts_with("arrivals") && !key.starts_with("phases"))) add(key);
  }
  if (!closed) {
    add(fmt::format("load={:.4f}", bursts ? std::min(load, 0.95) : load));
    add(fmt::format("source={}", infinite ? "infinite" : "stall"));
  }
  add(fmt::format("pattern={}", dice.one_of({"uniform", "uniform", "uniform", "complement", "tornado"})));
  add(fmt::format("link.delay={}", dice.one_of({0U, 0U, 0U, 0U, 0U, 20U, 500U, 3000U})));
  add(fmt::format("warmup={}", dice.one_of({"0", "500", "2000", "5000", "auto", "auto", "auto"})));
  add(fmt::format("cycles={}", drawn.window));
  return drawn;
}

result::RunResult run_case(const fsin::test::Scratch& scratch, const Case& which, const std::vector<std::string>& more,
                           std::uint64_t seed, const run::RunOptions& options) {
  run::Prepared prepared = prepare_case(scratch, which, more);
  Diagnostics of_links;
  run::build_network(prepared, of_links);
  if (!prepared.topology) throw std::runtime_error(which.text() + ": " + of_links.text());
  static const run::InterruptWatch interrupt;
  const run::RunReport nobody = [](Cycle, double, std::uint64_t) {};
  const run::RunSetting setting{prepared, *prepared.topology, options};
  const run::Simulations shared{setting, seed, interrupt, nobody};
  return run::run_by(prepared, *prepared.source, [&](const sources::Source& source, const run::Window& window) {
    result::RunResult result;
    result.record.seed = seed;
    run::run_or_continue(shared, source, window, result);
    run::judge_run(setting, source, window, result.record);
    return result;
  });
}

double dispersion_of(const fsin::test::Scratch& scratch, const Case& which, std::uint64_t seed) {
  const auto judging = prepare_case(scratch, which, {}).source->judging(seed);
  const auto* judged = std::get_if<sources::JudgedLoad>(&judging);
  return judged == nullptr ? 0 : judged->dispersion;
}

double mean_latency(const stats::RunRecord& run) { return run.totals.latency_from_generation.mean(); }

double half_width(const stats::RunRecord& run) {
  const auto batches = stats::error_of_mean(run, stats::Latency::from_generation);
  if (!batches) return -1;
  return stats::student_t(confidence, batches->batches - 1) * batches->standard_error;
}

bool says_settled(const stats::RunRecord& run) { return stats::settling_of(run) == stats::Settling::yes; }

}  // namespace verdicts
