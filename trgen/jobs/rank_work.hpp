// SPDX-License-Identifier: Apache-2.0
// A trace or a program that has been opened, to be one of several jobs.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "trgen/jobs/jobs_params.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/operations.hpp"
#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/sample.hpp"

namespace trgen::jobs {

using fsin::workload::NetworkFacts;
using replay::MarkOf;

class RankWork {
 public:
  RankWork(replay::TraceParams params, std::shared_ptr<const record::TraceSource> trace)
      : params_(std::move(params)), trace_(std::move(trace)) {}
  RankWork(replay::ProgramParams params, std::shared_ptr<const programs::Program> program,
           programs::collectives::Choice choice)
      : params_(std::move(params)), program_(std::move(program)), choice_(std::move(choice)) {}

  std::uint32_t ranks() const { return program_ ? program_->ranks() : static_cast<std::uint32_t>(trace_->ranks()); }
  /// Of the ranks, those that are further streams of others.
  std::uint32_t streams() const {
    std::uint32_t streams = 0;
    for (std::uint32_t rank = 0; program_ && rank < program_->ranks(); ++rank)
      streams += program_->stream_of(rank) != rank ? 1 : 0;
    return streams;
  }
  record::Losses left_out_of_program() const { return program_ ? program_->left_out() : record::Losses(); }
  const replay::ReplayParams& params() const {
    return std::visit([](const auto& each) -> const replay::ReplayParams& { return each; }, params_);
  }

  /// On nodes that are not `taken`. Nothing after an error, which is in `diagnostics`.
  std::optional<replay::ReplaySettings> settings(const NetworkFacts& facts, std::uint64_t seed,
                                                 std::span<const std::uint8_t> taken, fsin::Diagnostics& diagnostics,
                                                 const MarkOf& mark_of) const;

  /// Its operations, for ranks with these rules. Throws record::TraceError when the trace cannot be read.
  replay::MakeReader operations(const replay::RankRules& rules) const;

  /// An estimate of the load that it puts on the network, and the memory of its ranks in bytes.
  replay::Sample sample(const replay::ReplaySettings& settings, const NetworkFacts& facts) const;
  double bytes(const replay::ReplaySettings& settings, const NetworkFacts& facts, const replay::Sample& sample,
               unsigned threads) const;

 private:
  JobWorkloads::variant params_;
  std::shared_ptr<const record::TraceSource> trace_;
  std::shared_ptr<const programs::Program> program_;
  programs::collectives::Choice choice_;
};

}  // namespace trgen::jobs
