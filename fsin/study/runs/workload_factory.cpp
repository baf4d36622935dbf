// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/runs/workload_factory.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/processes/program_reader.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_processes.hpp"

namespace fsin::study {
namespace {

using trgen::replay::ProgramParams;
using trgen::replay::ReplaySettings;
using trgen::replay::TraceParams;
using trgen::synth::PacketsParams;
using trgen::synth::SyntheticParams;

/// Marks of keys below `workload`.
auto mark_in_workload(const LoadedExperiment& loaded) {
  return [&loaded](std::string_view key) { return loaded.document.mark(fmt::format("workload.{}", key)); };
}

}  // namespace

std::shared_ptr<const trgen::record::TraceSource> TracePool::open(const std::filesystem::path& file) {
  auto& trace = traces_[file.string()];
  if (!trace) trace = trgen::formats::open_trace(file);
  return trace;
}

TracePool::Trace TracePool::region(const TraceParams& params, Diagnostics& diagnostics,
                                   const trgen::replay::MarkOf& mark_of) {
  auto& region = regions_[key(params)];
  if (region) return region;
  auto& expanded = expanded_[{params.file.string(), collectives(params)}];
  if (!expanded) expanded = trgen::replay::expanded_of(params.collectives, open(params.file), diagnostics, mark_of);
  if (expanded) region = trgen::replay::region_of(params.region, expanded, diagnostics, mark_of);
  return region;
}

const trgen::record::Omissions& TracePool::left_out(const TraceParams& params) {
  const Key which = key(params);
  const auto known = left_out_.find(which);
  if (known != left_out_.end()) return known->second;
  return left_out_.emplace(which, trgen::record::Omissions(*regions_.at(which))).first->second;
}

std::optional<WorkloadFactory> WorkloadFactory::open(const LoadedExperiment& loaded, bool original,
                                                     Diagnostics& diagnostics, TracePool* pool) {
  const Experiment& experiment = loaded.experiment;
  WorkloadFactory factory(experiment.workload, facts_of(experiment));
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
  if (const auto* program = std::get_if<ProgramParams>(&experiment.workload)) {
    factory.program_ = trgen::replay::program_of(*program, factory.facts_.nodes, diagnostics, mark_of);
    if (!factory.program_) return std::nullopt;
    const auto choice = trgen::programs::collectives::choice_of(
        program->collectives, diagnostics,
        [&](std::string_view key) { return mark_of(fmt::format("collectives.{}", key)); });
    if (!choice || !trgen::replay::resolve_program(*program, *factory.program_, factory.facts_, experiment.measure.seed,
                                                   diagnostics, mark_of))
      return std::nullopt;
    factory.choice_ = *choice;
    return factory;
  }
  TracePool own;
  if (!factory.open_trace(loaded, diagnostics, pool != nullptr ? *pool : own)) return std::nullopt;
  if (!factory.resolve(experiment.measure.seed, diagnostics, mark_of)) return std::nullopt;
  return factory;
}

bool WorkloadFactory::open_trace(const LoadedExperiment& loaded, Diagnostics& diagnostics, TracePool& traces) {
  const auto& trace = std::get<TraceParams>(loaded.experiment.workload);
  try {
    file_ = traces.open(trace.file);
    trace_ = traces.region(trace, diagnostics, mark_in_workload(loaded));
    if (trace_) left_out_ = traces.left_out(trace);
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
    return false;
  }
  if (traces.tell_of_file(trace.file)) {
    for (const std::string& warning : file_->warnings()) diagnostics.warning(Mark(), warning);
  }
  if (!trace_) return false;
  const std::size_t before = diagnostics.error_count();
  const bool tell = traces.tell_of_region(trace);
  for (std::size_t i = file_->warnings().size(); tell && i < trace_->warnings().size(); ++i) {
    diagnostics.warning(Mark(), trace_->warnings()[i]);  // of its collectives
  }
  check_left_out(left_out_, trace.left_out, file_->name(), tell, diagnostics);
  return diagnostics.error_count() == before;
}

std::unique_ptr<workload::Workload> WorkloadFactory::make(std::uint64_t seed, OriginalRandom* original,
                                                          workload::Timeline* timeline) const {
  if (const auto* synthetic = std::get_if<SyntheticParams>(&params_)) {
    if (original != nullptr) return trgen::synth::make_original_synthetic(*synthetic, facts_, seed, *original);
    return trgen::synth::make_synthetic(*synthetic, facts_, seed);
  }
  if (const auto* packets = std::get_if<PacketsParams>(&params_)) return trgen::synth::make_packets(*packets, facts_);
  if (!program_) {
    const ReplaySettings how = settings(seed);
    if (!needs_processes(std::get<TraceParams>(params_), how))
      return trgen::replay::make_trace_replay(trace_, how, facts_, original, timeline);
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
  return trgen::replay::resolve_trace(std::get<TraceParams>(params_), {trace_->ranks(), trace_->notes().clock}, facts_,
                                      seed, diagnostics, mark_of);
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
  auto settings = trgen::replay::resolve_program(std::get<ProgramParams>(params_), *program_, facts_, seed, diagnostics,
                                                 [](std::string_view) { return Mark(); });
  if (!settings) throw trgen::record::TraceError(diagnostics.text());
  return std::move(*settings);
}

Demand WorkloadFactory::synthetic_demand(const SyntheticParams& params, std::uint64_t seed) const {
  constexpr std::uint32_t most_trips = 4096;
  const auto pattern = std::visit([&](const auto& p) { return p.make(facts_, seed); }, params.pattern);
  Demand demand;
  if (offered_) {
    demand.load = params.load;
    demand.senders = *offered_ / params.load * facts_.nodes;
  } else {
    demand.packets_in_row = trgen::synth::packets_in_row(params, facts_, seed);
    for (std::uint32_t node = 0; node < facts_.nodes; ++node) demand.senders += pattern->silent(node) ? 0 : 1;
  }
  demand.bytes = trgen::synth::bytes_of_synthetic(params, facts_, seed);
  if (is_uniform()) return demand;
  const StreamKey stream{seed, Purpose::arrival};
  const std::uint32_t step = facts_.nodes / most_trips + 1;
  for (std::uint32_t node = 0; node < facts_.nodes; node += step) {
    const PhiloxWords words = philox(stream, 0, node);
    if (!pattern->silent(node)) demand.trips.push_back({node, pattern->destination(node, {0, words[2], words[3]})});
  }
  return demand;
}

Demand WorkloadFactory::packets_demand(const PacketsParams& params, unsigned threads) const {
  const trgen::synth::PacketFacts& survey = params.survey(facts_);
  Demand demand;
  demand.bytes = trgen::synth::bytes_of_packets(facts_.nodes, threads);
  demand.senders = static_cast<double>(survey.sources);
  demand.packets_in_row = static_cast<double>(survey.packets) / demand.senders;
  for (const trgen::synth::PacketRow& row : survey.sample) demand.trips.push_back({row.source, row.destination});
  return demand;
}

Demand WorkloadFactory::demand(std::uint64_t seed, unsigned threads) const {
  if (const auto* params = std::get_if<SyntheticParams>(&params_)) return synthetic_demand(*params, seed);
  if (const auto* params = std::get_if<PacketsParams>(&params_)) return packets_demand(*params, threads);
  Demand demand;
  trgen::replay::TraceSample sample;
  if (program_) {
    const trgen::replay::ProcessSettings how = process_settings(seed);
    sample = trgen::replay::sample_program(program_, choice_, how, facts_);
    demand.bytes = trgen::replay::processes_bytes(*program_, how, facts_, sample, threads);
    demand.senders = sample.senders * program_->ranks();
  } else {
    const ReplaySettings how = settings(seed);
    sample = trgen::replay::sample_trace(trace_, how, facts_);
    const auto& trace = std::get<TraceParams>(params_);
    demand.bytes = needs_processes(trace, how)
                       ? trgen::replay::trace_processes_bytes(*trace_, trace_processes(trace, how, facts_), facts_,
                                                              sample, threads)
                       : trgen::replay::replay_bytes(*trace_, how, facts_, sample, threads);
    demand.senders = sample.senders * trace_->ranks();
  }
  demand.packets_in_row = sample.packets_in_row;
  demand.trips = std::move(sample.trips);
  return demand;
}

WorkloadFactory WorkloadFactory::with_load(double load) const {
  WorkloadFactory factory = *this;
  auto& params = std::get<SyntheticParams>(factory.params_);
  factory.offered_ = *offered_ * (load / params.load);
  params.load = load;
  return factory;
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

std::string WorkloadFactory::trace_digest() const {
  if (const auto* packets = std::get_if<PacketsParams>(&params_)) return packets->survey(facts_).digest;
  return file_ ? file_->digest() : std::string{};
}

bool WorkloadFactory::is_uniform() const {
  const auto* synthetic = std::get_if<SyntheticParams>(&params_);
  return synthetic != nullptr && synthetic->parts.empty() && synthetic->phases.empty() &&
         std::holds_alternative<trgen::synth::UniformParams>(synthetic->pattern);
}

std::string WorkloadFactory::summary() const {
  if (offered_) return fmt::format("load          {} phits/node/cycle offered\n", number_text(*offered_));
  if (program_) return fmt::format("program       {}\n", program_->name());
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
  std::string text = fmt::format("trace         {}: {} ranks, {} records, {}\n", file_->name(), file_->ranks(),
                                 grouped_text(file_->records()), file_->digest());
  const auto& trace = std::get<TraceParams>(params_);
  if (trace.collectives.library) {
    text += fmt::format("collectives   expanded as of {}{}\n", name_of(*trace.collectives.library),
                        trace.collectives.text());
  }
  if (const auto left_out = trace_->left_out()) {
    text +=
        fmt::format("region        {} records; {} sends and {} receives left out, whose partner lies outside\n",
                    grouped_text(trace_->records()), grouped_text(left_out->sends), grouped_text(left_out->receives));
  }
  if (!left_out_.none()) text += fmt::format("left out      {}\n", left_out_.text());
  return text;
}

}  // namespace fsin::study
