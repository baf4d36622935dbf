// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/synthetic.hpp"

#include <fmt/core.h>

namespace trgen::synth {
namespace {

std::unique_ptr<Pattern> make_pattern(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  return std::visit([&](const auto& pattern) { return pattern.make(facts, seed); }, params.pattern);
}

/// What keeps the original simulator from drawing a pattern alike, and what to do; empty when nothing does.
template <class PatternParams>
std::string original_problem(const PatternParams& pattern, const NetworkFacts& facts) {
  if constexpr (requires { pattern.unlike_original(facts); }) {
    return pattern.unlike_original(facts);
  } else {
    return fmt::format("the original simulator has no pattern {}; use one that it has (docs/model.md lists them)",
                       PatternParams::name);
  }
}

}  // namespace

bool check_synthetic(const SyntheticParams& params, const NetworkFacts& facts, bool original,
                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  const std::size_t before = diagnostics.error_count();
  const std::string problem = std::visit([&](const auto& pattern) { return pattern.check(facts); }, params.pattern);
  if (!problem.empty()) diagnostics.error(mark_of("pattern"), problem);
  if (params.load > facts.packet_phits) {
    diagnostics.error(mark_of("load"), fmt::format("load {} is more than a packet of {} phits per node and cycle; a "
                                                   "source makes one packet a cycle at most, so ask for {} or less",
                                                   params.load, facts.packet_phits, facts.packet_phits));
  }
  if (original) {
    const std::string foreign =
        std::visit([&](const auto& pattern) { return original_problem(pattern, facts); }, params.pattern);
    if (!foreign.empty()) {
      diagnostics.error(mark_of("pattern"), fmt::format("--rng original: {}, or --rng philox", foreign));
    }
  }
  if (original && params.source != SourceModel::stall) {
    diagnostics.error(mark_of("source"),
                      "the original simulator has no infinite source queues; use source: stall, or --rng philox");
  }
  return diagnostics.error_count() == before;
}

std::unique_ptr<fsin::workload::Workload> make_synthetic(const SyntheticParams& params, const NetworkFacts& facts,
                                                         std::uint64_t seed) {
  return make_sources(make_pattern(params, facts, seed), {params.load, params.source}, facts, seed);
}

std::unique_ptr<fsin::workload::Workload> make_original_synthetic(const SyntheticParams& params,
                                                                  const NetworkFacts& facts, std::uint64_t seed,
                                                                  fsin::OriginalRandom& random) {
  return make_original_sources(make_pattern(params, facts, seed), params.load, facts, random);
}

}  // namespace trgen::synth
