// SPDX-License-Identifier: Apache-2.0
// A whole experiment: what a YAML file says (`fsin: 1`), typed. Defaults stand here, every key with its range and help
// text in keys.cpp, and those of topologies, routings, models and workloads with each of them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/config/choice.hpp"
#include "fsin/config/document.hpp"
#include "fsin/config/input_key.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/engine/message/any_model.hpp"
#include "fsin/experiment/presets.hpp"
#include "fsin/sources/any_workload.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::config {
class Fields;
}
namespace fsin::engine::message {
struct PlatformNodes;
}

namespace fsin::experiment {

inline constexpr unsigned schema_version = 1;
inline constexpr std::uint64_t most_packet_phits = 65535;

using sources::AnyWorkload;

struct LinkParams {
  BitRate bandwidth{1'000'000'000};
  Delay delay;
  Speed propagation{200'000'000};
  std::vector<BitRate> bandwidth_by_class;
  std::vector<Delay> delay_by_class;

  void fields(config::Fields& f);
};

struct NetworkParams {
  std::optional<InputPath> file;      ///< only while the experiment is read, see network_part.hpp
  std::optional<InputPath> platform;  ///< platform_part.hpp
  std::optional<InputPath> hosts;
  std::optional<Preset> preset;
  engine::AnyModel model;
  topology::AnyTopology topology;
  router::RouterParams router;
  routing::AnyRouting routing;
  Bytes packet{64};
  Bytes phit{4};
  std::optional<Bytes> payload;
  bool variable_last_packet = false;
  LinkParams link;
  topology::FaultPlan faults;
  std::shared_ptr<const engine::message::PlatformNodes> nodes_of_platform{};  ///< once it has been read

  void fields(config::Fields& f);
};

/// fsin sweep: how many seeds a point gets. Sequential sampling with a relative precision (A. M. Law, Simulation
/// Modeling and Analysis, section 9.4.1): it stops at the first n whose interval is narrow enough.
struct UntilParams {
  std::optional<double> relative_error;
  std::string figure;
  unsigned min_runs = 3;
  unsigned max_runs = 30;

  void fields(config::Fields& f);
};

enum class Find : std::uint8_t { nothing, saturation };
inline constexpr std::array find_names{config::Named{Find::nothing, "nothing", "one run at workload.load"},
                                       config::Named{Find::saturation, "saturation",
                                                     "the highest load that the network carries, and the load that "
                                                     "triples the latency, found by bisection with one run per load"}};

/// In place of a number of warm-up cycles: found by a pilot run (pilot.hpp).
inline constexpr CycleCount auto_warmup{~std::uint64_t{0}};

/// Sampling of a program's main loop: the rounds that are simulated (fsin/run/sampling.hpp).
struct SampleParams {
  std::optional<double> precision;
  std::uint64_t first = 16;

  void fields(config::Fields& f);
};

struct MeasureParams {
  std::uint64_t seed = 1;
  unsigned seeds = 1;
  std::optional<CycleCount> warmup;  ///< resolved for synthetic load, absent for a trace or a program
  std::optional<CycleCount> cycles;
  double confidence = 0.99;
  std::optional<CycleCount> max_cycles;
  CycleCount watchdog{10000};
  UntilParams until;
  Find find = Find::nothing;
  double resolution = 0.01;
  SampleParams sample;

  void fields(config::Fields& f);
};

struct Experiment {
  std::string name;
  std::string description;
  NetworkParams network;
  AnyWorkload workload;
  MeasureParams measure;

  void fields(config::Fields& f);

  /// The ranks of traces or programs run to their end; synthetic load has none and is measured in a window.
  bool has_ranks() const { return sources::has_ranks(workload); }
  /// The workload comes to an end of its own, so that there is no window.
  bool has_end() const { return sources::has_end(workload); }
  /// Synthetic load, at a load that is asked for.
  bool has_load() const { return sources::has_load(workload); }
  /// The parameters that traces and programs share; null for anything else.
  const trgen::replay::ReplayParams* replayed() const { return sources::replayed(workload); }
};

inline constexpr CycleCount default_warmup{5000};
inline constexpr CycleCount default_cycles{20000};

/// An experiment with the document it was read from, which knows where every value was written.
struct LoadedExperiment {
  Experiment experiment;
  config::Document document;
  std::optional<InputPath> network_part;  ///< the file that network.file named

  /// The origin of a key's value: "exp.yaml:4:3", "override 'load=1'", "preset adaptive-3vc" or "default".
  std::string origin(const std::string& path) const;
};

/// The experiment with every file named by its absolute path, so that its dump can be run from anywhere.
Experiment with_absolute_paths(Experiment experiment);

/// The network with its faults.
topology::Topology built_network(const NetworkParams& network);

/// The network alone, as the engines want it; delays are turned into cycles.
engine::Design design_of(const Experiment& experiment);

/// The part of facts_of() that says how messages are cut into packets.
workload::NetworkFacts packets_of(const NetworkParams& network);

/// The network as a workload sees it.
workload::NetworkFacts facts_of(const Experiment& experiment);

/// The clock by which delays become cycles.
LinkClock clock_of(const NetworkParams& network);

/// Length of a cycle: the time in which a link carries a phit.
double seconds_per_cycle(const Experiment& experiment);

}  // namespace fsin::experiment
