// SPDX-License-Identifier: Apache-2.0
#include "trgen/jobs/rank_work.hpp"

namespace trgen::jobs {

std::optional<replay::ReplaySettings> RankWork::settings(const NetworkFacts& facts, std::uint64_t seed,
                                                         std::span<const std::uint8_t> taken,
                                                         fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const {
  if (program_) {
    return replay::resolve_program(std::get<replay::ProgramParams>(params_), program_, facts, seed, diagnostics,
                                   mark_of, taken);
  }
  return replay::resolve_trace(std::get<replay::TraceParams>(params_), replay::counted_of(trace_, taken), facts, seed,
                               diagnostics, mark_of);
}

replay::MakeReader RankWork::operations(const replay::RankRules& rules) const {
  if (program_) return replay::operations_of(program_, choice_);
  replay::ReplaySettings settings;
  static_cast<replay::RankRules&>(settings) = rules;
  settings.wildcards = std::get<replay::TraceParams>(params_).any_source == replay::AnySourceRule::wildcard;
  return replay::operations_of(trace_, settings);
}

replay::Sample RankWork::sample(const replay::ReplaySettings& settings, const NetworkFacts& facts) const {
  return program_ ? replay::sample_of(program_, choice_, settings, facts) : replay::sample_of(trace_, settings, facts);
}

double RankWork::bytes(const replay::ReplaySettings& settings, const NetworkFacts& facts, const replay::Sample& sample,
                       unsigned threads) const {
  const double readers =
      program_ ? replay::reader_bytes(*program_, threads) : replay::reader_bytes(*trace_, settings, threads);
  return replay::ranks_bytes(settings, facts, sample) + readers;
}

}  // namespace trgen::jobs
