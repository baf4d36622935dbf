// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/npb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/oracles/parallel.hpp"
#include "tests/oracles/replay_run.hpp"
#include "trgen/formats/open.hpp"

namespace oracles {
namespace {

using fsin::engine::EngineKind;
using Trace = std::shared_ptr<const trgen::record::TraceSource>;

constexpr unsigned seeds_of_is = 3;

void run_event(const Trace& trace, const Setup& setup, unsigned seeds, NpbResult& result) {
  double hops = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const auto totals = replay_run(trace, setup, EngineKind::event, seed);
    result.event.push_back(totals.outcome == fsin::stats::Outcome::finished ? totals.cycles : 0);
    hops += static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    if (seed == 1) result.packets = totals.packets_delivered;
    if (result.packets != totals.packets_delivered) result.packets = 0;
  }
  result.hops = hops / seeds;
}

}  // namespace

double NpbResult::mean_clock() const {
  double sum = 0;
  for (const std::uint64_t clock : event) sum += static_cast<double>(clock);
  return sum / static_cast<double>(event.size());
}

bool NpbResult::agrees() const {
  if (event.empty()) return false;
  // The mean within the original's range; one seed within that range and half of it more on either side, about three
  // standard deviations from its middle (Oblivious 1 VC on IS: 7.6 thousand cycles, in the original as here).
  const std::uint64_t half = (greatest - least) / 2;
  const auto near = [&](std::uint64_t clock) { return clock + half >= least && clock <= greatest + half; };
  const double mean = mean_clock();
  return mean >= static_cast<double>(least) && mean <= static_cast<double>(greatest) &&
         std::all_of(event.begin(), event.end(), near) && packets == original_packets &&
         std::abs(hops / original_hops - 1) <= 0.001 && (!replayed || *replayed == original);
}

std::vector<NpbResult> run_npb(const std::filesystem::path& folder, const std::filesystem::path& traces,
                               unsigned threads) {
  const std::vector<Row> rows = read_csv(folder / "original-npb.csv");
  std::map<std::string, Trace> open;
  for (const Row& row : rows) {
    Trace& trace = open[row.text("trace")];
    if (!trace) trace = trgen::formats::open_trace((traces / (row.text("trace") + ".txt.zst")).string());
  }
  std::vector<NpbResult> results(rows.size());
  for_all(rows.size(), threads, [&](std::size_t i) {
    const Row& row = rows[i];
    const Trace& trace = open.at(row.text("trace"));
    const Setup setup = make_setup(row);
    NpbResult& result = results[i];
    result.trace = row.text("trace");
    result.router = fmt::format("{} {} VC", row.text("routing") == "dor" ? "Oblivious" : "Adaptive", row.text("vcs"));
    result.original = row.whole("clock");
    result.least = row.whole("least");
    result.greatest = row.whole("greatest");
    result.original_packets = row.whole("packets");
    result.original_hops = row.number("hops_mean");
    const bool small = row.text("trace") == "is.W.64";
    run_event(trace, setup, small ? seeds_of_is : 1, result);
    if (!small) return;
    fsin::OriginalRandom random(row.whole("seed"));
    result.replayed = replay_run(trace, setup, EngineKind::reference, 0, &random).cycles;
  });
  return results;
}

std::string spread_of_is(const std::filesystem::path& folder, const std::filesystem::path& traces, unsigned seeds,
                         unsigned threads) {
  const Row row = read_csv(folder / "original-npb.csv").at(0);
  const Trace trace = trgen::formats::open_trace((traces / (row.text("trace") + ".txt.zst")).string());
  const Setup setup = make_setup(row);
  std::string text;
  for (const EngineKind kind : {EngineKind::reference, EngineKind::event}) {
    std::vector<double> clocks(seeds);
    for_all(seeds, threads, [&](std::size_t i) {
      fsin::OriginalRandom random(static_cast<std::uint32_t>(11 + i));
      const bool original = kind == EngineKind::reference;
      clocks[i] = static_cast<double>(replay_run(trace, setup, kind, 1 + i, original ? &random : nullptr).cycles);
    });
    double mean = 0;
    for (const double clock : clocks) mean += clock / seeds;
    double squares = 0;
    for (const double clock : clocks) squares += (clock - mean) * (clock - mean);
    const auto [least, most] = std::minmax_element(clocks.begin(), clocks.end());
    text += fmt::format("{}: {:.0f} +- {:.0f}, {:.0f} .. {:.0f} over {} seeds\n",
                        kind == EngineKind::event ? "event" : "reference with C rand()", mean,
                        std::sqrt(squares / (seeds - 1)), *least, *most, seeds);
  }
  return text;
}

}  // namespace oracles
