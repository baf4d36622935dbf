// SPDX-License-Identifier: Apache-2.0
#include "trgen/jobs/rank_work.hpp"

#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/processes/program_reader.hpp"
#include "trgen/replay/trace_processes.hpp"

namespace trgen::jobs {
namespace {

/// What the sample of a trace reads of its settings.
replay::ReplaySettings of_records(const replay::ProcessSettings& settings) {
  replay::ReplaySettings records;
  records.order = settings.order;
  records.match = settings.match;
  records.bursts = settings.bursts;
  records.burst_clock = settings.burst_clock;
  records.node_of_rank.assign(settings.node_of_task.begin(), settings.node_of_task.begin() + settings.ranks);
  return records;
}

}  // namespace

std::optional<replay::ProcessSettings> RankWork::settings(const NetworkFacts& facts, std::uint64_t seed,
                                                          std::span<const std::uint8_t> taken,
                                                          fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const {
  if (program_) {
    return replay::resolve_program(std::get<replay::ProgramParams>(params_), program_, facts, seed, diagnostics,
                                   mark_of, taken);
  }
  const auto& params = std::get<replay::TraceParams>(params_);
  const auto records =
      replay::resolve_trace(params, replay::counted_of(trace_, taken), facts, seed, diagnostics, mark_of);
  if (!records) return std::nullopt;
  return replay::trace_processes(params, *records, facts);
}

replay::MakeReader RankWork::readers(const replay::RankRules& rules) const {
  if (program_) {
    return [program = program_, choice = choice_] { return std::make_unique<replay::ProgramReader>(program, choice); };
  }
  const bool wildcards = std::get<replay::TraceParams>(params_).any_source == replay::AnySourceRule::wildcard;
  return replay::trace_readers(trace_, wildcards, rules.costs.longest_unasked());
}

replay::TraceSample RankWork::sample(const replay::ProcessSettings& settings, const NetworkFacts& facts) const {
  if (program_) return replay::sample_program(program_, choice_, settings, facts);
  return replay::sample_trace(trace_, of_records(settings), facts);
}

double RankWork::bytes(const replay::ProcessSettings& settings, const NetworkFacts& facts,
                       const replay::TraceSample& sample, unsigned threads) const {
  if (program_) return replay::processes_bytes(*program_, settings, facts, sample, threads);
  return replay::trace_processes_bytes(*trace_, settings, facts, sample, threads);
}

}  // namespace trgen::jobs
