// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "fsin/core/append.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/report/jobs_text.hpp"
#include "fsin/report/labelled_lines.hpp"
#include "fsin/report/messages_text.hpp"
#include "fsin/report/outcome_text.hpp"
#include "fsin/report/profile_text.hpp"
#include "fsin/report/ranks_text.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/stats/settling.hpp"

namespace fsin::report {
namespace {

constexpr std::size_t most_diagnosis_lines = 20;

void add_title(Lines& out, const result::ExperimentResult& experiment) {
  out.row(experiment.name, "{}", experiment.headline);
  if (!experiment.description.empty()) out.row("", "{}", experiment.description);
  for (const std::string& delay : experiment.delays) out.row("delay", "{}", delay);
}

void add_left_out(Lines& out, const result::ExperimentResult& experiment) {
  if (!experiment.origin.left_out.text.empty()) out.row("left out", "{}", experiment.origin.left_out.text);
}

void add_unheeded(Lines& out, const result::ExperimentResult& experiment) {
  std::string_view label = "unheeded";
  for (const result::Unheeded& each : experiment.origin.unheeded)
    out.row(std::exchange(label, ""), "{} {}", each.key, each.why);
}

void add_warnings(Lines& out, const result::RunResult& run) {
  std::string_view label = "warning";
  for (const std::string& line : warning_lines(run.model_checks)) out.row(std::exchange(label, ""), "{}", line);
}

/// Two lines: in cycles, and in the time of the simulated machine.
void add_histogram(Lines& out, std::string_view label, const stats::LatencyHistogram& h, double seconds_per_cycle,
                   std::string_view since) {
  if (h.count() == 0) {
    out.row(label, "no packet was delivered in the window");
    return;
  }
  out.row(label, "mean {}  stddev {}  p50 {}  p99 {}  max {}  cycles {}", number_text(h.mean()),
          number_text(h.stddev()), h.percentile(50), h.percentile(99), h.max(), since);
  const TimeUnit unit = time_unit(h.mean() * seconds_per_cycle);
  const auto time = [&](auto cycles) {
    return number_text(static_cast<double>(cycles) * seconds_per_cycle / unit.seconds);
  };
  out.row("", "mean {}  stddev {}  p50 {}  p99 {}  max {}  {} {}", time(h.mean()), time(h.stddev()),
          time(h.percentile(50)), time(h.percentile(99)), time(h.max()), unit.name, since);
}

void add_search(Lines& out, const result::RunResult& run) {
  if (!run.record.saturation_load) return;
  const bool stall = run.record.sources && run.record.sources->stall;
  out.row("saturation", "{} phits/node/cycle {}; found with {} loads, what follows is the run at it",
          number_text(*run.record.saturation_load),
          stall ? "is the highest load of which sources that stall make 95%" : "is the highest load that is carried",
          run.probes.size());
  if (!run.record.latency_load) return;
  out.row("", "{} is the highest load with a latency below three times that of a packet alone",
          number_text(*run.record.latency_load));
}

void add_warmup(Lines& out, const stats::RunRecord& run) {
  if (!run.warmup_settled) return;
  if (*run.warmup_settled) {
    out.row("warm-up", "{} cycles, found in a pilot run", grouped_text(run.warmup));
  } else {
    out.row("warm-up", "not found: no pilot run came to rest; {} cycles were left out", grouped_text(run.warmup));
  }
}

void add_settled(Lines& out, const stats::RunRecord& run) {
  const auto settling = stats::settling_of(run);
  if (!settling || run.totals.measured_cycles == 0 || run.totals.packets_delivered == 0) return;
  out.row("settled", "{}", settling_text(run, *settling));
}

void add_load(Lines& out, const stats::RunRecord& run) {
  const stats::RunTotals& totals = run.totals;
  if (totals.measured_cycles == 0 || run.nodes == 0) return;
  const double duration = static_cast<double>(run.nodes) * static_cast<double>(totals.measured_cycles);
  const std::string offered = run.offered ? fmt::format("offered {}  ", number_text(*run.offered)) : "";
  out.row("load", "{}injected {}  accepted {}  phits/node/cycle", offered,
          number_text(static_cast<double>(totals.phits_injected) / duration),
          number_text(static_cast<double>(totals.phits_delivered) / duration));
  if (!totals.node_phits_delivered.empty()) {
    const stats::NodeSpread spread = stats::node_spread(totals.node_phits_delivered, totals.measured_cycles);
    out.row("worst node", "accepted {} (node {})  Jain index {:.4f}", number_text(spread.worst), spread.worst_node,
            spread.jain);
  }
  if (totals.all_links.links > 0) {
    const stats::LinkSpread spread = stats::link_spread(totals.all_links, totals.measured_cycles);
    const stats::LinkLoad& busiest = totals.all_links.busiest;
    out.row("links", "busy {:.1f}% of the time, the busiest {:.1f}% ({} to {})", spread.mean * 100, spread.max * 100,
            busiest.from.index(), busiest.to.index());
  }
}

/// Half widths from batches inside the run, where the window is long enough for them.
void add_interval(Lines& out, const result::ExperimentResult& experiment, const stats::RunRecord& run) {
  const auto half_width = [&](stats::Latency which) -> std::string {
    const auto batches = stats::error_of_mean(run, which);
    if (!batches) return "unknown";
    return number_text(stats::student_t(experiment.confidence, batches->batches - 1) * batches->standard_error);
  };
  if (!stats::error_of_mean(run, stats::Latency::from_entry)) return;
  out.row("", "mean +- {} from entry, +- {} from generation, at {:.4g}%, by batches of this run",
          half_width(stats::Latency::from_entry), half_width(stats::Latency::from_generation),
          experiment.confidence * 100);
  constexpr double wide = 0.05;
  const auto cycles = stats::cycles_for_error(run, stats::Latency::from_generation, experiment.confidence, wide);
  if (cycles && *cycles > static_cast<double>(run.totals.measured_cycles)) {
    out.row("", "for +- {:.0f}% of the mean from generation the window needs about {} cycles (measure.cycles)",
            wide * 100, enough_text(*cycles));
  }
}

void add_packets(Lines& out, const stats::RunTotals& totals) {
  if (totals.packets_delivered > 0) {
    const auto hops = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    out.row("hops", "mean {}", number_text(hops));
  }
  out.row("packets", "generated {}  injected {}  delivered {}  (in the window), {} still under way at the end",
          grouped_text(totals.packets_generated), grouped_text(totals.packets_injected),
          grouped_text(totals.packets_delivered), grouped_text(totals.packets_in_network));
}

void add_diagnosis(Lines& out, const stats::RunTotals& totals) {
  std::size_t shown = 0;
  for (const std::string& line : totals.diagnosis) {
    if (shown++ == most_diagnosis_lines) {
      out.line(fmt::format("  ... {} more lines in the JSON result", totals.diagnosis.size() - most_diagnosis_lines));
      break;
    }
    out.line("  " + line);
  }
}

void add_host(Lines& out, const result::ExperimentResult& experiment, const result::RunResult& run) {
  const auto hops = static_cast<double>(run.record.totals.packet_hops);
  out.row("host", "{} real, {} CPU, {} packet-hops per CPU second, peak memory {}", seconds_text(run.host.wall_s),
          seconds_text(run.host.cpu_s), run.host.cpu_s > 0 ? count_text(hops / run.host.cpu_s) : "0",
          bytes_text(run.host.peak_rss_bytes));
  out.row("repeat", "seed {}, engine {}, fingerprint {}, {}", run.record.seed, experiment.origin.engine,
          result::fingerprint_text(run.record.totals.fingerprint), experiment.origin.version);
}

std::string single_text(const result::ExperimentResult& experiment, const result::RunResult& run) {
  Lines out;
  const stats::RunTotals& totals = run.record.totals;
  add_title(out, experiment);
  out.row("outcome", "{}", outcome_text(run.record));
  add_diagnosis(out, totals);
  add_left_out(out, experiment);
  add_unheeded(out, experiment);
  add_warnings(out, run);
  out.row("cycles", "{}  (measured {})  = {} simulated", grouped_text(totals.cycles),
          grouped_text(totals.measured_cycles),
          seconds_text(static_cast<double>(totals.cycles) * run.record.seconds_per_cycle));
  if (run.sampling) out.row("sampled", "{}", run.sampling->text(run.record.seconds_per_cycle));
  add_warmup(out, run.record);
  add_settled(out, run.record);
  add_search(out, run);
  add_load(out, run.record);
  const double cycle = run.record.seconds_per_cycle;
  add_histogram(out, "latency", totals.latency, cycle, "from entry into the injection queue");
  add_histogram(out, "", totals.latency_from_generation, cycle, "from generation");
  add_interval(out, experiment, run.record);
  add_packets(out, totals);
  if (run.record.has_ranks) add_ranks(out, run.record);
  for (const LabelledLine& line : jobs_lines(run.record)) out.row(line.label, "{}", line.text);
  if (run.message_times) {
    for (const LabelledLine& line : message_lines(*run.message_times, cycle)) out.row(line.label, "{}", line.text);
  }
  if (run.profile && experiment.shows_profile) {
    for (const LabelledLine& line : profile_lines(result::kept_profile(*run.profile), totals.cycles))
      out.row(line.label, "{}", line.text);
  }
  add_host(out, experiment, run);
  return out.take();
}

void add_outcomes(Lines& out, const result::ExperimentResult& experiment) {
  const result::RunsSummary& runs = experiment.runs;
  for (const auto& [outcome, alike] : runs.outcomes()) {
    static_cast<void>(outcome);
    out.row("outcome", "{} of {} runs: {}", alike.runs, experiment.runs_wanted, outcome_text(alike.first.record));
    add_diagnosis(out, alike.first.record.totals);
  }
  if (runs.first() != nullptr && runs.first()->record.offered && runs.not_judged() > 0)
    out.row("", "of {} of them it was not judged whether the load is carried", runs.not_judged());
  if (runs.count() < experiment.runs_wanted) {
    out.row("outcome", "interrupted: {} of {} runs were not started", experiment.runs_wanted - runs.count(),
            experiment.runs_wanted);
  }
}

std::optional<stats::Estimate> find_figure(const result::ExperimentResult& experiment, std::string_view name) {
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    if (stats::metrics()[i].name != name) continue;
    const stats::Estimate estimate = experiment.runs.figure(i).estimate(experiment.confidence);
    return estimate.n == 0 ? std::nullopt : std::optional(estimate);
  }
  return std::nullopt;
}

/// Said elsewhere: what was simulated (in the head of the text), and a time that stands beside its cycles.
bool is_said_elsewhere(const result::ExperimentResult& experiment, std::string_view name) {
  constexpr std::string_view seconds = "_seconds";
  if (name == "cycle_seconds" || name.starts_with("delays.")) return true;
  return name.ends_with(seconds) && find_figure(experiment, name.substr(0, name.size() - seconds.size())).has_value();
}

/// "cycles  = 722.4 +- 183 us"; only the unit of a figure that has no time.
std::string unit_and_time(const result::ExperimentResult& experiment, const stats::Metric& metric) {
  const auto time = find_figure(experiment, fmt::format("{}_seconds", metric.name));
  if (!time) return std::string(metric.unit);
  const TimeUnit in = time_unit(time->mean);
  const EstimateText text = estimate_text(time->mean / in.seconds, time->half_width / in.seconds);
  return fmt::format("{}  = {} +- {} {}", metric.unit, text.value,
                     text.half_width.empty() ? "unknown" : text.half_width, in.name);
}

/// How far runs of one seed differ, which is what was measured in them.
void add_noise(Lines& out, const result::ExperimentResult& experiment) {
  const result::RunsSummary& runs = experiment.runs;
  if (!experiment.same_seed || runs.first() == nullptr) return;
  const double cycle = runs.first()->record.seconds_per_cycle;
  if (runs.equal()) {
    out.row("noise", "none: all {} runs of seed {} are equal, to the cycle: {}", runs.count(), experiment.first_seed,
            seconds_text(static_cast<double>(runs.first()->record.totals.cycles) * cycle));
    return;
  }
  const auto time = find_figure(experiment, "simulated_seconds");
  if (!time || time->mean <= 0) return;
  out.row("noise", "{} runs of seed {}: {} +- {:.2g}% at {:.4g}%, standard deviation {:.2g}%, {} to {}", time->n,
          experiment.first_seed, seconds_text(time->mean), 100 * time->half_width / time->mean,
          100 * experiment.confidence, 100 * time->stddev / time->mean,
          seconds_text(static_cast<double>(runs.fewest_cycles()) * cycle),
          seconds_text(static_cast<double>(runs.most_cycles()) * cycle));
}

std::string replications_text(const result::ExperimentResult& experiment) {
  Lines out;
  const result::RunsSummary& runs = experiment.runs;
  add_title(out, experiment);
  add_outcomes(out, experiment);
  add_left_out(out, experiment);
  add_unheeded(out, experiment);
  if (runs.first() != nullptr) add_warnings(out, *runs.first());
  add_noise(out, experiment);
  const char* what = experiment.same_seed ? "runs" : "seeds";
  out.line(fmt::format("{:<32}{:>14} +- {:<12}{}", fmt::format("mean of {} {}", runs.count(), what), "",
                       fmt::format("at {:.4g}%", experiment.confidence * 100), "unit"));
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    const stats::Metric& metric = stats::metrics()[i];
    const stats::Estimate estimate = runs.figure(i).estimate(experiment.confidence);
    if (estimate.n == 0 || is_said_elsewhere(experiment, metric.name)) continue;
    const EstimateText text = estimate_text(estimate.mean, estimate.half_width);
    const std::string width = text.half_width.empty() ? "unknown" : text.half_width;
    const std::string unit = metric.unit.empty()
                                 ? ""
                                 : fmt::format("{:{}}{}", "", 12 - std::min(width.size(), std::size_t{11}),
                                               unit_and_time(experiment, metric));
    out.line(fmt::format("{:<32}{:>14} +- {}{}", metric.name, text.value, width, unit));
  }
  out.row("host", "{} CPU for all runs", seconds_text(runs.host().cpu_s));
  out.row("repeat", "seeds from {}, engine {}, {}", runs.first() == nullptr ? 0 : runs.first()->record.seed,
          experiment.origin.engine, experiment.origin.version);
  return out.take();
}

}  // namespace

std::string experiment_text(const result::ExperimentResult& experiment) {
  if (experiment.runs_wanted == 1 && experiment.runs.count() == 1) {
    return single_text(experiment, *experiment.runs.first());
  }
  return replications_text(experiment);
}

}  // namespace fsin::report
