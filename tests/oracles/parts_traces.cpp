// SPDX-License-Identifier: Apache-2.0
// Parts on traces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/oracles/npb.hpp"
#include "tests/oracles/parts.hpp"
#include "tests/oracles/trace_runs.hpp"

namespace oracles {
namespace {

std::string show(const TraceSpread& s) {
  return s.least == s.greatest ? fmt::format("{}", s.least)
                               : fmt::format("{:.0f} [{} .. {}]", s.mean, s.least, s.greatest);
}

std::string row_text(const TraceResult& r) {
  const std::string band = r.exact ? "equal" : fmt::format("+-{:.0f} cycles, mean {:.1f}%", r.slack, r.mean_band * 100);
  return fmt::format("| {} | {} | {} | {} | {} | {} of {} |\n", r.name, show(r.original), show(r.reference),
                     show(r.event), band, r.replayed_alike, r.replayed);
}

std::string row_text(const NpbResult& r, double base) {
  return fmt::format("| {} | {} | {} | {} | {} | {} .. {} | {:.3f} | {} / {} | {:.4f} / {:.4f} |\n", r.trace, r.router,
                     r.original, r.replayed ? fmt::format("{}", *r.replayed) : "-", fmt::join(r.event, ", "), r.least,
                     r.greatest, r.mean_clock() / base, r.original_packets, r.packets, r.original_hops, r.hops);
}

}  // namespace

Part traces_part(const Scope& scope) {
  const std::vector<TraceResult> results = run_traces(scope.folder, scope.threads);
  Part part;
  std::size_t agree = 0;
  unsigned rows = 0;
  unsigned alike = 0;
  std::string table;
  for (const TraceResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    rows += r.replayed;
    alike += r.replayed_alike;
    if (!r.agrees()) part.complaints.push_back("out of band: " + row_text(r) + r.difference);
    table += row_text(r);
  }
  if (results.empty()) part.complaints.emplace_back("original-traces.csv has no rows");
  part.summary = fmt::format("{} of {} small traces and routers within the bands; {} of {} rows to the digit", agree,
                             results.size(), alike, rows);
  part.text = fmt::format(
      "## Small traces\n\n"
      "Clock at the end, mean and [least .. greatest] over seeds: 3 of the original (40 where the clock depends on\n"
      "draws), 10 of ours. \"To the digit\": rows of `original-traces.csv` met by the reference stepper with C "
      "`rand()`\n"
      "in clock, packets, mean latency and mean hops. **{} of {} within the bands, {} of {} rows to the digit.**\n\n"
      "| trace and router | original | reference | event | band | to the digit |\n|---|---|---|---|---|---|\n{}",
      agree, results.size(), alike, rows, table);
  return part;
}

Part npb_part(const Scope& scope) {
  const std::vector<NpbResult> results = run_npb(scope.folder, scope.traces, scope.threads);
  Part part;
  std::size_t agree = 0;
  std::string table;
  double base = 1;
  for (const NpbResult& r : results) {
    if (r.router == "Oblivious 1 VC") base = r.mean_clock();
    agree += r.agrees() ? 1 : 0;
    if (!r.agrees()) part.complaints.push_back("out of band: " + row_text(r, base));
    table += row_text(r, base);
  }
  if (results.empty()) part.complaints.emplace_back("original-npb.csv has no rows");
  part.summary = fmt::format("{} of {} NPB traces and routers as in the original", agree, results.size());
  part.text = fmt::format(
      "## NPB traces\n\n"
      "The bundled traces on the three routers of the paper (its Fig. 7): 8x8 torus, packets of 64 bytes, no CPU "
      "bursts.\n"
      "Original: one seed. \"C `rand()`\": the reference stepper with the original's generator and that seed. Event:\n"
      "seeds 1, 2, 3 (BT and CG: 1). Band, for the mean: the range of the original's seeds (IS), 0.5% (BT), 1.5% (CG); "
      "one\n"
      "seed may lie half a range outside. IS on Oblivious 1 VC, the widest: the original's rules with C `rand()` give\n"
      "794 +-7.6 thousand cycles over 24 seeds, the event engine 795 +-9.3 thousand (`fsin-oracles --spread 24`). **{} "
      "of {} agree.**\n\n"
      "| trace | router | original | C `rand()` | event | band | of Oblivious 1 VC | packets: original / event | hops "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|\n{}",
      agree, results.size(), table);
  return part;
}

}  // namespace oracles
