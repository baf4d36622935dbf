// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/outcome_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "fsin/core/quantity_text.hpp"

namespace fsin::report {
namespace {

std::string saturated_text(const stats::RunRecord& run) {
  const std::string where = stats::reason_of(run.load).empty() ? "" : " at " + stats::reason_of(run.load);
  if (run.sources && run.sources->stall) {
    return fmt::format(
        "saturated: sources stall for lack of room{}, and less is accepted than offered; latencies are those of full "
        "queues and do not grow with the run; lower workload.load, or read the accepted load as the capacity",
        where);
  }
  return fmt::format(
      "saturated: the network accepts less than is offered{}, so queues and latencies grow with the length of the run; "
      "lower workload.load, or read the accepted load as the capacity",
      where);
}

/// Packets in the network at the end that ranks, or anybody, waited for: those of background beside jobs are not.
std::uint64_t awaited_packets(const stats::RunTotals& totals) {
  const auto& background = totals.workload.background;
  return totals.packets_in_network - (background ? background->entered - background->delivered : 0);
}

std::string deadlock_text(const stats::RunRecord& run) {
  if (awaited_packets(run.totals) == 0) {
    return fmt::format(
        "deadlock: nothing is under way to the ranks, and they wait for messages that nobody sends; the lines below "
        "say who waits for what; correct {}",
        run.has_trace ? "the trace (trgen check)" : "the program, whose ranks do not match each other's messages");
  }
  return fmt::format(
      "deadlock: nothing can move any more, {} packets are stuck; the lines below say who waits for what; choose a "
      "flow control that avoids deadlock (fsin list flow-control){}",
      grouped_text(run.totals.packets_in_network), run.has_trace ? " or correct the trace (trgen check)" : "");
}

/// A run whose window, or whose workload, came to its end.
std::string finished_text(const stats::RunRecord& run) {
  const auto* not_judged = std::get_if<stats::NotJudged>(&run.load);
  if (not_judged == nullptr || not_judged->reason.empty() || run.has_end || run.has_ranks) return "finished";
  return fmt::format("finished; not judged whether the load is carried: {}", not_judged->reason);
}

}  // namespace

std::string enough_text(double cycles) {
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(cycles, 1.0))) - 1));
  return grouped_text(static_cast<std::uint64_t>(std::ceil(cycles / unit) * unit));
}

std::string settling_text(const stats::RunRecord& run, stats::Settling settling) {
  const std::string cycles = enough_text(stats::needed_cycles(run).value_or(0));
  const std::string filled = enough_text(run.sources->fill);
  switch (settling) {
    case stats::Settling::yes:
      return fmt::format(
          "yes: the relaxation time of the queues is {}, and the window is {:.0f} times as long",
          enough_text(*stats::relaxation_cycles(run)) + (*stats::relaxation_cycles(run) > 1 ? " cycles" : " cycle"),
          std::floor(static_cast<double>(run.totals.measured_cycles) / std::max(1.0, *stats::relaxation_cycles(run))));
    case stats::Settling::unfinished:
      return "no: the window was not simulated to its end";
    case stats::Settling::filling:
      return fmt::format(
          "no: the network was still filling with packets under way, so less arrived than was offered; "
          "it takes up to {} cycles: raise measure.warmup above that",
          filled);
    case stats::Settling::growing:
      return "no: queues and latencies grow with the length of the run";
    case stats::Settling::unclear:
      return "no: only a longer window (measure.cycles) can tell whether this load is carried";
    case stats::Settling::warmup_unknown:
      return "no: no pilot run was long enough to come to rest; lower workload.load or raise measure.cycles";
    case stats::Settling::warmup_short:
      return fmt::format("no: the warm-up is too short for queues like these; use measure.warmup of at least {}",
                         enough_text(*stats::needed_warmup(run)));
    case stats::Settling::window_short:
      return fmt::format(
          "no: the window is too short for the relaxation time of the queues; use measure.cycles of at least {}",
          cycles);
  }
  return "no";
}

std::string outcome_text(const stats::RunRecord& run) {
  const stats::RunTotals& totals = run.totals;
  switch (totals.outcome) {
    case stats::Outcome::finished:
      return finished_text(run);
    case stats::Outcome::deadlock:
      return deadlock_text(run);
    case stats::Outcome::saturated:
      return saturated_text(run);
    case stats::Outcome::cycle_limit:
      return fmt::format("cycle limit: stopped after {} cycles before the end; raise measure.max_cycles",
                         grouped_text(totals.cycles));
    case stats::Outcome::unreachable:
      return fmt::format(
          "unreachable: links or routers have failed, and packets can never arrive; {} are still in the network, and "
          "the lines below say which wait and where; take a routing that goes round (fsin check), or other "
          "network.faults",
          grouped_text(totals.packets_in_network));
    case stats::Outcome::interrupted:
      return totals.failure.empty() ? "interrupted: the figures cover only the part that was simulated"
                                    : "interrupted, the figures are partial: " + totals.failure;
  }
  return "unknown";
}

std::vector<std::string> warning_lines(const std::vector<result::ModelCheck>& checks) {
  std::vector<std::string> lines;
  for (const result::ModelCheck& check : checks) {
    if (check.warns()) lines.push_back(check.text);
  }
  if (lines.empty()) return lines;
  lines.emplace_back(
      "hence this estimate may be more than 30% off the network of routers; fsin compare-models tells how much");
  return lines;
}

}  // namespace fsin::report
