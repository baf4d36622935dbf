// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/trace.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/sources/program.hpp"
#include "fsin/sources/run_as_program.hpp"
#include "fsin/sources/source.hpp"
#include "fsin/sources/trace_pool.hpp"
#include "fsin/sources/whole_trace.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/replay/replay.hpp"
#include "trgen/replay/trace_processes.hpp"

namespace fsin::sources {
namespace {

using trgen::replay::ReplaySettings;
using trgen::replay::TraceParams;

class RecordedSource final : public Source, public RankSource {
 public:
  RecordedSource(TraceParams params, workload::NetworkFacts facts, TracePool::Trace trace, File file)
      : params_(std::move(params)), facts_(std::move(facts)), trace_(std::move(trace)), file_(std::move(file)) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline) const override {
    const ReplaySettings settings = settings_of(seed);
    if (!needs_processes(params_, settings))
      return trgen::replay::make_trace_replay(trace_, settings, facts_, original, timeline);
    const bool pooled = params_.order == trgen::replay::Order::causal && params_.match == trgen::replay::Match::packets;
    return workload::make_packetised(make_messages(seed), facts_, {pooled, original, timeline});
  }

  Demand demand(std::uint64_t seed, unsigned threads) const override {
    const ReplaySettings settings = settings_of(seed);
    trgen::replay::TraceSample sample = trgen::replay::sample_trace(trace_, settings, facts_);
    Demand demand;
    demand.bytes = needs_processes(params_, settings)
                       ? trgen::replay::trace_processes_bytes(*trace_, trace_processes(params_, settings, facts_),
                                                              facts_, sample, threads)
                       : trgen::replay::replay_bytes(*trace_, settings, facts_, sample, threads);
    demand.senders = sample.senders * trace_->ranks();
    demand.packets_in_row = sample.packets_in_row;
    demand.trips = std::move(sample.trips);
    return demand;
  }

  std::string summary() const override {
    std::string text = trace_line(file_);
    if (params_.collectives.library)
      text += expanded_line(name_of(*params_.collectives.library), params_.collectives.text());
    if (const auto left_out = trace_->left_out()) {
      text +=
          fmt::format("region        {} records; {} sends and {} receives left out, whose partner lies outside\n",
                      grouped_text(trace_->records()), grouped_text(left_out->sends), grouped_text(left_out->receives));
    }
    if (const auto left = left_out_of(*this); !left.text.empty()) text += fmt::format("left out      {}\n", left.text);
    return text;
  }

  std::vector<File> files() const override { return {file_}; }

  const RankSource* rank_source() const override { return this; }
  std::size_t ranks() const override { return trace_->ranks(); }

  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const override {
    const ReplaySettings settings = settings_of(seed);
    if (!needs_processes(params_, settings)) return trgen::replay::make_message_replay(trace_, settings, facts_);
    return trgen::replay::make_trace_processes(trace_, trace_processes(params_, settings, facts_), facts_);
  }

  bool leaves_sources_open() const override { return params_.any_source == trgen::replay::AnySourceRule::wildcard; }

  std::optional<ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics,
                                        const trgen::replay::MarkOf& mark_of) const {
    return trgen::replay::resolve_trace(params_, trgen::replay::counted_of(trace_), facts_, seed, diagnostics, mark_of);
  }

 private:
  /// They were resolved once when the source was opened; only a placement file that has changed since can fail now.
  ReplaySettings settings_of(std::uint64_t seed) const {
    Diagnostics diagnostics;
    auto settings = resolve(seed, diagnostics, [](std::string_view) { return Mark(); });
    if (!settings) throw trgen::record::TraceError(diagnostics.text());
    return std::move(*settings);
  }

  TraceParams params_;
  workload::NetworkFacts facts_;
  TracePool::Trace trace_;  ///< what is replayed of the file
  File file_;
};

}  // namespace

SourcePointer open_source(const TraceParams& params, const Opening& opening) {
  if (const auto whole = whole_program(params)) {
    Opening as_program = opening;
    as_program.mark_of = [&](std::string_view key) { return opening.mark_of(key_of_trace(key)); };
    return open_source(*whole, as_program);
  }
  const auto opened = opening.traces.open_checked(params, opening.diagnostics, opening.mark_of);
  if (!opened) return nullptr;
  auto source = std::make_shared<const RecordedSource>(params, opening.facts, opened->trace, file_of(params, *opened));
  if (!source->resolve(opening.seed, opening.diagnostics, opening.mark_of)) return nullptr;
  return source;
}

}  // namespace fsin::sources
