// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/runs_summary.hpp"

#include <algorithm>
#include <variant>

namespace fsin::result {
namespace {

int weight_of(const stats::LoadVerdict& verdict) {
  if (std::holds_alternative<stats::LoadCarried>(verdict)) return 0;
  return std::holds_alternative<stats::NotJudged>(verdict) ? 1 : 2;
}

}  // namespace

void RunsSummary::add(const RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  ++count_;
  if (!first_) first_ = run;
  OfOutcome& alike = outcomes_[totals.outcome];
  if (alike.runs++ == 0) alike.first = run;
  const std::vector<stats::Metric>& metrics = stats::metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (const auto value = metrics[i].value(run.record)) figures_[i].add(stats::as_double(*value));
  }
  host_.wall_s += run.host.wall_s;
  host_.cpu_s += run.host.cpu_s;
  host_.peak_rss_bytes = std::max(host_.peak_rss_bytes, run.host.peak_rss_bytes);
  host_.threads = std::max(host_.threads, run.host.threads);
  packet_hops_ += totals.packet_hops;
  fingerprint_ += totals.fingerprint;
  fewest_cycles_ = std::min(fewest_cycles_, totals.cycles);
  most_cycles_ = std::max(most_cycles_, totals.cycles);
  const stats::RunTotals& first = first_->record.totals;
  equal_ = equal_ && totals.cycles == first.cycles && totals.fingerprint == first.fingerprint;
  if (failure_.empty()) failure_ = totals.failure;
  if (exit_code_ == 0) exit_code_ = totals.workload.exit_code;
  not_judged_ += std::holds_alternative<stats::NotJudged>(run.record.load) ? 1U : 0U;
  if (weight_of(run.record.load) > weight_of(load_)) load_ = run.record.load;
}

}  // namespace fsin::result
