// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include "fsin/report/quantity_text.hpp"
#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/stats/settling.hpp"

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
  const bool stall = run.record.sources && run.record.sources->stall;
  out.row("saturation", "{} phits/node/cycle {}; found with {} loads, what follows is the run at it",
          number_text(*run.record.saturation_load),
          stall ? "is the highest load of which sources that stall make 95%" : "is the highest load that is carried",
          run.probes.size());
  out.row("", "{} is the highest load with a latency below three times that of a packet alone",
          number_text(run.record.latency_load.value_or(0)));
}

void add_warmup(Lines& out, const stats::RunRecord& run) {
  if (!run.warmup_settled) return;
  if (*run.warmup_settled) {
    out.row("warm-up", "{} cycles, found in a pilot run", grouped_text(run.warmup));
  } else {
    out.row("warm-up", "not found: no pilot run came to rest; {} cycles were left out", grouped_text(run.warmup));
  }
}

/// Cycles that somebody may ask for: rounded up to two digits.
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
          "yes: queues forget in {} cycles what they were, the window holds {:.0f} times as many",
          enough_text(*stats::relaxation_cycles(run)),
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
      return "no: the queues grew in the window, by no more than chance explains near saturation; only a longer window "
             "(measure.cycles) can tell whether this load is carried";
    case stats::Settling::warmup_unknown:
      return "no: no pilot run was long enough to come to rest; lower workload.load or raise measure.cycles";
    case stats::Settling::warmup_short:
      return fmt::format("no: the warm-up is too short for queues like these; use measure.warmup of at least {}",
                         enough_text(*stats::needed_warmup(run)));
    case stats::Settling::window_short:
      return fmt::format("no: the queues forget too slowly for this window; use measure.cycles of at least {}", cycles);
  }
  return "no";
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
void add_interval(Lines& out, const ExperimentResult& experiment, const stats::RunRecord& run) {
  if (!run.sources || run.totals.packets_delivered == 0 || !stats::window_is_long(run)) return;
  const Cycle last = run.warmup + run.totals.measured_cycles;
  const auto half_width = [&](stats::Latency which) -> std::string {
    const auto batches = stats::batch_latency(run.totals.series, run.warmup + 1, last, which);
    if (!batches) return "unknown";
    return number_text(stats::student_t(experiment.confidence, batches->batches - 1) * batches->standard_error);
  };
  out.row("", "mean +- {} from entry, +- {} from generation, at {:.4g}%, by batches of this run",
          half_width(stats::Latency::from_entry), half_width(stats::Latency::from_generation),
          experiment.confidence * 100);
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
  out.row("cycles", "{}  (measured {})  = {} simulated", grouped_text(totals.cycles),
          grouped_text(totals.measured_cycles),
          seconds_text(static_cast<double>(totals.cycles) * run.record.seconds_per_cycle));
  add_warmup(out, run.record);
  add_settled(out, run.record);
  add_search(out, run);
  add_load(out, run.record);
  add_histogram(out, "latency", totals.latency, "from entry into the injection queue");
  add_histogram(out, "", totals.latency_from_generation, "from generation");
  add_interval(out, experiment, run.record);
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

namespace {

std::string saturated_text(const stats::RunRecord& run) {
  if (run.sources && run.sources->stall) {
    return "saturated: sources stand still for want of room, and less is accepted than offered; latencies are those of "
           "full queues and do not grow with the run; lower workload.load, or read the accepted load as the capacity";
  }
  return "saturated: the network accepts less than is offered, so queues and latencies grow with the length of the "
         "run; "
         "lower workload.load, or read the accepted load as the capacity";
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
      return saturated_text(run);
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
