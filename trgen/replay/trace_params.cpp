// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/trace_params.hpp"

#include <fmt/format.h>

#include "trgen/programs/expand/expanded_trace.hpp"
#include "trgen/record/slice_trace.hpp"
#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/readers/trace_reader.hpp"

namespace trgen::replay {
namespace {

std::optional<record::Place> parse_place(const std::optional<std::string>& text, std::string_view key,
                                         fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  if (!text) return std::nullopt;
  std::string error;
  auto place = record::parse_place(*text, error);
  if (!place) diagnostics.error(mark_of(key), error);
  return place;
}

}  // namespace

std::shared_ptr<const record::TraceSource> expanded_of(const programs::collectives::ExpansionParams& params,
                                                       std::shared_ptr<const record::TraceSource> source,
                                                       fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  const auto choice = programs::collectives::choice_of(
      params, diagnostics, [&](std::string_view key) { return mark_of(fmt::format("collectives.{}", key)); });
  if (diagnostics.error_count() != before) return nullptr;
  if (!choice) return source;
  return std::make_shared<programs::expand::ExpandedTrace>(std::move(source), *choice);
}

std::shared_ptr<const record::TraceSource> region_of(const RegionParams& params,
                                                     std::shared_ptr<const record::TraceSource> source,
                                                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  record::SliceRule rule{.balance_states = false};  // a CPU burst may begin or end at a state that is cut
  rule.region.from = parse_place(params.from, "region.from", diagnostics, mark_of);
  rule.region.to = parse_place(params.to, "region.to", diagnostics, mark_of);
  if (diagnostics.error_count() != before) return nullptr;
  if (rule.region.whole()) return source;
  try {
    return std::make_shared<record::SliceTrace>(std::move(source), std::move(rule));
  } catch (const record::RegionError& error) {
    for (const record::RegionFault& fault : error.faults()) {
      diagnostics.error(mark_of(fault.at_to ? "region.to" : "region.from"), fault.text);
    }
  }
  return nullptr;
}

std::optional<ReplaySettings> resolve_trace(const TraceParams& params, const Counted& counted,
                                            const fsin::workload::NetworkFacts& facts, std::uint64_t seed,
                                            fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  check_mpi(params.mpi, params, diagnostics, mark_of);
  if (params.order == Order::asap && params.any_source == AnySourceRule::wildcard) {
    diagnostics.error(mark_of("any_source"),
                      "order asap ignores receives, from any source too; remove any_source, or use order: causal");
  }
  auto settings = resolve_replay(params, replayed_trace, counted, facts, seed, diagnostics, mark_of);
  if (settings && params.cpu.any())
    settings->stretch = stretch_of(params.cpu, settings->node_of_rank, facts, seed, diagnostics, mark_of);
  if (diagnostics.error_count() != before || !settings) return std::nullopt;
  settings->wildcards = params.any_source == AnySourceRule::wildcard;
  set_costs(*settings, params.mpi, facts);
  return settings;
}

Counted counted_of(const std::shared_ptr<const record::TraceSource>& trace, std::span<const std::uint8_t> taken) {
  const auto affinity = [trace] {
    TraceReader reader(trace);
    return affinity_of(reader, consecutive_nodes(static_cast<std::uint32_t>(trace->ranks())));
  };
  return {static_cast<std::uint32_t>(trace->ranks()), trace->notes().clock, affinity, taken};
}

}  // namespace trgen::replay
