// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/trace_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/oracles/parallel.hpp"
#include "tests/oracles/replay_run.hpp"
#include "trgen/formats/open.hpp"

namespace oracles {
namespace {

using fsin::engine::EngineKind;

constexpr unsigned our_seeds = 10;

struct Group {
  std::vector<Row> rows;
  std::shared_ptr<const trgen::record::TraceSource> trace;
};

TraceSpread spread(const std::vector<std::uint64_t>& clocks) {
  TraceSpread s{*std::min_element(clocks.begin(), clocks.end()), *std::max_element(clocks.begin(), clocks.end()), 0};
  for (const std::uint64_t clock : clocks) s.mean += static_cast<double>(clock);
  s.mean /= static_cast<double>(clocks.size());
  return s;
}

TraceSpread run_seeds(const Group& group, const Setup& setup, EngineKind kind) {
  std::vector<std::uint64_t> clocks;
  for (std::uint64_t seed = 1; seed <= our_seeds; ++seed) {
    const auto totals = replay_run(group.trace, setup, kind, seed);
    clocks.push_back(totals.outcome == fsin::stats::Outcome::finished ? totals.cycles : 0);
  }
  return spread(clocks);
}

/// With the original's generator: everything that the row holds, to the digits it gives.
void repeat_rows(const Group& group, const Setup& setup, TraceResult& result) {
  for (const Row& row : group.rows) {
    fsin::OriginalRandom random(row.whole("seed"));
    const auto totals = replay_run(group.trace, setup, EngineKind::reference, 0, &random);
    const double hops = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    const std::string ours = fmt::format("clock {} packets {} latency {:.2f} hops {:.5f}", totals.cycles,
                                         totals.packets_delivered, totals.latency.mean(), hops);
    const std::string theirs = fmt::format("clock {} packets {} latency {} hops {}", row.text("clock"),
                                           row.text("packets"), row.text("latency_mean"), row.text("hops_mean"));
    ++result.replayed;
    if (ours == theirs) {
      ++result.replayed_alike;
    } else if (result.difference.empty()) {
      result.difference = fmt::format("seed {}: original {}; reference {}", row.text("seed"), theirs, ours);
    }
  }
}

void set_bands(const Group& group, const std::vector<Row>& bands, TraceResult& result) {
  const Row& row = group.rows.front();
  for (const Row& band : bands) {
    const bool this_one = band.text("trace") == row.text("trace") && band.text("vcs") == row.text("vcs") &&
                          band.text("routing") == row.text("routing");
    if (!this_one) continue;
    result.exact = false;
    result.original = {band.whole("least"), band.whole("greatest"), band.number("mean")};
    const double range = band.number("greatest") - band.number("least");
    // Where no mean was noted: the middle; the range of 40 normal values is about 4 standard deviations.
    if (band.text("mean").empty()) result.original.mean = band.number("least") + range / 2;
    result.slack = band.text("stddev").empty() ? range / 4 : band.number("stddev");
    result.mean_band = row.text("trace") == "all-to-one-64B" && row.text("routing") == "adaptive" ? 0.04 : 0.015;
  }
}

std::vector<Group> groups(const std::filesystem::path& folder) {
  std::vector<Group> all;
  for (const Row& row : read_csv(folder / "original-traces.csv")) {
    const bool same = !all.empty() && all.back().rows.front().text("trace") == row.text("trace") &&
                      describe(all.back().rows.front()) == describe(row);
    if (!same)
      all.push_back({{}, trgen::formats::open_trace((folder / "traces" / (row.text("trace") + ".txt")).string())});
    all.back().rows.push_back(row);
  }
  return all;
}

}  // namespace

bool TraceResult::within(const TraceSpread& ours) const {
  if (exact) return ours.least == original.least && ours.greatest == original.greatest;
  return static_cast<double>(ours.least) >= static_cast<double>(original.least) - slack &&
         static_cast<double>(ours.greatest) <= static_cast<double>(original.greatest) + slack &&
         std::abs(ours.mean / original.mean - 1) <= mean_band;
}

std::vector<TraceResult> run_traces(const std::filesystem::path& folder, unsigned threads) {
  const std::vector<Group> all = groups(folder);
  const std::vector<Row> bands = read_csv(folder / "trace-bands.csv");
  std::vector<TraceResult> results(all.size());
  for_all(all.size(), threads, [&](std::size_t i) {
    const Row& row = all[i].rows.front();
    const Setup setup = make_setup(row);
    TraceResult& result = results[i];
    result.name = fmt::format("{}, {}", row.text("trace"), describe(row));
    std::vector<std::uint64_t> clocks;
    for (const Row& seed : all[i].rows) clocks.push_back(seed.whole("clock"));
    result.original = spread(clocks);
    result.exact = true;
    set_bands(all[i], bands, result);
    result.event = run_seeds(all[i], setup, EngineKind::event);
    result.reference = run_seeds(all[i], setup, EngineKind::reference);
    repeat_rows(all[i], setup, result);
  });
  return results;
}

}  // namespace oracles
