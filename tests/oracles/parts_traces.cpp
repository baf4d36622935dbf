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
  const std::string band = r.exact ? "equal" : fmt::format("+-{:.0f}, {:.1f}%", r.slack, r.mean_band * 100);
  const std::string reference = show(r.reference);
  const std::string event = show(r.event);
  return fmt::format("| {} | {} | {} | {} | {} of {} |\n", r.name, show(r.original),
                     reference == event ? event : reference + " / " + event, band, r.replayed_alike, r.replayed);
}

std::string clock_row(const NpbResult& r, double base) {
  return fmt::format("| {} | {} | {} | {} | {} | {} .. {} | {:.3f} |\n", r.trace, r.router, r.original,
                     r.replayed ? fmt::format("{}", *r.replayed) : "-", fmt::join(r.event, ", "), r.least, r.greatest,
                     r.mean_clock() / base);
}

std::string packets_row(const NpbResult& r) {
  return fmt::format("| {} | {} | {} / {} | {:.4f} / {:.4f} |\n", r.trace, r.router, r.original_packets, r.packets,
                     r.original_hops, r.hops);
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
      "Clock at the end in cycles, as mean and [least .. greatest] over seeds: 3 of the original (40 where the clock\n"
      "depends on draws), 10 of ours. Where the reference stepper and the event engine differ, both figures are "
      "given.\n"
      "The band is that of each seed, in cycles, and that of the mean. \"To the digit\" counts rows of\n"
      "`original-traces.csv` in which the reference stepper with C `rand()` meets clock, packets, mean latency and "
      "mean\n"
      "hops. **{} of {} within the bands, {} of {} rows to the digit.**\n\n"
      "| trace and router | original | both engines | band | to the digit |\n|---|---|---|---|---|\n{}",
      agree, results.size(), alike, rows, table);
  return part;
}

Part npb_part(const Scope& scope) {
  const std::vector<NpbResult> results = run_npb(scope.folder, scope.traces, scope.threads);
  Part part;
  std::size_t agree = 0;
  std::string clocks;
  std::string packets;
  double base = 1;
  for (const NpbResult& r : results) {
    if (r.router == "Oblivious 1 VC") base = r.mean_clock();
    agree += r.agrees() ? 1 : 0;
    if (!r.agrees()) part.complaints.push_back("out of band: " + clock_row(r, base) + packets_row(r));
    clocks += clock_row(r, base);
    packets += packets_row(r);
  }
  if (results.empty()) part.complaints.emplace_back("original-npb.csv has no rows");
  part.summary = fmt::format("{} of {} NPB traces and routers as in the original", agree, results.size());
  part.text = fmt::format(
      "## NPB traces\n\n"
      "The bundled traces on the three routers of the paper (its Fig. 7): 8x8 torus, packets of 64 bytes, no CPU\n"
      "bursts. Clock at the end, in cycles:\n"
      "- *Original*: one seed. *C `rand()`*: the reference stepper with the original's generator and that seed.\n"
      "- *Event*: the event engine with the seeds 1, 2 and 3 (BT and CG: 1).\n"
      "- *Band*, for the mean of the seeds: the range of the original's seeds (IS), 0.5% (BT), 1.5% (CG). One seed "
      "may\n"
      "  lie half a range outside.\n"
      "- *Relative*: the mean, relative to Oblivious 1 VC.\n\n"
      "IS on Oblivious 1 VC has the widest range: the original's rules with C `rand()` give 794 +-7.6 thousand cycles\n"
      "over 24 seeds, the event engine 795 +-9.3 thousand (`fsin-oracles --spread 24`). **{} of {} agree.**\n\n"
      "| trace | router | original | C `rand()` | event | band | relative |\n|---|---|---|---|---|---|---|\n{}\n"
      "| trace | router | packets: original / event | hops: original / event |\n|---|---|---|---|\n{}",
      agree, results.size(), clocks, packets);
  return part;
}

}  // namespace oracles
