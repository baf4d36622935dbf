// SPDX-License-Identifier: Apache-2.0
// fsin-verdicts: are the verdicts of single runs true?
//   --runs N      random runs of 1,000 to 20,000 cycles, each against one 20 times as long: no "saturated" for a load
//                 that the long run carries, and no more "settled" runs whose 99% interval misses the long run's mean
//                 than chance allows
//   --coverage N  N runs at each of the loads 0.4, 0.65 and 0.69 of an 8x8 torus: 97% to 100% of the intervals hold the
//                 mean of a run of two million cycles
//   --first K     begins with number K; -j N: so many at a time; -v: a line for each
// The last line says whether it holds; exit code 1 when not.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include "fsin/stats/balance.hpp"
#include "tests/oracles/parallel.hpp"
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
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "-v") {
      options.verbose = true;
      continue;
    }
    if (i + 1 == argc) return false;
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
  std::uint64_t missed_overload = 0;  ///< settled in the short run, saturated in the long one
  std::uint64_t settled = 0, intervals = 0, misses = 0;
};

void compare(std::uint64_t number, const Options& options, Counts& counts, std::mutex& guard) {
  const fsin::test::Scratch scratch;
  const Case which = random_case(number);
  const stats::RunRecord brief = run_case(scratch, which, {}, number).record;
  const stats::RunRecord lengthy =
      run_case(scratch, which,
               {fmt::format("warmup={}", 2 * which.window), fmt::format("cycles={}", 20 * which.window)},
               number + 1'000'000)
          .record;
  const std::lock_guard lock(guard);
  const bool carries = lengthy.totals.outcome == Outcome::finished && stats::judge_load(lengthy) == stats::Carried::yes;
  const bool saturated = brief.totals.outcome == Outcome::saturated;
  ++counts.runs;
  counts.saturated += saturated ? 1U : 0U;
  counts.carried_by_long += carries ? 1U : 0U;
  counts.overloaded_in_long += lengthy.totals.outcome == Outcome::saturated ? 1U : 0U;
  const bool settled = says_settled(brief);
  counts.settled += settled ? 1U : 0U;
  const double half = half_width(brief);
  const bool missed = settled && half >= 0 && std::abs(mean_latency(brief) - mean_latency(lengthy)) > half;
  counts.intervals += settled && half >= 0 ? 1U : 0U;
  counts.misses += missed ? 1U : 0U;
  if (saturated && carries) ++counts.falsely_saturated;
  if (settled && lengthy.totals.outcome == Outcome::saturated && !brief.sources->stall) ++counts.missed_overload;
  if (options.verbose || (saturated && carries) || missed) {
    fmt::print("{:>5} {}{}{} latency {:.1f} +- {:.1f}, long {} {:.1f}: {}\n", number,
               stats::to_string(brief.totals.outcome), settled ? " settled" : "",
               saturated && carries ? " FALSE"
               : missed             ? " MISSED"
                                    : "",
               mean_latency(brief), half, stats::to_string(lengthy.totals.outcome), mean_latency(lengthy),
               which.text());
  }
}

bool compare_all(const Options& options) {
  Counts counts;
  std::mutex guard;
  oracles::for_all(options.runs, options.jobs,
                   [&](std::size_t i) { compare(options.first + i, options, counts, guard); });
  const std::uint64_t allowed = most_misses(counts.intervals);
  const bool holds =
      counts.falsely_saturated == 0 && counts.missed_overload == 0 && counts.misses <= allowed && counts.intervals > 0;
  fmt::print("{} runs against runs 20 times as long: {} of these carry the load, {} are saturated\n", counts.runs,
             counts.carried_by_long, counts.overloaded_in_long);
  fmt::print("{} said saturated, {} of them falsely\n", counts.saturated, counts.falsely_saturated);
  fmt::print("{} said settled, {} of them where queues grow without end\n", counts.settled, counts.missed_overload);
  fmt::print("{} gave an interval, {} missed the mean of the long run (at most {} by chance)\n", counts.intervals,
             counts.misses, allowed);
  return holds;
}

struct Setting {
  double load;
  Cycle window;
};

bool cover(const Setting& setting, const Options& options) {
  const fsin::test::Scratch scratch;
  const Case which{
      .overrides = {fmt::format("load={}", setting.load), "warmup=auto", fmt::format("cycles={}", setting.window)},
      .window = setting.window};
  const double truth = mean_latency(run_case(scratch, which, {"warmup=200000", "cycles=2000000"}, 999).record);
  std::mutex guard;
  std::uint64_t settled = 0, intervals = 0, holding = 0, all = 0, near = 0;
  double mean = 0, width = 0;
  oracles::for_all(options.coverage, options.jobs, [&](std::size_t i) {
    const fsin::test::Scratch own;
    const stats::RunRecord run = run_case(own, which, {}, options.first + i + 1).record;
    const double half = half_width(run);
    const std::lock_guard lock(guard);
    ++all;
    mean += mean_latency(run);
    near += std::abs(mean_latency(run) - truth) <= 0.1 * truth ? 1U : 0U;
    if (!says_settled(run)) return;
    ++settled;
    if (half < 0) return;
    ++intervals;
    width += half / truth;
    holding += std::abs(mean_latency(run) - truth) <= half ? 1U : 0U;
  });
  const bool holds = holding + most_misses(intervals) >= intervals;
  fmt::print("{:>5} {:>8} {:>8.1f} {:>8.1f} {:>5} {:>8} {:>10} {:>8} {:>7.1f}% {:>7.1f}%{}\n", setting.load,
             setting.window, truth, mean / static_cast<double>(all), all, settled, intervals, holding,
             intervals == 0 ? 0.0 : 100.0 * static_cast<double>(holding) / static_cast<double>(intervals),
             intervals == 0 ? 0.0 : 100.0 * width / static_cast<double>(intervals), holds ? "" : "  TOO FEW");
  return holds;
}

bool cover_all(const Options& options) {
  fmt::print("{:>5} {:>8} {:>8} {:>8} {:>5} {:>8} {:>10} {:>8} {:>8} {:>8}\n", "load", "window", "true", "mean", "runs",
             "settled", "intervals", "hold", "", "+-");
  bool holds = true;
  for (const Setting& setting :
       {Setting{0.4, 4000}, Setting{0.4, 20000}, Setting{0.65, 4000}, Setting{0.65, 20000}, Setting{0.65, 60000},
        Setting{0.69, 4000}, Setting{0.69, 20000}, Setting{0.69, 400000}}) {
    holds = cover(setting, options) && holds;
  }
  return holds;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr, "usage: fsin-verdicts [--runs N] [--coverage N] [--first K] [-j N] [-v]\n");
    return 2;
  }
  bool holds = options.runs == 0 || compare_all(options);
  if (options.coverage != 0) holds = cover_all(options) && holds;
  fmt::print("{}\n", holds ? "holds" : "DOES NOT HOLD");
  return holds ? 0 : 1;
}
