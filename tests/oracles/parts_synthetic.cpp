// SPDX-License-Identifier: Apache-2.0
// Parts on synthetic load.
#include <fmt/format.h>

#include "tests/oracles/bands.hpp"
#include "tests/oracles/exact.hpp"
#include "tests/oracles/parts.hpp"

namespace oracles {
namespace {

std::string percent(std::optional<double> band) { return band ? fmt::format("{:.1f}%", *band * 100) : "-"; }

/// "original / event" of one figure, or "original / reference / event" where the reference differs.
std::string side_by_side(const BandResult& r, double Figures::*figure, int digits) {
  const std::string original = fmt::format("{:.{}f}", r.original.*figure, digits);
  const std::string event = fmt::format("{:.{}f}", r.event.*figure, digits);
  const std::string reference = r.reference ? fmt::format("{:.{}f}", (*r.reference).*figure, digits) : event;
  return reference == event ? original + " / " + event : original + " / " + reference + " / " + event;
}

std::string name_of(const BandResult& r) { return r.name + (r.reference ? " *" : ""); }

std::string accepted_row(const BandResult& r) {
  return fmt::format("| {} | {} | {} |\n", name_of(r), side_by_side(r, &Figures::accepted, 4),
                     r.bands.locks ? ".2475 .. .2697" : percent(r.bands.accepted));
}

std::string latency_row(const BandResult& r) {
  const auto band = [&](const std::optional<double>& value) { return r.bands.locks ? "-" : percent(value); };
  return fmt::format("| {} | {} | {} | {} | {} |\n", name_of(r), side_by_side(r, &Figures::latency, 1),
                     band(r.bands.latency), side_by_side(r, &Figures::hops, 4), band(r.bands.hops));
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
      "The reference stepper with `--rng original` draws from C `rand()` in the original's order, so that nothing is\n"
      "left to chance: the packets consumed in 8,000 cycles and their mean latency must be those of the original, to\n"
      "both decimals that it printed. **{} of {} agree.**\n\n"
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
  std::string accepted;
  std::string latency;
  for (const BandResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    referenced += r.reference ? 1 : 0;
    if (!r.agrees()) part.complaints.push_back("out of band: " + accepted_row(r) + latency_row(r));
    accepted += accepted_row(r);
    latency += latency_row(r);
  }
  if (results.empty()) part.complaints.emplace_back("original-synthetic.csv has no rows");
  part.summary =
      fmt::format("{} of {} configurations of original-synthetic.csv within the bands (event: all; reference: {})",
                  agree, results.size(), referenced);
  part.text = fmt::format(
      "## Synthetic load\n\n"
      "Here the random numbers are keyed instead of C `rand()`, so that means must agree. Original: mean of 3 seeds "
      "of\n"
      "32,000 cycles; event engine: {} seeds of {} cycles after {} of warm-up. A `*` marks the {} of {}\n"
      "configurations that the reference stepper also runs; where it gave another figure than the event engine, that\n"
      "would stand between the two. The bands are those of [tests/oracles/README.md](../tests/oracles/README.md),\n"
      "relative; `-` is not compared. **{} of {} within the bands.**\n\n"
      "| configuration | accepted load: original / event | band |\n|---|---|---|\n{}\n"
      "| configuration | latency: original / event | band | hops: original / event | band |\n"
      "|---|---|---|---|---|\n{}",
      plan.seeds, plan.cycles, plan.warmup, referenced, results.size(), agree, results.size(), accepted, latency);
  return part;
}

}  // namespace oracles
