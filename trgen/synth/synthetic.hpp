// SPDX-License-Identifier: Apache-2.0
// `workload: {type: synthetic, pattern: uniform, load: 0.4}`: the parameters of synthetic load, their check against a
// network, and the workload made from them.
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
    fsin::config::Named{
        SourceModel::stall, "stall",
        "a source whose packet finds no room makes no further packets until it has entered (the original simulator)"},
    fsin::config::Named{SourceModel::infinite, "infinite",
                        "packets wait in an unbounded queue; latency_from_generation includes this wait"}};

struct SyntheticParams {
  static constexpr std::string_view name = "synthetic";
  static constexpr std::string_view doc = "full-length packets at random times, to destinations of a spatial pattern";
  static constexpr std::string_view cite = "";

  Patterns::variant pattern = UniformParams{};
  double load = 0.1;
  SourceModel source = SourceModel::stall;

  template <class F>
  void fields(F& f) {
    f.choice("pattern", pattern, Patterns{}, "spatial pattern: the destinations of each node");
    f("load", load, "offered load, phits/node/cycle").range(1e-9, 64);
    f("source", source, "what a source does with a packet that finds no room").names(source_model_names);
  }
};

/// The place where a key of the parameters ("pattern", "load", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// Adds an error for everything that keeps the parameters from running on this network. False after an error.
/// `original`: the run uses the generator of the original simulator, whose sources always stall.
bool check_synthetic(const SyntheticParams& params, const NetworkFacts& facts, bool original,
                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// Makes the workload. The parameters must have passed check_synthetic().
std::unique_ptr<fsin::workload::Workload> make_synthetic(const SyntheticParams& params, const NetworkFacts& facts,
                                                         std::uint64_t seed);

/// Makes sources as make_original_sources() does. `seed` is for patterns that are drawn once for a run.
std::unique_ptr<fsin::workload::Workload> make_original_synthetic(const SyntheticParams& params,
                                                                  const NetworkFacts& facts, std::uint64_t seed,
                                                                  fsin::OriginalRandom& random);

}  // namespace trgen::synth
