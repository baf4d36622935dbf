// SPDX-License-Identifier: Apache-2.0
// fsin-verdicts: are the verdicts of single runs true?
//   --runs N      random runs of all kinds of load, of 1,000 to 20,000 cycles, each against one 20 times as long: no
//                 "saturated" for a load that the long run carries, no "carried" for one of which it is saturated, a
//                 reason for every one that is not judged, and no more "settled" runs whose 99% interval misses the
//                 long run's mean than chance allows
//   --coverage N  N runs of each of twelve networks and loads: no fewer of the intervals of settled runs hold the mean
//                 of a run of two million cycles than chance allows
//   --first K     begins with number K; -j N: so many at a time; -v: a line for each
//   --keep DIR    keeps the runs of --runs in this folder, and takes those from it that are there: a study that was
//                 stopped goes on, and runs are judged anew by another rule
// The last line says whether it holds; exit code 1 when not.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/oracles/parallel.hpp"
#include "tests/study/verdicts/kept_runs.hpp"
#include "tests/study/verdicts/study.hpp"

using namespace fsin;
using namespace verdicts;
using stats::Outcome;

namespace {

struct Options {
  std::uint64_t first = 0;
  std::uint64_t runs = 0;
  std::uint64_t coverage = 0;
  unsigned jobs = 1;
  bool verbose = false;
  std::string folder;  ///< where runs are kept; empty: nowhere
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "-v") {
      options.verbose = true;
      continue;
    }
    if (i + 1 == argc) return false;
    if (word == "--keep") {
      options.folder = argv[++i];
      continue;
    }
    const std::uint64_t value = std::strtoull(argv[++i], nullptr, 10);
    if (word == "--first") {
      options.first = value;
    } else if (word == "--runs") {
      options.runs = value;
    } else if (word == "--coverage") {
      options.coverage = value;
    } else if (word == "-j") {
      options.jobs = static_cast<unsigned>(value);
    } else {
      return false;
    }
  }
  return options.runs + options.coverage > 0;
}

/// At most so many of n misses, where each has the probability 1 - confidence: more would come by chance once in 1,000.
std::uint64_t most_misses(std::uint64_t n) {
  const double p = 1 - confidence;
  double term = std::pow(1 - p, static_cast<double>(n)), sum = term;
  std::uint64_t k = 0;
  for (; sum < 0.999 && k < n; ++k) {
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1) * p / (1 - p);
    sum += term;
  }
  return k;
}

struct Counts {
  std::uint64_t runs = 0, saturated = 0, falsely_saturated = 0, carried_by_long = 0, overloaded_in_long = 0;
  std::uint64_t carried = 0, falsely_carried = 0;  ///< said carried in the short run, too much in the long one
  std::uint64_t settled = 0, intervals = 0, misses = 0;
  std::uint64_t mute = 0;  ///< not judged, without a reason
  std::map<std::string, std::uint64_t> reasons;
};

constexpr const char* name_of(stats::Unjudged why) {
  switch (why) {
    case stats::Unjudged::no_load:
      return "no load in time";
    case stats::Unjudged::unfinished:
      return "unfinished";
    case stats::Unjudged::silent:
      return "no packets";
    case stats::Unjudged::phases:
      return "phases";
    case stats::Unjudged::filling:
      return "filling";
    case stats::Unjudged::growing:
      return "network fills";
    case stats::Unjudged::unclear:
      return "chance";
    case stats::Unjudged::window_short:
      return "short window";
    case stats::Unjudged::busy:
      return "busy queue";
    case stats::Unjudged::unsteady:
      return "bursts";
  }
  return "?";
}

void compare(std::uint64_t number, const Options& options, Counts& counts, std::mutex& guard) {
  const Case which = random_case(number);
  const auto [brief, lengthy] = runs_of(number, options.folder);
  const std::lock_guard lock(guard);
  const bool long_carries = std::holds_alternative<stats::LoadCarried>(lengthy.load);
  const bool long_saturated = lengthy.totals.outcome == Outcome::saturated;
  const bool carried = std::holds_alternative<stats::LoadCarried>(brief.load);
  const bool saturated = brief.totals.outcome == Outcome::saturated;
  ++counts.runs;
  counts.saturated += saturated ? 1U : 0U;
  counts.carried += carried ? 1U : 0U;
  counts.carried_by_long += long_carries ? 1U : 0U;
  counts.overloaded_in_long += long_saturated ? 1U : 0U;
  if (const auto* not_judged = std::get_if<stats::NotJudged>(&brief.load)) {
    ++counts.reasons[name_of(not_judged->why)];
    counts.mute += not_judged->reason.empty() ? 1U : 0U;
  }
  const bool settled = says_settled(brief);
  counts.settled += settled ? 1U : 0U;
  const double half = half_width(brief);
  const bool missed = settled && half >= 0 && std::abs(mean_latency(brief) - mean_latency(lengthy)) > half;
  counts.intervals += settled && half >= 0 ? 1U : 0U;
  counts.misses += missed ? 1U : 0U;
  const bool false_alarm = saturated && long_carries, overlooked = carried && long_saturated;
  counts.falsely_saturated += false_alarm ? 1U : 0U;
  counts.falsely_carried += overlooked ? 1U : 0U;
  if (options.verbose || false_alarm || overlooked || missed) {
    fmt::print("{:>5} {}{}{} ({}{}) latency {:.1f} +- {:.1f}, long {} {:.1f}: {}\n", number,
               stats::to_string(brief.totals.outcome), settled ? " settled" : "",
               false_alarm || overlooked ? " FALSE"
               : missed                  ? " MISSED"
                                         : "",
               stats::to_string(brief.load),
               stats::reason_of(brief.load).empty() ? "" : ": " + stats::reason_of(brief.load), mean_latency(brief),
               half, stats::to_string(lengthy.load), mean_latency(lengthy), which.text());
  }
}

bool compare_all(const Options& options) {
  Counts counts;
  std::mutex guard;
  oracles::for_all(options.runs, options.jobs,
                   [&](std::size_t i) { compare(options.first + i, options, counts, guard); });
  const std::uint64_t allowed = most_misses(counts.intervals);
  const bool holds = counts.falsely_saturated == 0 && counts.falsely_carried == 0 && counts.mute == 0 &&
                     counts.misses <= allowed && counts.intervals > 0;
  fmt::print("{} runs against runs 20 times as long: {} of these carry the load, {} are saturated\n", counts.runs,
             counts.carried_by_long, counts.overloaded_in_long);
  fmt::print("{} said saturated, {} of them falsely\n", counts.saturated, counts.falsely_saturated);
  fmt::print("{} said carried, {} of them falsely\n", counts.carried, counts.falsely_carried);
  fmt::print("{} not judged, {} of them without a reason", counts.runs - counts.saturated - counts.carried,
             counts.mute);
  for (const auto& [reason, runs] : counts.reasons) fmt::print("; {} {}", runs, reason);
  fmt::print("\n{} said settled; {} gave an interval, {} missed the mean of the long run (at most {} by chance)\n",
             counts.settled, counts.intervals, counts.misses, allowed);
  return holds;
}

/// A network and a load, with a warm-up and a window of a run.
struct Setting {
  const char* name;
  std::vector<std::string> overrides;
  Cycle warmup;
  Cycle window;
};

/// The first seven were those by which the rules of fsin/stats/settling.cpp were found, the other five were not looked
/// at until they stood.
std::vector<Setting> settings() {
  const std::vector<std::string> jelly{"topology={type: jellyfish, switches: 16, degree: 4, terminals: 2}",
                                       "router.virtual_channels=6", "routing=shortest", "load=0.5"};
  const std::vector<std::string> adaptive{"dims=[4,4]", "router.virtual_channels=3", "router.queue=3 packets",
                                          "routing=adaptive", "load=0.7"};
  const std::vector<std::string> torus{"preset=adaptive-3vc", "source=infinite"};
  const auto with = [](std::vector<std::string> keys, std::initializer_list<const char*> more) {
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
  };
  return {
      {"jellyfish .5, 4,000", jelly, 1500, 4000},
      {"jellyfish .5, 24,000", jelly, 5000, 24'000},
      {"torus 4x4 adaptive .7, 4,000", adaptive, 1500, 4000},
      {"torus 4x4 adaptive .7, 26,000", adaptive, 5000, 26'000},
      {"torus 8x8 adaptive .4, 4,000", with(torus, {"load=0.4"}), 1500, 4000},
      {"torus 8x8 adaptive .65, 20,000", with(torus, {"load=0.65"}), 10'000, 20'000},
      {"mesh 4x4 dor .5, 15,000",
       {"topology={type: mesh, dims: [4, 4]}", "routing=dor", "router.virtual_channels=2", "source=infinite",
        "load=0.5"},
       3000,
       15'000},
      {"ring of 8 .6, 15,000", with(torus, {"dims=[8]", "load=0.6"}), 3000, 15'000},
      {"fat-tree 4-ary .6, 10,000",
       {"topology={type: fat-tree, k: 4, n: 2}", "routing=up-down", "source=infinite", "load=0.6"},
       3000,
       10'000},
      {"torus 4x4 in bursts .4, 20,000",
       with(torus, {"dims=[4,4]", "arrivals={type: on-off, burst: 50, peak: 1}", "load=0.4"}), 5000, 20'000},
      {"torus 4x4, messages of 8 .4, 20,000",
       with(torus, {"dims=[4,4]", "sizes={type: fixed, bytes: 512 B}", "load=0.4"}), 5000, 20'000},
      {"torus 4x4 complement .3, 6,000", with(torus, {"dims=[4,4]", "pattern=complement", "load=0.3"}), 2000, 6000},
  };
}

bool cover(const Setting& setting, const Options& options) {
  const fsin::test::Scratch scratch;
  const Case which{.overrides = setting.overrides, .window = setting.window};
  const double truth = mean_latency(run_case(scratch, which, {"warmup=100000", "cycles=2000000"}, 999'999).record);
  const std::vector<std::string> measured{fmt::format("warmup={}", setting.warmup),
                                          fmt::format("cycles={}", setting.window)};
  std::mutex guard;
  std::uint64_t settled = 0, intervals = 0, holding = 0, all = 0;
  double mean = 0, width = 0;
  oracles::for_all(options.coverage, options.jobs, [&](std::size_t i) {
    const fsin::test::Scratch own;
    const stats::RunRecord run = run_case(own, which, measured, options.first + i + 1).record;
    const double half = half_width(run);
    const std::lock_guard lock(guard);
    ++all;
    mean += mean_latency(run);
    if (!says_settled(run)) return;
    ++settled;
    if (half < 0) return;
    ++intervals;
    width += half / truth;
    holding += std::abs(mean_latency(run) - truth) <= half ? 1U : 0U;
  });
  const bool holds = holding + most_misses(intervals) >= intervals;
  fmt::print("{:<36} {:>8.1f} {:>8.1f} {:>5} {:>8} {:>10} {:>8} {:>7.1f}% {:>7.1f}%{}\n", setting.name, truth,
             mean / static_cast<double>(all), all, settled, intervals, holding,
             intervals == 0 ? 0.0 : 100.0 * static_cast<double>(holding) / static_cast<double>(intervals),
             intervals == 0 ? 0.0 : 100.0 * width / static_cast<double>(intervals), holds ? "" : "  TOO FEW");
  std::fflush(stdout);
  return holds;
}

bool cover_all(const Options& options) {
  fmt::print("{:<36} {:>8} {:>8} {:>5} {:>8} {:>10} {:>8} {:>8} {:>8}\n", "load, window", "true", "mean", "runs",
             "settled", "intervals", "hold", "", "+-");
  bool holds = true;
  for (const Setting& setting : settings()) holds = cover(setting, options) && holds;
  return holds;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr, "usage: fsin-verdicts [--runs N] [--coverage N] [--first K] [-j N] [--keep DIR] [-v]\n");
    return 2;
  }
  bool holds = options.runs == 0 || compare_all(options);
  if (options.coverage != 0) holds = cover_all(options) && holds;
  fmt::print("{}\n", holds ? "holds" : "DOES NOT HOLD");
  return holds ? 0 : 1;
}
