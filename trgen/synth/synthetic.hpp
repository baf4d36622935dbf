// SPDX-License-Identifier: Apache-2.0
// `workload: {type: synthetic, pattern: uniform, load: 0.4}`: its parameters, their check against a network, and the
// workload.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "fsin/config/named.hpp"
#include "fsin/core/diagnostic.hpp"
#include "trgen/synth/patterns.hpp"
#include "trgen/synth/sources.hpp"

namespace trgen::synth {

inline constexpr std::array source_model_names{
    fsin::config::Named{SourceModel::stall, "stall",
                        "a packet that finds no room keeps its node from making more, as in the original simulator"},
    fsin::config::Named{SourceModel::infinite, "infinite",
                        "packets wait in an unbounded queue; see latency from generation"}};

struct SyntheticParams {
  static constexpr std::string_view name = "synthetic";
  static constexpr std::string_view doc = "packets of full length at random times, to where a spatial pattern says";
  static constexpr std::string_view cite = "";

  Patterns::variant pattern = UniformParams{};
  double load = 0.1;
  SourceModel source = SourceModel::stall;

  template <class F>
  void fields(F& f) {
    f.choice("pattern", pattern, Patterns{}, "where the packets of a node go");
    f("load", load, "phits made per node and cycle").range(1e-9, 64);
    f("source", source, "what a source does with a packet that finds no room").names(source_model_names);
  }
};

/// Where a key of the parameters ("pattern", "load", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// Adds an error for whatever keeps the parameters from running on this network. False after an error. `original`: with
/// the generator of the original simulator, whose sources always stall.
bool check_synthetic(const SyntheticParams& params, const NetworkFacts& facts, bool original,
                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// Only for parameters that were checked.
std::unique_ptr<fsin::workload::Workload> make_synthetic(const SyntheticParams& params, const NetworkFacts& facts,
                                                         std::uint64_t seed);

/// See make_original_sources. `seed` is that of patterns drawn once for a run.
std::unique_ptr<fsin::workload::Workload> make_original_synthetic(const SyntheticParams& params,
                                                                  const NetworkFacts& facts, std::uint64_t seed,
                                                                  fsin::OriginalRandom& random);

}  // namespace trgen::synth
