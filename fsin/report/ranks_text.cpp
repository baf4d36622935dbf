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

std::string share_text(double part, double whole) {
  return whole > 0 ? fmt::format("{:.2g} %", 100 * part / whole) : std::string("0 %");
}

/// What a place of a live program has done to the time of the run.
std::string site_text(const workload::ProgramSite& site) {
  const std::string done = grouped_text(site.done), left_out = grouped_text(site.left_out);
  const double all = site.mean_s * static_cast<double>(site.done);
  const std::string replaced = seconds_text(site.replaced_s), mean = seconds_text(site.mean_s);
  switch (site.kind) {
    case workload::SiteKind::local:
    case workload::SiteKind::global:
      return fmt::format(
          "{}: computed {} times, {} each (standard deviation {}); left out {} times, which took {} of all ranks",
          site.name, done, mean, share_text(site.deviation_s, site.mean_s), left_out, replaced);
    case workload::SiteKind::delay:
      return fmt::format("{}: not computed {} times, which took {} of all ranks as given", site.name, left_out,
                         replaced);
    case workload::SiteKind::bursts:
      return fmt::format("CPU bursts {}: {} measured, {} each; {} took the mean of their kind, {} of all ranks",
                         site.name, done, mean, left_out, replaced);
    case workload::SiteKind::region:
      return fmt::format(
          "{}: entered {} times; {} in all ranks, {} of it computing; {} in the rank that is longest in it", site.name,
          done, seconds_text(all), share_text(site.computed_s, all), seconds_text(site.most_s));
    case workload::SiteKind::memory:
      return fmt::format("{}: {} allocations, of {} at most, are one memory", site.name, done, bytes_text(site.bytes));
  }
  return site.name;
}

std::string_view site_label(workload::SiteKind kind) {
  switch (kind) {
    case workload::SiteKind::delay:
      return "delay";
    case workload::SiteKind::region:
      return "region";
    case workload::SiteKind::memory:
      return "memory";
    default:
      return "sampled";
  }
}

void add_sites(Lines& out, const std::vector<workload::ProgramSite>& sites) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, sites.size()); ++i) {
    out.row(site_label(sites[i].kind), "{}", site_text(sites[i]));
  }
  if (sites.size() > most)
    out.row("", "and {} more places of the program, which workload.sites of the JSON result has", sites.size() - most);
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
  add_sites(out, report.sites);
  if (report.exit_code != 0) out.row("program", "returned exit code {} at its end", report.exit_code);
}

}  // namespace fsin::report
