// SPDX-License-Identifier: Apache-2.0
// `workload: {type: synthetic, pattern: uniform, load: 0.4}`: the parameters of synthetic load, their check against a
// network, and the workload made from them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "fsin/config/named.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/workload/load_in_time.hpp"
#include "trgen/synth/any_pattern.hpp"
#include "trgen/synth/arrivals/any_arrivals.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/loops/loop.hpp"
#include "trgen/synth/messages/message_sources.hpp"
#include "trgen/synth/plan.hpp"
#include "trgen/synth/sizes/any_sizes.hpp"
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
  static constexpr std::string_view doc = "messages at random times, to destinations of a spatial pattern";
  static constexpr std::string_view cite = "";

  AnyPattern pattern;
  double load = 0.1;
  SourceModel source = SourceModel::stall;
  AnyArrivals arrivals;
  AnySizes sizes;
  std::vector<fsin::config::YamlText> parts;
  std::vector<fsin::config::YamlText> phases;
  bool repeat = true;
  AnyLoop loop;
  Kept<Plan> kept;

  template <class F>
  void fields(F& f) {
    f.choice("pattern", pattern, "spatial pattern: the destinations of each node");
    f("load", load, "offered load, phits/node/cycle").range(1e-9, 64);
    f("source", source, "treatment of a packet that finds no room").names(source_model_names);
    f.choice("arrivals", arrivals, "arrival process: the times at which a node generates messages");
    f.choice("sizes", sizes, "sizes of the messages, which are cut into packets");
    f("parts", parts,
      "mix of traffic: a list of {weight, pattern, sizes}, where weight is a share of the load; keys that an entry "
      "leaves out are those of the workload")
        .size(0, 1000);
    f("phases", phases,
      "phases of the load: a list of {cycles, load, pattern, sizes}, one after the other; keys that an entry leaves "
      "out are those of the workload")
        .size(0, 10000);
    f("repeat", repeat, "true: the first phase follows the last one again; false: the last one lasts to the end");
    f.choice("loop", loop, "feedback that makes a node send, in addition to its arrival process or in place of it");
  }

  /// True when messages come from the arrival process, at a given load.
  bool has_load() const { return loop.is<OpenLoop>() || loop.is<TriggeredLoop>(); }
  /// True when the workload ends by itself.
  bool has_end() const { return loop.is<ShotLoop>(); }
  /// True for one packet a message with a constant probability in every cycle or in continuous time, the basis for
  /// judging the load.
  bool is_memoryless() const;
  /// True for full packets of a Bernoulli process, of one pattern: as the sources of the original simulator.
  bool is_plain() const;
  /// True when a pattern draws nodes by their distance.
  bool needs_distances() const;
  /// Patterns, sizes, parts and phases together; read once.
  const Plan& plan() const;
};

/// Adds an error for every reason why the parameters cannot run on this network. False after an error. `original`: the
/// run uses the generator of the original simulator, whose sources always stall.
bool check_synthetic(const SyntheticParams& params, const NetworkFacts& facts, bool original,
                     fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// Offered load in phits per node and cycle, mean over all nodes; empty where the network decides it. The parameters
/// must have passed check_synthetic().
std::optional<double> offered_load(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed);

/// Mean over time of the load of a node that sends, in phits per cycle: that of the last phase where it lasts for ever.
double mean_load(const SyntheticParams& params);

/// The same with the loads of all phases so many times as high.
SyntheticParams scaled(const SyntheticParams& params, double times);

/// The course of the load of a workload with an arrival process.
fsin::workload::LoadInTime load_in_time(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed);

/// Variance of the phits that a node generates in the long run over their mean, in phits, of the node and the phase
/// with most. Infinite where gaps have no variance, and where packets trigger messages. Of a workload with an arrival
/// process.
double dispersion(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed);

/// Packets that a node of a closed loop or a shot sends before it waits for others.
double packets_in_row(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed);

/// Memory of all nodes and patterns in bytes.
double bytes_of_synthetic(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed);

/// Makes the workload. The parameters must have passed check_synthetic().
std::unique_ptr<fsin::workload::Workload> make_synthetic(const SyntheticParams& params, const NetworkFacts& facts,
                                                         std::uint64_t seed);

/// Makes sources as make_original_sources() does. `seed` is for patterns that are drawn once for a run.
std::unique_ptr<fsin::workload::Workload> make_original_synthetic(const SyntheticParams& params,
                                                                  const NetworkFacts& facts, std::uint64_t seed,
                                                                  fsin::OriginalRandom& random);

}  // namespace trgen::synth
