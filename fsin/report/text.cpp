// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include "fsin/report/quantity_text.hpp"
#include "fsin/stats/load_spread.hpp"

namespace fsin::report {
namespace {

constexpr std::size_t most_diagnosis_lines = 20;

class Lines {
 public:
  template <class... Args>
  void row(std::string_view label, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), "{:<12} ", label);
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  void line(std::string_view text) {
    text_ += text;
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_title(Lines& out, const ExperimentResult& experiment) {
  out.row(experiment.name, "{}", experiment.headline);
  if (!experiment.description.empty()) out.row("", "{}", experiment.description);
}

void add_left_out(Lines& out, const ExperimentResult& experiment) {
  if (!experiment.left_out.text.empty()) out.row("left out", "{}", experiment.left_out.text);
}

void add_histogram(Lines& out, std::string_view label, const stats::LatencyHistogram& h, std::string_view since) {
  if (h.count() == 0) {
    out.row(label, "no packet was delivered in the window");
    return;
  }
  out.row(label, "mean {}  stddev {}  p50 {}  p99 {}  max {}  cycles {}", number_text(h.mean()),
          number_text(h.stddev()), h.percentile(50), h.percentile(99), h.max(), since);
}

void add_search(Lines& out, const RunResult& run) {
  if (!run.record.saturation_load) return;
  out.row("saturation", "at {} phits/node/cycle, found with {} runs; what follows is the run at that load",
          number_text(*run.record.saturation_load), run.probes.size());
}

void add_warmup(Lines& out, const stats::RunRecord& run) {
  if (!run.settled) return;
  if (*run.settled) {
    out.row("warm-up", "{} cycles, found by MSER in a pilot run", grouped_text(run.warmup));
  } else {
    out.row("warm-up", "not found: the pilot run kept drifting; {} cycles were left out. Is the load too high?",
            grouped_text(run.warmup));
  }
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

void add_packets(Lines& out, const stats::RunTotals& totals) {
  if (totals.packets_delivered > 0) {
    const auto hops = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    out.row("hops", "mean {}", number_text(hops));
  }
  out.row("packets", "generated {}  injected {}  delivered {}  (in the window), {} still under way at the end",
          grouped_text(totals.packets_generated), grouped_text(totals.packets_injected),
          grouped_text(totals.packets_delivered), grouped_text(totals.packets_in_network));
}

void add_ranks(Lines& out, const stats::RunRecord& run) {
  const workload::Report& report = run.totals.workload;
  out.row("messages", "sent {}  delivered {}", grouped_text(report.messages_sent),
          grouped_text(report.messages_delivered));
  if (report.part_of_trace) {
    out.row("region", "left out {} sends and {} receives whose partner lies outside",
            grouped_text(report.sends_left_out), grouped_text(report.receives_left_out));
  }
  out.row("ranks", "{} of {} finished", report.ranks_finished, report.ranks);
  out.row("per rank", "compute {}  wait {}  (mean)", seconds_text(report.compute_cycles * run.seconds_per_cycle),
          seconds_text(report.wait_cycles * run.seconds_per_cycle));
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

void add_host(Lines& out, const ExperimentResult& experiment, const RunResult& run) {
  const auto hops = static_cast<double>(run.record.totals.packet_hops);
  out.row("host", "{} real, {} CPU, {} packet-hops per CPU second, peak memory {}", seconds_text(run.host.wall_s),
          seconds_text(run.host.cpu_s), run.host.cpu_s > 0 ? count_text(hops / run.host.cpu_s) : "0",
          bytes_text(run.host.peak_rss_bytes));
  out.row("repeat", "seed {}, engine {}, fingerprint {}, {}", run.record.seed, experiment.engine,
          fingerprint_text(run.record.totals.fingerprint), experiment.version);
}

std::string single_text(const ExperimentResult& experiment, const RunResult& run) {
  Lines out;
  const stats::RunTotals& totals = run.record.totals;
  add_title(out, experiment);
  out.row("outcome", "{}", outcome_text(run.record));
  add_diagnosis(out, totals);
  add_left_out(out, experiment);
  out.row("cycles", "{}  (measured {})  = {} simulated", grouped_text(totals.cycles),
          grouped_text(totals.measured_cycles),
          seconds_text(static_cast<double>(totals.cycles) * run.record.seconds_per_cycle));
  add_warmup(out, run.record);
  add_search(out, run);
  add_load(out, run.record);
  add_histogram(out, "latency", totals.latency, "from entry into the injection queue");
  add_histogram(out, "", totals.latency_from_generation, "from generation");
  add_packets(out, totals);
  if (run.record.is_trace) add_ranks(out, run.record);
  add_host(out, experiment, run);
  return out.take();
}

void add_outcomes(Lines& out, const ExperimentResult& experiment) {
  std::map<stats::Outcome, std::vector<const RunResult*>> by_outcome;
  for (const RunResult& run : experiment.runs) by_outcome[run.record.totals.outcome].push_back(&run);
  for (const auto& [outcome, runs] : by_outcome) {
    static_cast<void>(outcome);
    out.row("outcome", "{} of {} runs: {}", runs.size(), experiment.runs_wanted, outcome_text(runs.front()->record));
    add_diagnosis(out, runs.front()->record.totals);
  }
  if (experiment.runs.size() < experiment.runs_wanted) {
    out.row("outcome", "interrupted: {} of {} runs were not started", experiment.runs_wanted - experiment.runs.size(),
            experiment.runs_wanted);
  }
}

std::string_view unit_of(std::string_view name) {
  for (const stats::Metric& metric : stats::metrics()) {
    if (metric.name == name) return metric.unit;
  }
  return "";
}

std::string replications_text(const ExperimentResult& experiment) {
  Lines out;
  add_title(out, experiment);
  add_outcomes(out, experiment);
  add_left_out(out, experiment);
  out.line(fmt::format("{:<32}{:>12} +- {:<12}{}", fmt::format("mean of {} seeds", experiment.runs.size()), "",
                       fmt::format("at {:.4g}%", experiment.confidence * 100), "unit"));
  std::vector<stats::NamedValues> values;
  double cpu = 0;
  for (const RunResult& run : experiment.runs) {
    values.push_back(stats::named_values(run.record));
    cpu += run.host.cpu_s;
  }
  for (const auto& [name, estimate] : stats::summarise(values, experiment.confidence)) {
    const std::string width = std::isfinite(estimate.half_width) ? number_text(estimate.half_width) : "unknown";
    out.line(fmt::format("{:<32}{:>12} +- {:<12}{}", name, number_text(estimate.mean), width, unit_of(name)));
  }
  out.row("host", "{} CPU for all runs", seconds_text(cpu));
  out.row("repeat", "seeds from {}, engine {}, {}", experiment.runs.empty() ? 0 : experiment.runs.front().record.seed,
          experiment.engine, experiment.version);
  return out.take();
}

}  // namespace

std::string outcome_text(const stats::RunRecord& run) {
  const stats::RunTotals& totals = run.totals;
  switch (totals.outcome) {
    case stats::Outcome::finished:
      return "finished";
    case stats::Outcome::deadlock:
      if (totals.packets_in_network == 0) {
        return "deadlock: the network is empty and the ranks wait for messages that nobody sends; see who waits for "
               "what "
               "below, and mend the trace (trgen check)";
      }
      return fmt::format(
          "deadlock: nothing can move any more, {} packets are stuck; see who waits for what below, and choose a flow "
          "control that avoids it (fsin list flow-control) or mend the trace (trgen check)",
          grouped_text(totals.packets_in_network));
    case stats::Outcome::saturated:
      return "saturated: the network accepts less than is offered, so queues and latencies grow with the length of the "
             "run; lower workload.load, or read the accepted load as the capacity";
    case stats::Outcome::cycle_limit:
      return fmt::format("cycle limit: stopped after {} cycles before the end; raise measure.max_cycles",
                         grouped_text(totals.cycles));
    case stats::Outcome::interrupted:
      return totals.failure.empty() ? "interrupted: the figures cover only the part that was simulated"
                                    : "interrupted, the figures are partial: " + totals.failure;
  }
  return "unknown";
}

std::string experiment_text(const ExperimentResult& experiment) {
  if (experiment.runs_wanted == 1 && experiment.runs.size() == 1) {
    return single_text(experiment, experiment.runs.front());
  }
  return replications_text(experiment);
}

}  // namespace fsin::report
