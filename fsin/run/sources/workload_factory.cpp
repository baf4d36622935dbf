// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/sources/workload_factory.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/experiment/whole_trace.hpp"
#include "fsin/run/sources/left_out.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "fsin/workload/with_background.hpp"
#include "trgen/programs/shortened.hpp"
#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/processes/program_reader.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_processes.hpp"

namespace fsin::run::sources {
namespace {

using trgen::jobs::JobsParams;
using trgen::replay::ProgramParams;
using trgen::replay::ReplaySettings;
using trgen::replay::TraceParams;
using trgen::synth::PacketsParams;
using trgen::synth::SyntheticParams;

/// Marks of keys below `workload`.
auto mark_in_workload(const experiment::LoadedExperiment& loaded) {
  return [&loaded](std::string_view key) { return loaded.document.mark(fmt::format("workload.{}", key)); };
}

}  // namespace

std::optional<WorkloadFactory> WorkloadFactory::open(const experiment::LoadedExperiment& loaded, bool original,
                                                     Diagnostics& diagnostics, TracePool* pool) {
  const experiment::Experiment& experiment = loaded.experiment;
  WorkloadFactory factory(experiment.workload, experiment::facts_of(experiment));
  const auto mark_of = mark_in_workload(loaded);
  if (const auto* synthetic = std::get_if<SyntheticParams>(&factory.params_)) {
    if (!trgen::synth::check_synthetic(*synthetic, factory.facts_, original, diagnostics, mark_of)) return std::nullopt;
    factory.offered_ = trgen::synth::offered_load(*synthetic, factory.facts_, experiment.measure.seed);
    return factory;
  }
  if (const auto* packets = std::get_if<PacketsParams>(&factory.params_)) {
    if (!trgen::synth::check_packets(*packets, factory.facts_, diagnostics, mark_of)) return std::nullopt;
    return factory;
  }
  if (const auto* trace = std::get_if<TraceParams>(&experiment.workload)) {
    if (auto whole = experiment::whole_program(*trace)) {
      factory.params_ = std::move(*whole);
      const auto mark_in_trace = [&](std::string_view key) { return mark_of(experiment::key_of_trace(key)); };
      if (!factory.open_program(experiment.measure.seed, diagnostics, mark_in_trace)) return std::nullopt;
      return factory;
    }
  }
  if (std::holds_alternative<ProgramParams>(experiment.workload)) {
    if (!factory.open_program(experiment.measure.seed, diagnostics, mark_of)) return std::nullopt;
    if (experiment.measure.sample.precision && factory.rounds() == 0) {
      diagnostics.error(loaded.document.mark("measure.sample.precision"),
                        fmt::format("{} has no loop whose rounds could be left out; remove measure.sample",
                                    factory.program_->name()));
      return std::nullopt;
    }
    return factory;
  }
  TracePool own;
  TracePool& traces = pool != nullptr ? *pool : own;
  if (const auto* jobs = std::get_if<JobsParams>(&experiment.workload)) {
    if (!factory.open_jobs(*jobs, experiment, traces, diagnostics, mark_of)) return std::nullopt;
    return factory;
  }
  const auto& trace = std::get<TraceParams>(experiment.workload);
  const auto opened = traces.open_checked(trace, diagnostics, mark_of);
  if (!opened) return std::nullopt;
  factory.trace_ = opened->trace;
  factory.files_.push_back(
      {trace.file, opened->file->digest(), opened->file->ranks(), opened->file->records(), opened->left_out});
  if (!factory.resolve(experiment.measure.seed, diagnostics, mark_of)) return std::nullopt;
  return factory;
}

bool WorkloadFactory::open_program(std::uint64_t seed, Diagnostics& diagnostics, const trgen::replay::MarkOf& mark_of) {
  auto& params = std::get<ProgramParams>(params_);
  experiment::compute_at(facts_.node_speeds, params);
  program_ = trgen::replay::program_of(params, facts_.nodes, diagnostics, mark_of);
  if (!program_) return false;
  const auto choice = trgen::programs::collectives::choice_of(
      params.collectives, diagnostics,
      [&](std::string_view key) { return mark_of(fmt::format("collectives.{}", key)); });
  if (!choice || !trgen::replay::resolve_program(params, program_, facts_, seed, diagnostics, mark_of)) return false;
  choice_ = *choice;
  return true;
}

std::unique_ptr<workload::Workload> WorkloadFactory::make(std::uint64_t seed, OriginalRandom* original,
                                                          workload::Timeline* timeline) const {
  if (const auto* synthetic = std::get_if<SyntheticParams>(&params_)) {
    if (original != nullptr) return trgen::synth::make_original_synthetic(*synthetic, facts_, seed, *original);
    return trgen::synth::make_synthetic(*synthetic, facts_, seed);
  }
  if (const auto* packets = std::get_if<PacketsParams>(&params_)) return trgen::synth::make_packets(*packets, facts_);
  if (trace_) {
    const ReplaySettings how = settings(seed);
    if (!needs_processes(std::get<TraceParams>(params_), how))
      return trgen::replay::make_trace_replay(trace_, how, facts_, original, timeline);
  }
  if (jobs_) {
    auto jobs = workload::make_packetised(make_messages(seed), facts_, {jobs_->pooled(), original, timeline});
    return background_ ? background_->beside(std::move(jobs), facts_, seed) : std::move(jobs);
  }
  const auto& params = replay_params();
  const bool pooled = params.order == trgen::replay::Order::causal && params.match == trgen::replay::Match::packets;
  return workload::make_packetised(make_messages(seed), facts_, {pooled, original, timeline});
}

const trgen::replay::ReplayParams& WorkloadFactory::replay_params() const {
  if (program_) return std::get<ProgramParams>(params_);
  return std::get<TraceParams>(params_);
}

std::unique_ptr<workload::MessageWorkload> WorkloadFactory::make_messages(std::uint64_t seed) const {
  if (jobs_) return jobs_->make(process_settings(seed), facts_);
  if (program_) {
    const auto make_reader = [program = program_, choice = choice_] {
      return std::make_unique<trgen::replay::ProgramReader>(program, choice);
    };
    return trgen::replay::make_process_replay(make_reader, process_settings(seed), facts_);
  }
  const ReplaySettings how = settings(seed);
  const auto& trace = std::get<TraceParams>(params_);
  if (!needs_processes(trace, how)) return trgen::replay::make_message_replay(trace_, how, facts_);
  return trgen::replay::make_trace_processes(trace_, trace_processes(trace, how, facts_), facts_);
}

std::optional<ReplaySettings> WorkloadFactory::resolve(std::uint64_t seed, Diagnostics& diagnostics,
                                                       const trgen::replay::MarkOf& mark_of) const {
  return trgen::replay::resolve_trace(std::get<TraceParams>(params_), trgen::replay::counted_of(trace_), facts_, seed,
                                      diagnostics, mark_of);
}

// They passed once, in open(); only a placement file that changed meanwhile can fail now.
ReplaySettings WorkloadFactory::settings(std::uint64_t seed) const {
  Diagnostics diagnostics;
  auto settings = resolve(seed, diagnostics, [](std::string_view) { return Mark(); });
  if (!settings) throw trgen::record::TraceError(diagnostics.text());
  return std::move(*settings);
}

trgen::replay::ProcessSettings WorkloadFactory::process_settings(std::uint64_t seed) const {
  Diagnostics diagnostics;
  const auto nowhere = [](std::string_view) { return Mark(); };
  auto settings = jobs_ ? jobs_->settings(facts_, seed, diagnostics, nowhere)
                        : trgen::replay::resolve_program(std::get<ProgramParams>(params_), program_, facts_, seed,
                                                         diagnostics, nowhere);
  if (!settings) throw trgen::record::TraceError(diagnostics.text());
  settings->marks = marks_;
  return std::move(*settings);
}

std::uint64_t WorkloadFactory::rounds() const {
  const auto loop = program_ ? program_->main_loop(0) : std::nullopt;
  return loop ? loop->rounds : 0;
}

WorkloadFactory WorkloadFactory::with_rounds(std::uint64_t rounds,
                                             std::shared_ptr<trgen::replay::RoundMarks>& marks) const {
  WorkloadFactory factory = *this;
  if (rounds < this->rounds()) factory.program_ = std::make_shared<trgen::programs::ShortenedProgram>(program_, rounds);
  factory.marks_ = marks = std::make_shared<trgen::replay::RoundMarks>(*factory.program_);
  return factory;
}

WorkloadFactory WorkloadFactory::with_load(double load) const {
  WorkloadFactory factory = *this;
  auto& params = std::get<SyntheticParams>(factory.params_);
  factory.offered_ = *offered_ * (load / params.load);
  params.load = load;
  return factory;
}

bool WorkloadFactory::leaves_sources_open() const {
  if (program_) return program_->receives_any();
  const auto* trace = std::get_if<TraceParams>(&params_);
  return trace != nullptr && trace->any_source == trgen::replay::AnySourceRule::wildcard;
}

bool WorkloadFactory::sources_stall(bool original) const {
  const auto* synthetic = std::get_if<SyntheticParams>(&params_);
  return synthetic != nullptr && (original || synthetic->source == trgen::synth::SourceModel::stall);
}

bool WorkloadFactory::is_memoryless() const {
  const auto* synthetic = std::get_if<SyntheticParams>(&params_);
  return synthetic != nullptr && synthetic->is_memoryless();
}

std::optional<stats::RoundTrips> WorkloadFactory::round_trips(const workload::Workload& workload) const {
  const auto trips = trgen::synth::round_trips_of(workload);
  if (!trips) return std::nullopt;
  return stats::RoundTrips{trips->count, trips->cycles, trips->longest};
}

std::vector<WorkloadFactory::File> WorkloadFactory::files() const {
  if (const auto* packets = std::get_if<PacketsParams>(&params_))
    return {{packets->file, packets->survey(facts_).digest, 0, 0, {}}};
  return files_;
}

std::string WorkloadFactory::digest_of_files() const {
  std::string all;
  for (const File& file : files()) all += (all.empty() ? "" : " ") + file.digest;
  return all;
}

result::LeftOut WorkloadFactory::left_out() const {
  result::LeftOut all = to_report({});
  for (const File& file : files_) {
    const result::LeftOut one = to_report(file.left_out);
    for (std::size_t i = 0; i < all.counts.size(); ++i) all.counts[i].second += one.counts[i].second;
    all.what.insert(all.what.end(), one.what.begin(), one.what.end());
    if (one.text.empty()) continue;
    if (!all.text.empty()) all.text += "; ";
    if (files_.size() > 1) all.text += file.path.filename().string() + ": ";
    all.text += one.text;
  }
  return all;
}

bool WorkloadFactory::is_uniform() const {
  const auto* synthetic = std::get_if<SyntheticParams>(&params_);
  return synthetic != nullptr && synthetic->parts.empty() && synthetic->phases.empty() &&
         std::holds_alternative<trgen::synth::UniformParams>(synthetic->pattern);
}

std::string WorkloadFactory::summary() const {
  if (offered_) return fmt::format("load          {} phits/node/cycle offered\n", number_text(*offered_));
  const auto expanded = [](const auto& collectives, trgen::programs::collectives::Library library) {
    return fmt::format("collectives   expanded as of {}{}\n", name_of(library), collectives.text());
  };
  if (program_) {
    std::string text = fmt::format("program       {}\n", program_->name());
    const auto& params = std::get<ProgramParams>(params_);
    if (std::holds_alternative<trgen::programs::ti::TimeIndependentParams>(params.kernel))
      text += expanded(params.collectives, params.collectives.library);
    return text;
  }
  if (const auto* packets = std::get_if<PacketsParams>(&params_)) {
    const trgen::synth::PacketFacts& survey = packets->survey(facts_);
    return fmt::format("packets       {}: {} lines, {} packets of {} nodes, the last in cycle {}, {}\n",
                       packets->file.filename().string(), grouped_text(survey.rows), grouped_text(survey.packets),
                       grouped_text(survey.sources), grouped_text(survey.last), survey.digest);
  }
  if (const auto* synthetic = std::get_if<SyntheticParams>(&params_)) {
    return fmt::format("loop          {}: nodes send as soon as they may\n",
                       trgen::synth::Loops::name_of(synthetic->loop));
  }
  std::string text;
  for (const File& file : files_) {
    text += fmt::format("trace         {}: {} ranks, {} records, {}\n", file.path.string(), file.ranks,
                        grouped_text(file.records), file.digest);
  }
  if (jobs_) {
    for (const auto& job : jobs_->jobs()) {
      text += fmt::format("job           {}: {} ranks, begins {}{}\n", job.name, job.ranks,
                          job.start == 0 ? "at once" : fmt::format("after {} cycles", grouped_text(job.start)),
                          job.model == trgen::jobs::JobModel::flow ? ", by flow" : "");
    }
    if (background_) text += fmt::format("background    {}\n", background_->text());
    if (const auto left = left_out(); !left.text.empty()) text += fmt::format("left out      {}\n", left.text);
    return text;
  }
  const auto& trace = std::get<TraceParams>(params_);
  if (trace.collectives.library) {
    text += expanded(trace.collectives, *trace.collectives.library);
  }
  if (const auto left_out = trace_->left_out()) {
    text +=
        fmt::format("region        {} records; {} sends and {} receives left out, whose partner lies outside\n",
                    grouped_text(trace_->records()), grouped_text(left_out->sends), grouped_text(left_out->receives));
  }
  if (const auto left = left_out(); !left.text.empty()) text += fmt::format("left out      {}\n", left.text);
  return text;
}

}  // namespace fsin::run::sources
