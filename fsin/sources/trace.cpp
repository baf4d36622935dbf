// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/trace.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/sources/program.hpp"
#include "fsin/sources/replayed_source.hpp"
#include "fsin/sources/run_as_program.hpp"
#include "fsin/sources/scheduled_trace.hpp"
#include "fsin/sources/trace_pool.hpp"
#include "fsin/sources/whole_trace.hpp"

namespace fsin::sources {
namespace {

using trgen::replay::ReplaySettings;
using trgen::replay::TraceParams;

class RecordedSource final : public ReplayedSource {
 public:
  RecordedSource(TraceParams params, workload::NetworkFacts facts, TracePool::Trace trace, File file)
      : ReplayedSource(std::move(facts)),
        params_(std::move(params)),
        trace_(std::move(trace)),
        file_(std::move(file)) {}

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

  std::size_t ranks() const override { return trace_->ranks(); }
  bool leaves_sources_open() const override { return params_.any_source == trgen::replay::AnySourceRule::wildcard; }

  std::optional<ReplaySettings> resolve_at(std::uint64_t seed, Diagnostics& diagnostics,
                                           const trgen::replay::MarkOf& mark_of) const {
    return trgen::replay::resolve_trace(params_, trgen::replay::counted_of(trace_), facts(), seed, diagnostics,
                                        mark_of);
  }

 private:
  std::optional<ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics) const override {
    return resolve_at(seed, diagnostics, [](std::string_view) { return Mark(); });
  }

  trgen::replay::MakeReader operations(const ReplaySettings& settings) const override {
    return trgen::replay::operations_of(trace_, settings);
  }

  trgen::replay::Sample sample(const ReplaySettings& settings, std::uint64_t /*seed*/, unsigned threads,
                               double& bytes) const override {
    trgen::replay::Sample found = trgen::replay::sample_of(trace_, settings, facts());
    bytes =
        trgen::replay::ranks_bytes(settings, facts(), found) + trgen::replay::reader_bytes(*trace_, settings, threads);
    return found;
  }

  TraceParams params_;
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
  if (is_schedule(params)) return open_schedule(params, opening);
  const auto tell = [&](std::string_view key, const std::string& why) {
    opening.unheeded(fmt::format("collectives.{}", key), why);
  };
  const auto opened = opening.traces.open_checked(params, opening.diagnostics, opening.mark_of, tell);
  if (!opened) return nullptr;
  auto source = std::make_shared<const RecordedSource>(params, opening.facts, opened->trace, file_of(params, *opened));
  const auto settings = source->resolve_at(opening.seed, opening.diagnostics, opening.mark_of);
  if (!settings) return nullptr;
  tell_unshared_nodes(settings->node_of_rank, params.mpi, opening);
  return source;
}

}  // namespace fsin::sources
