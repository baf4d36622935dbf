// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/trace_pool.hpp"

#include <fmt/format.h>

#include "fsin/core/quantity_text.hpp"
#include "fsin/sources/left_out.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/programs/expand/expanded_trace.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

using trgen::replay::TraceParams;

std::shared_ptr<const trgen::record::TraceSource> TracePool::open(const InputPath& file) {
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

std::optional<TracePool::Opened> TracePool::open_checked(const TraceParams& params, Diagnostics& diagnostics,
                                                         const trgen::replay::MarkOf& mark_of,
                                                         const trgen::programs::NotHeededTo& tell) {
  Opened opened;
  try {
    opened.file = open(params.file);
    opened.trace = region(params, diagnostics, mark_of);
    if (opened.trace) opened.left_out = left_out(params);
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
    return std::nullopt;
  }
  if (tell_of_file(params.file)) {
    for (const std::string& warning : opened.file->warnings()) diagnostics.warning(Mark(), warning);
  }
  if (!opened.trace) return std::nullopt;
  const std::size_t before = diagnostics.error_count();
  const bool first = tell_of_region(params);
  for (std::size_t i = opened.file->warnings().size(); first && i < opened.trace->warnings().size(); ++i) {
    diagnostics.warning(Mark(), opened.trace->warnings()[i]);  // of its collectives
  }
  const Trace& expanded = expanded_.at({params.file.string(), collectives(params)});
  trgen::programs::pass_on(trgen::programs::expand::ExpandedTrace::not_heeded_of(*expanded), true, tell, diagnostics,
                           [&](std::string_view key) { return mark_of(fmt::format("collectives.{}", key)); });
  check_left_out(opened.left_out, params.left_out, opened.file->name(), first, diagnostics);
  if (diagnostics.error_count() != before) return std::nullopt;
  return opened;
}

File file_of(const TraceParams& params, const TracePool::Opened& opened) {
  return {params.file, opened.file->digest(), opened.file->ranks(), opened.file->records(), opened.left_out};
}

std::string trace_line(const File& file) {
  return fmt::format("trace         {}: {} ranks, {} records, {}\n", file.path.string(), file.ranks,
                     grouped_text(file.records), file.digest);
}

}  // namespace fsin::sources
