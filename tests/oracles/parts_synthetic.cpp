// SPDX-License-Identifier: Apache-2.0
// Parts on synthetic load.
#include <fmt/format.h>

#include "tests/oracles/bands.hpp"
#include "tests/oracles/exact.hpp"
#include "tests/oracles/parts.hpp"

namespace oracles {
namespace {

std::string percent(std::optional<double> band) { return band ? fmt::format("{:.1f}%", *band * 100) : "-"; }

/// "original / reference / event" of one figure.
std::string three(double original, const std::optional<double>& reference, double event, int digits) {
  const std::string middle = reference ? fmt::format("{:.{}f}", *reference, digits) : "-";
  return fmt::format("{:.{}f} / {} / {:.{}f}", original, digits, middle, event, digits);
}

std::string row_text(const BandResult& r) {
  const auto figure = [&](double Figures::*member) {
    return r.reference ? std::optional<double>((*r.reference).*member) : std::nullopt;
  };
  const std::string bands = r.bands.locks ? ".2475 .. .2697, -, -"
                                          : fmt::format("{}, {}, {}", percent(r.bands.accepted),
                                                        percent(r.bands.latency), percent(r.bands.hops));
  return fmt::format("| {} | {} | {} | {} | {} |\n", r.name,
                     three(r.original.accepted, figure(&Figures::accepted), r.event.accepted, 4),
                     three(r.original.latency, figure(&Figures::latency), r.event.latency, 1),
                     three(r.original.hops, figure(&Figures::hops), r.event.hops, 4), bands);
}

}  // namespace

Part exact_part(const Scope& scope) {
  const std::vector<ExactResult> results = run_exact(scope.folder, scope.threads);
  Part part;
  std::size_t agree = 0;
  std::string table;
  for (const ExactResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    const std::string line = fmt::format("| {} | {} / {} | {} / {} |\n", r.name, r.original_packets, r.packets,
                                         r.original_latency, r.latency);
    if (!r.agrees()) part.complaints.push_back("differs: " + line);
    table += line;
  }
  if (results.empty()) part.complaints.emplace_back("original-exact.csv has no rows");
  part.summary = fmt::format("{} of {} configurations of original-exact.csv agree to the digit", agree, results.size());
  part.text = fmt::format(
      "## To the digit\n\n"
      "The reference stepper with `--rng original` draws from C `rand()` in the original's order. Then nothing is "
      "left\n"
      "to chance: packets consumed in 8,000 cycles and their mean latency must be the original's, to both decimals\n"
      "that it printed. **{} of {} agree.**\n\n"
      "| configuration | packets: original / reference | latency: original / reference |\n|---|---|---|\n{}",
      agree, results.size(), table);
  return part;
}

Part synthetic_part(const Scope& scope) {
  BandPlan plan;
  plan.threads = scope.threads;
  if (scope.all) plan.reference_step = 1;
  const std::vector<BandResult> results = run_bands(scope.folder, plan);
  Part part;
  std::size_t agree = 0;
  std::size_t referenced = 0;
  std::string table;
  for (const BandResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    referenced += r.reference ? 1 : 0;
    if (!r.agrees()) part.complaints.push_back("out of band: " + row_text(r));
    table += row_text(r);
  }
  if (results.empty()) part.complaints.emplace_back("original-synthetic.csv has no rows");
  part.summary =
      fmt::format("{} of {} configurations of original-synthetic.csv within the bands (event: all; reference: {})",
                  agree, results.size(), referenced);
  part.text = fmt::format(
      "## Synthetic load\n\n"
      "Keyed randomness instead of C `rand()`: means must agree. Original: mean of 3 seeds of 32,000 cycles; ours: {}"
      "\n"
      "seeds of {} cycles after {} of warm-up. The reference stepper runs {} of the {} configurations here and gives\n"
      "the figures of the event engine: the two are equal to the cycle. The bands are those of\n"
      "[tests/oracles/README.md](../tests/oracles/README.md), relative, for accepted load, latency and hops; `-` is "
      "not\n"
      "compared (or not run). **{} of {} within the bands.**\n\n"
      "| configuration | accepted: original / reference / event | latency | hops | bands |\n|---|---|---|---|---|\n{}",
      plan.seeds, plan.cycles, plan.warmup, referenced, results.size(), agree, results.size(), table);
  return part;
}

}  // namespace oracles
