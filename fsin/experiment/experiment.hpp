// SPDX-License-Identifier: Apache-2.0
// A whole experiment: what a YAML file says (`fsin: 1`), typed. Every key, its range, its default and its help text
// stand in the `fields` of these structs and of those they are made of.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/document.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/presets.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/packets/packet_workload.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {

inline constexpr unsigned schema_version = 1;
inline constexpr std::uint64_t most_packet_phits = 65535;

using NetworkModels = engine::NetworkModels;
using Workloads = config::Catalogue<trgen::synth::SyntheticParams, trgen::replay::TraceParams,
                                    trgen::replay::ProgramParams, trgen::jobs::JobsParams, trgen::synth::PacketsParams>;

struct LinkParams {
  BitRate bandwidth{1'000'000'000};
  Delay delay;
  Speed propagation{200'000'000};
  std::vector<BitRate> bandwidth_by_class;
  std::vector<Delay> delay_by_class;

  template <class F>
  void fields(F& f) {
    f("bandwidth", bandwidth,
      "bandwidth of a link; since a link carries one phit per cycle, it sets the length of a cycle, also where links "
      "of some classes are slower")
        .range(BitRate{1}, BitRate{100'000'000'000'000});
    f("delay", delay,
      "delay of a link in cycles, time or metres of cable, besides the cycle in which a phit crosses it")
        .range(0, router::most_delay_cycles);
    f("propagation", propagation,
      "speed of a signal in a cable, for delays given in metres (5 ns per metre by ITU-T G.114)")
        .range(Speed{1'000'000}, Speed{299'792'458});
    f("bandwidth_by_class", bandwidth_by_class,
      "bandwidth of the links of each class of the topology, which fsin check lists: link.bandwidth divided by a whole "
      "number (default: link.bandwidth for all)")
        .range(BitRate{1}, BitRate{100'000'000'000'000});
    f("delay_by_class", delay_by_class,
      "delay of the links of each class of the topology, in place of link.delay (default: link.delay for all)")
        .range(0, router::most_delay_cycles);
  }
};

struct NetworkParams {
  std::optional<std::filesystem::path> file;      ///< only while the experiment is read, see network_part.hpp
  std::optional<std::filesystem::path> platform;  ///< platform_part.hpp
  std::optional<std::filesystem::path> hosts;
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
  topology::FaultPlan faults;
  std::shared_ptr<const engine::message::PlatformNodes> nodes_of_platform{};  ///< once it has been read

  template <class F>
  void fields(F& f) {
    f("file", file,
      "YAML file with keys of network, such as ../topologies/cray-t3d.yaml; a key that the experiment writes itself "
      "takes precedence")
        .part();
    f("platform", platform,
      "platform file of SimGrid (XML): its hosts are the nodes, and its links and routes those of the model flow; it "
      "also sets the keys of network that the experiment leaves out");
    f("hosts", hosts,
      "file with the names of the hosts of the platform that are nodes 0, 1, ..., one a line (default: all, in the "
      "order of the platform file)");
    f("preset", preset,
      "named router, which sets router.virtual_channels and routing; either key, if the file writes it, takes "
      "precedence over a preset in the file, but not over one that an override or an axis of a sweep sets")
        .names(preset_names);
    f.choice("model", model, NetworkModels{},
             "model of the network: routers and links, links that are shared, or a delay only");
    f.choice("topology", topology, topology::Topologies{}, "shape of the network");
    f.group("router", router, "virtual channels, queues, arbitration and delays of a router");
    f.choice("routing", routing, routing::Routings{}, "routing algorithm");
    f("packet", packet, "size of a full packet, a multiple of the phit").range(Bytes{1}, Bytes{65535ULL * 65535});
    f("phit", phit, "size of a phit, which a link carries in one cycle").range(Bytes{1}, Bytes{65535});
    f("payload", payload, "bytes of a message in a full packet (default: the size of the packet)")
        .range(Bytes{1}, Bytes{65535ULL * 65535});
    f("variable_last_packet", variable_last_packet,
      "true: the last packet of a message has only the phits that it needs; false: every packet is full");
    f.group("link", link, "bandwidth and delay of links");
    f.group("faults", faults, "links and routers that fail, from the start or in the course of a run");
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
      "fsin sweep runs each point with further seeds until the half width of the confidence interval is at most this "
      "fraction of the mean")
        .range(1e-6, 1.0);
    f("figure", figure,
      "figure whose confidence interval decides when to stop (default: cycles for traces and programs, latency.mean "
      "otherwise)");
    f("min_runs", min_runs, "minimum number of seeds per point with relative_error").range(2, 100000);
    f("max_runs", max_runs, "maximum number of seeds per point with relative_error").range(2, 100000);
  }
};

enum class Find : std::uint8_t { nothing, saturation };
inline constexpr std::array find_names{config::Named{Find::nothing, "nothing", "one run at workload.load"},
                                       config::Named{Find::saturation, "saturation",
                                                     "the highest load that the network carries, and the load that "
                                                     "triples the latency, found by bisection with one run per load"}};

/// In place of a number of warm-up cycles: found by a pilot run (pilot.hpp).
inline constexpr CycleCount auto_warmup{~std::uint64_t{0}};

/// Which rounds of a program's main loop are simulated (fsin/run/sampling.hpp).
struct SampleParams {
  std::optional<double> precision;
  std::uint64_t first = 16;

  template <class F>
  void fields(F& f) {
    f("precision", precision,
      "simulate the first rounds of a program's main loop and the last one only, until the time of the whole program "
      "is known to this part of it, and extrapolate the others (default: simulate all)")
        .range(1e-6, 0.5);
    f("first", first, "rounds that are simulated at first; as long as they do not suffice, twice as many")
        .range(8, 1'000'000);
  }
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

  template <class F>
  void fields(F& f) {
    f("seed", seed, "seed of the first run");
    f("seeds", seeds, "number of runs, with seeds seed, seed+1, ...").range(1, 100000);
    f("warmup", warmup,
      "cycles before the measured window, for synthetic load only (default: 5000); auto: found by MSER in a pilot run")
        .range(CycleCount{0}, CycleCount{1'000'000'000'000'000})
        .word("auto", auto_warmup);
    f("cycles", cycles,
      "length of the measured window, for synthetic load only; a trace or a program runs to its end (default: 20000)")
        .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
    f("confidence", confidence, "confidence level of the intervals over several seeds").range(0.5, 0.9999);
    f("max_cycles", max_cycles, "stop a run after this number of cycles (default: never)")
        .range(CycleCount{1}, CycleCount{1'000'000'000'000'000});
    f("watchdog", watchdog, "number of cycles without any movement after which a run ends as a deadlock")
        .range(CycleCount{100}, CycleCount{1'000'000'000'000});
    f.group("until", until, "stopping rule for the number of seeds per point of a sweep");
    f("find", find, "what a run searches for; synthetic load only").names(find_names);
    f.group("sample", sample, "how many rounds of a program's main loop are simulated");
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
    f("name", name, "name of the results (default: the name of the file)");
    f("description", description, "description for the report, one sentence");
    f.group("network", network, "the simulated machine");
    f.choice("workload", workload, Workloads{}, "traffic that the network has to carry");
    f.group("measure", measure, "number and length of runs, and what they measure");
  }

  /// The ranks of traces or programs run to their end; synthetic load has none and is measured in a window.
  bool has_ranks() const { return replayed() != nullptr || std::holds_alternative<trgen::jobs::JobsParams>(workload); }
  /// The workload comes to an end of its own, so that there is no window.
  bool has_end() const;
  /// Synthetic load, at a load that is asked for.
  bool has_load() const;
  /// What a trace and a program have in common; null for anything else.
  const trgen::replay::ReplayParams* replayed() const;
};

inline constexpr CycleCount default_warmup{5000};
inline constexpr CycleCount default_cycles{20000};

/// An experiment with the document it was read from, which knows where every value was written.
struct LoadedExperiment {
  Experiment experiment;
  config::Document document;
  std::optional<std::filesystem::path> network_part;  ///< the file that network.file named

  /// Where the value of a key comes from: "exp.yaml:4:3", "override 'load=1'", "preset adaptive-3vc" or "default".
  std::string origin(const std::string& path) const;
};

/// The experiment with every file named by its absolute path, so that its dump can be run from anywhere.
Experiment with_absolute_paths(Experiment experiment);

/// The network with its faults.
topology::Topology built_network(const NetworkParams& network);

/// The network alone, as the engines want it; delays are turned into cycles.
engine::Design design_of(const Experiment& experiment);

/// Of these, how messages are cut into packets.
workload::NetworkFacts packets_of(const NetworkParams& network);

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

}  // namespace fsin::experiment
