// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/ranks_text.hpp"

#include <algorithm>

#include "fsin/core/quantity_text.hpp"

namespace fsin::report {
namespace {

void add_any_source(Lines& out, const workload::Departures& departures) {
  out.row("any source", "{} receives took the message that came first, {} of them another one than was recorded",
          grouped_text(departures.receives), grouped_text(departures.count));
  if (departures.count == 0) return;
  constexpr std::size_t most = 3;
  for (std::size_t i = 0; i < std::min(most, departures.first.size()); ++i) {
    const workload::Departure& each = departures.first[i];
    out.row("", "rank {}, record {}: from rank {} instead of rank {}, in cycle {}", each.rank, each.record, each.actual,
            each.recorded, grouped_text(each.cycle));
  }
  out.row("", "what ranks do after such a receive was recorded after another outcome: the program might do otherwise");
}

}  // namespace

void add_ranks(Lines& out, const stats::RunRecord& run) {
  const workload::Report& report = run.totals.workload;
  out.row("messages", "sent {}  delivered {}", grouped_text(report.messages_sent),
          grouped_text(report.messages_delivered));
  if (const auto unreceived = report.messages_unreceived.value_or(0);
      unreceived > 0 && run.totals.outcome == stats::Outcome::finished) {
    out.row("unreceived", "{} of these messages were taken by no receive: their sends stand alone in {}",
            grouped_text(unreceived), run.has_trace ? "the trace (trgen check)" : "the program");
  }
  if (report.part_of_trace) {
    out.row("region", "left out {} sends and {} receives whose partner lies outside",
            grouped_text(report.sends_left_out), grouped_text(report.receives_left_out));
  }
  if (report.any_source) add_any_source(out, report.departures);
  out.row("ranks", "{} of {} finished", report.ranks_finished, report.ranks);
  out.row("per rank", "compute {}  wait {}  (mean)", seconds_text(report.compute_cycles * run.seconds_per_cycle),
          seconds_text(report.wait_cycles * run.seconds_per_cycle));
}

}  // namespace fsin::report
