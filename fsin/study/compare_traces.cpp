// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/compare_traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/experiment/headline.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/run/replications.hpp"
#include "trgen/formats/open.hpp"

namespace fsin::study {
namespace {

/// What must be known of a trace before the experiment is read.
struct TraceHead {
  std::uint32_t ranks = 0;
  bool timed = false;  ///< has times, not amounts of work
};

TraceHead head_of(const std::string& trace) {
  const auto source = trgen::formats::open_trace(trace);
  return {source->ranks(), !trgen::record::is_volume(source->notes().clock)};
}

/// The experiment of one trace.
config::Document document_of(const TraceComparisonRequest& request, std::size_t trace,
                             const std::array<TraceHead, 2>& heads, Diagnostics& diagnostics) {
  const std::string own = default_network(std::max(heads[0].ranks, heads[1].ranks));
  config::Document document = request.experiment ? config::load_file(*request.experiment, diagnostics)
                                                 : config::load_text("compare-traces", own, diagnostics);
  if (!document.loaded()) return document;
  const config::Tree* const type = document.root().at("workload.type");
  if (type == nullptr || type->text != "trace") {
    document.drop("workload");
    document.drop("measure");  // the windows of another load
    if (heads[trace].timed) document.override_with("workload.cpu.scale", config::text_tree("1"));
  }
  document.override_with("workload.type", config::text_tree("trace"));
  document.override_with("workload.file", config::text_tree(std::filesystem::absolute(request.traces[trace]).string()));
  document.override_with("measure.seeds", config::text_tree("1"));
  return document;
}

void refuse_several_runs(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const experiment::MeasureParams& measure = loaded.experiment.measure;
  if (measure.find != experiment::Find::nothing)
    diagnostics.error(loaded.document.mark("measure.find"), "traces are compared by one run each; leave this key out");
  if (measure.sample.precision) {
    diagnostics.error(loaded.document.mark("measure.sample.precision"),
                      "traces would be compared over different numbers of rounds; leave this key out");
  }
}

TimedTrace timed(const std::string& name, const result::RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  TimedTrace made;
  made.name = name;
  made.outcome = totals.outcome;
  made.cycles = totals.cycles;
  made.seconds = static_cast<double>(totals.cycles) * run.record.seconds_per_cycle;
  made.messages = totals.workload.messages_sent;
  made.computing = totals.workload.compute_cycles;
  made.waiting = totals.workload.wait_cycles;
  made.ranks = rank_ends(totals);
  made.fingerprint = result::fingerprint_text(totals.fingerprint);
  return made;
}

}  // namespace

std::string default_network(std::uint32_t nodes) {
  return fmt::format(
      "fsin: 1\n"
      "network:\n"
      "  topology: {{type: mesh, dims: [{}]}}\n"
      "  link: {{bandwidth: 100 Gb/s}}\n"
      "  model: {{type: loggps, latency: 1 us, overhead: 300 ns}}\n",
      std::max(nodes, 2U));
}

std::optional<TraceComparison> compare_traces(const TraceComparisonRequest& request, Diagnostics& diagnostics) {
  const std::array heads{head_of(request.traces[0]), head_of(request.traces[1])};
  TraceComparison comparison;
  comparison.default_network = !request.experiment;
  for (std::size_t i = 0; i < request.traces.size(); ++i) {
    auto loaded = experiment::load_experiment(document_of(request, i, heads, diagnostics), request.overrides,
                                              "this file describes many experiments; give one of them", diagnostics);
    if (!loaded) return std::nullopt;
    refuse_several_runs(*loaded, diagnostics);
    if (!diagnostics.ok()) return std::nullopt;
    const Inputs inputs = loaded->document.inputs();
    auto prepared = run::prepare(std::move(*loaded), false, diagnostics);
    if (prepared && request.check_inputs) request.check_inputs(inputs, diagnostics);
    if (!prepared || !diagnostics.ok()) return std::nullopt;
    if (!forecast::admit(*prepared, {.shape = {}, .allow_deadlock = request.allow_deadlock}, diagnostics))
      return std::nullopt;
    run::RunOptions options;
    options.quiet = true;
    options.progress = request.progress;
    std::optional<result::RunResult> result;
    run::run_replications(*prepared, options, [&result](const result::RunResult& run) { result = run; });
    if (!result) return std::nullopt;  // interrupted
    run::tell_unheeded(*prepared, diagnostics);
    const std::string headline = experiment::headline(prepared->experiment());
    comparison.network = headline.substr(0, headline.find(';'));
    comparison.seconds_per_cycle = result->record.seconds_per_cycle;
    comparison.traces[i] = timed(request.traces[i], *result);
  }
  const auto& [first, second] = comparison.traces;
  comparison.error = relative_error(first.cycles, second.cycles);
  comparison.same_ranks = first.ranks.size() == second.ranks.size() && !first.ranks.empty();
  comparison.ranks = rank_errors(first.ranks, second.ranks);
  return comparison;
}

}  // namespace fsin::study
