// SPDX-License-Identifier: Apache-2.0
// A whole experiment: what a YAML file says (`fsin: 1`), typed. Every key, its range, its default and its help text
// stand in the `fields` of these structs and of those they are made of.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/document.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/study/presets.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::study {

inline constexpr unsigned schema_version = 1;
inline constexpr std::uint64_t most_packet_phits = 65535;

using NetworkModels = engine::NetworkModels;
using Workloads =
    config::Catalogue<trgen::synth::SyntheticParams, trgen::replay::TraceParams, trgen::replay::ProgramParams>;

struct LinkParams {
  BitRate bandwidth{1'000'000'000};
  Delay delay;
  Speed propagation{200'000'000};

  template <class F>
  void fields(F& f) {
    f("bandwidth", bandwidth, "what a link carries; one phit a cycle, so it sets the length of a cycle")
        .range(BitRate{1}, BitRate{100'000'000'000'000});
    f("delay", delay,
      "cycles, time or metres of cable that a phit spends on a link beyond the cycle in which it crosses")
        .range(0, router::most_delay_cycles);
    f("propagation", propagation,
      "how fast a signal travels a cable, for delays in metres: 5 ns a metre by ITU-T G.114")
        .range(Speed{1'000'000}, Speed{299'792'458});
  }
};

struct NetworkParams {
  std::optional<Preset> preset;
  NetworkModels::variant model = engine::RoutersModel{};
  topology::Topologies::variant topology;
  router::RouterParams router;
  routing::Routings::variant routing;
  Bytes packet{64};
  Bytes phit{4};
  std::optional<Bytes> payload;
  bool variable_last_packet = false;
  LinkParams link;

  template <class F>
  void fields(F& f) {
    f("preset", preset,
      "a router with a name; sets virtual_channels and routing where they are not written; as an override or an axis "
      "of "
      "a sweep it wins over what the file writes")
        .names(preset_names);
    f.choice("model", model, NetworkModels{}, "how closely the network is simulated");
    f.choice("topology", topology, topology::Topologies{}, "shape of the network");
    f.group("router", router, "what a router is made of");
    f.choice("routing", routing, routing::Routings{}, "how packets find their way");
    f("packet", packet, "size of a full packet, a multiple of the phit").range(Bytes{1}, Bytes{65535ULL * 65535});
    f("phit", phit, "what a link carries in a cycle").range(Bytes{1}, Bytes{65535});
    f("payload", payload, "bytes of a message that a full packet carries (default: all of it)")
        .range(Bytes{1}, Bytes{65535ULL * 65535});
    f("variable_last_packet", variable_last_packet,
      "the last packet of a message has only the phits it needs; otherwise every packet is full");
    f.group("link", link, "the links");
  }
};

/// fsin sweep: how many seeds a point gets. Sequential sampling with a relative precision (A. M. Law, Simulation
/// Modeling and Analysis, section 9.4.1): it stops at the first n whose interval is narrow enough.
struct UntilParams {
  std::optional<double> relative_error;
  std::string figure;
  unsigned min_runs = 3;
  unsigned max_runs = 30;

  template <class F>
  void fields(F& f) {
    f("relative_error", relative_error,
      "fsin sweep repeats a point with new seeds until the half width of the interval is at most this part of the mean")
        .range(1e-6, 1.0);
    f("figure", figure,
      "of which the interval is meant (default: cycles for traces and programs, latency.mean otherwise)");
    f("min_runs", min_runs, "but at least so often").range(2, 100000);
    f("max_runs", max_runs, "and at most so often").range(2, 100000);
  }
};

enum class Find : std::uint8_t { nothing, saturation };
inline constexpr std::array find_names{config::Named{Find::nothing, "nothing", "one run at the load that is written"},
                                       config::Named{Find::saturation, "saturation",
                                                     "the highest load that the network carries, and the one that "
                                                     "triples the latency: a bisection with a run at each "
                                                     "load it tries"}};

/// In place of a number of warm-up cycles: found by a pilot run (pilot.hpp).
inline constexpr CycleCount auto_warmup{~std::uint64_t{0}};

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

  template <class F>
  void fields(F& f) {
    f("seed", seed, "seed of the first run");
    f("seeds", seeds, "number of runs, with seeds seed, seed+1, ...").range(1, 100000);
    f("warmup", warmup,
      "cycles before the measured window; synthetic load only (default: 5000); auto finds them by MSER")
        .range(CycleCount{0}, CycleCount{1'000'000'000'000'000})
        .word("auto", auto_warmup);
    f("cycles", cycles,
      "length of the measured window; synthetic load only, a trace or a program runs to its end (default: 20000)")
        .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
    f("confidence", confidence, "of the intervals over several seeds").range(0.5, 0.9999);
    f("max_cycles", max_cycles, "give up after so many cycles (default: never)")
        .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
    f("watchdog", watchdog, "cycles without any movement that are called a deadlock")
        .range(CycleCount{100}, CycleCount{1'000'000'000'000});
    f.group("until", until, "when a point of a sweep has been repeated often enough");
    f("find", find, "what a run looks for; synthetic load only").names(find_names);
    f("resolution", resolution, "find: saturation tries multiples of this load, phits/node/cycle").range(1e-4, 0.5);
  }
};

struct Experiment {
  std::string name;
  std::string description;
  NetworkParams network;
  Workloads::variant workload = trgen::synth::SyntheticParams{};
  MeasureParams measure;

  template <class F>
  void fields(F& f) {
    f("name", name, "what the results are called (default: the file's name)");
    f("description", description, "one sentence for the report");
    f.group("network", network, "the simulated machine");
    f.choice("workload", workload, Workloads{}, "what it has to carry");
    f.group("measure", measure, "how long and how often");
  }

  /// The ranks of a trace or a program run to their end; synthetic load has none and is measured in a window.
  bool has_ranks() const { return replayed() != nullptr; }
  /// What a trace and a program have in common; null for synthetic load.
  const trgen::replay::ReplayParams* replayed() const;
};

inline constexpr CycleCount default_warmup{5000};
inline constexpr CycleCount default_cycles{20000};

/// An experiment with the document it was read from, which knows where every value was written.
struct LoadedExperiment {
  Experiment experiment;
  config::Document document;

  /// Where the value of a key comes from: "exp.yaml:4:3", "override 'load=1'", "preset adaptive-3vc" or "default".
  std::string origin(const std::string& path) const;
};

/// The experiment with every file named by its absolute path, so that its dump can be run from anywhere.
Experiment with_absolute_paths(Experiment experiment);

/// The network alone, as the engines want it; delays are turned into cycles.
engine::Design design_of(const Experiment& experiment);

/// What a workload has to know of the network.
workload::NetworkFacts facts_of(const Experiment& experiment);

/// What turns delays into cycles.
LinkClock clock_of(const NetworkParams& network);

/// Length of a cycle: the time in which a link carries a phit.
double seconds_per_cycle(const Experiment& experiment);

/// The shape alone: "torus 8x8".
std::string headline_of_topology(const Experiment& experiment);

/// Network and workload in one line, for the head of a report.
std::string headline(const Experiment& experiment);

}  // namespace fsin::study
