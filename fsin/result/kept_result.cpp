// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/kept_result.hpp"

#include <algorithm>
#include <tuple>

namespace fsin::result {
namespace {

/// Beyond this a run keeps no phits by link: results would outgrow their use.
constexpr std::size_t most_links = 200'000;
/// Spans of a Gantt chart that are kept: more than a picture can show.
constexpr std::size_t most_spans = 30'000;

KeptTraffic kept_traffic(const stats::Traffic& traffic) {
  KeptTraffic kept;
  kept.block_nodes = traffic.block_nodes();
  for (std::size_t from = 0; from < traffic.blocks(); ++from) {
    for (std::size_t to = 0; to < traffic.blocks(); ++to) {
      if (traffic.packets(from, to) != 0) kept.cells.push_back({from, to, traffic.packets(from, to)});
    }
  }
  return kept;
}

KeptDetail kept_detail(const RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  KeptDetail detail;
  detail.bin_cycles = totals.series.length();
  detail.bins = totals.series.up_to(totals.cycles);
  for (stats::TimeSeries::Bin& bin : detail.bins) bin.latency_from_generation_sum = 0;
  detail.traffic = kept_traffic(totals.traffic);
  const workload::RankNames names(totals.ranks);
  for (std::size_t number = 0; number < totals.ranks.size(); ++number) {
    const workload::RankAccount& account = totals.ranks[number];
    detail.ranks.push_back({names[number].rank, account.node.value, account.compute, account.wait_message,
                            account.wait_room, account.sending(), account.finished, names[number].stream});
  }
  if (run.activity) {
    for (const stats::ActivityChart::Span& span : run.activity->spans(totals.cycles, most_spans))
      detail.spans.push_back({names[span.rank].rank, span.state, span.first, span.last, names[span.rank].stream});
  }
  if (!names.any_streams()) return detail;
  const auto under_their_rank = [](const auto& a, const auto& b) {
    return std::tie(a.rank, a.stream) < std::tie(b.rank, b.stream);
  };
  std::stable_sort(detail.ranks.begin(), detail.ranks.end(), under_their_rank);
  std::stable_sort(detail.spans.begin(), detail.spans.end(), under_their_rank);
  return detail;
}

}  // namespace

std::optional<double> KeptResult::figure(std::string_view name) const {
  const auto& metrics = stats::metrics();
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const auto& each) { return each.name == name; });
  if (found == metrics.end()) return std::nullopt;
  const auto& value = figures[static_cast<std::size_t>(found - metrics.begin())];
  return value ? std::optional(stats::as_double(*value)) : std::nullopt;
}

KeptResult figures_of(const RunOrigin& origin, const RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  KeptResult kept;
  kept.outcome = totals.outcome;
  kept.partial = is_partial(run);
  kept.load = stats::to_string(run.record.load);
  kept.load_reason = stats::reason_of(run.record.load);
  const std::vector<stats::Metric>& metrics = stats::metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i) kept.figures[i] = metrics[i].value(run.record);
  kept.probes = run.probes;
  kept.model_checks = run.model_checks;
  kept.message_times = run.message_times;
  if (totals.workload.part_of_trace) {
    kept.region = {totals.workload.sends_left_out, totals.workload.receives_left_out};
  }
  kept.jobs = run.record.jobs;
  kept.sampling = run.sampling;
  kept.cycle_s = run.record.seconds_per_cycle;
  if (totals.workload.any_source) kept.any_source = totals.workload.departures;
  kept.sites = totals.workload.sites;
  kept.exit_code = totals.workload.exit_code;
  kept.host = run.host;
  kept.packet_hops = totals.packet_hops;
  kept.fingerprint = totals.fingerprint;
  kept.diagnosis = totals.diagnosis;
  kept.failure = totals.failure;
  kept.origin = origin;
  return kept;
}

KeptResult kept_result(const RunOrigin& origin, const RunResult& run, bool with_detail) {
  const stats::RunTotals& totals = run.record.totals;
  KeptResult kept = figures_of(origin, run);
  for (const auto& bucket : totals.latency.buckets()) kept.histogram.push_back({bucket.low, bucket.high, bucket.count});
  if (!with_detail) return kept;
  kept.detail = kept_detail(run);
  if (run.profile) kept.profile = kept_profile(*run.profile);
  if (totals.links.size() > most_links) return kept;
  for (const stats::LinkLoad& link : totals.links) {
    kept.links.push_back({link.from.value, link.port, link.to.value, link.phits});
  }
  return kept;
}

}  // namespace fsin::result
