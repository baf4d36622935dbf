// SPDX-License-Identifier: Apache-2.0
// The experiments that a page runs: all keys of an experiment file, with their names, ranges and defaults, of a network
// of routers under synthetic load. The same structs hold them as in an experiment, and the same reader and checks
// apply, so that what runs here runs with the command, too. What a page does not simulate is refused by its key
// (left_out.cpp): files, platforms, models without routers, faults, links of several speeds, other workloads, several
// seeds, searches.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/document.hpp"
#include "fsin/config/input_key.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/engine/message/any_model.hpp"
#include "fsin/experiment/presets.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::browser {

struct LinkSettings {
  BitRate bandwidth{1'000'000'000};
  Delay delay;
  Speed propagation{200'000'000};
  std::vector<BitRate> bandwidth_by_class;
  std::vector<Delay> delay_by_class;

  template <class F>
  void fields(F& f) {
    f("bandwidth", bandwidth, "bandwidth of a link").range(BitRate{1}, BitRate{100'000'000'000'000});
    f("delay", delay, "delay of a link").range(0, router::most_delay_cycles);
    f("propagation", propagation, "speed of a signal in a cable").range(Speed{1'000'000}, Speed{299'792'458});
    f("bandwidth_by_class", bandwidth_by_class, "bandwidth of the links of each class");
    f("delay_by_class", delay_by_class, "delay of the links of each class");
  }
};

struct NetworkSettings {
  std::optional<InputPath> file;
  std::optional<InputPath> platform;
  std::optional<InputPath> hosts;
  std::optional<experiment::Preset> preset;
  engine::AnyModel model;
  topology::AnyTopology topology;
  router::RouterParams router;
  routing::AnyRouting routing;
  Bytes packet{64};
  Bytes phit{4};
  std::optional<Bytes> payload;
  bool variable_last_packet = false;
  LinkSettings link;
  topology::FaultPlan faults;

  template <class F>
  void fields(F& f) {
    f("file", file, "file with keys of network");
    f("platform", platform, "platform file of SimGrid");
    f("hosts", hosts, "file with the names of hosts of the platform");
    f("preset", preset, "named router").names(experiment::preset_names);
    f.choice("model", model, "model of the network");
    f.choice("topology", topology, "shape of the network");
    f.group("router", router, "virtual channels, queues, arbitration and delays of a router");
    f.choice("routing", routing, "routing algorithm");
    f("packet", packet, "size of a packet").range(Bytes{1}, Bytes{65535ULL * 65535});
    f("phit", phit, "size of a phit, which a link carries in one cycle").range(Bytes{1}, Bytes{65535});
    f("payload", payload, "bytes of a message in a full packet").range(Bytes{1}, Bytes{65535ULL * 65535});
    f("variable_last_packet", variable_last_packet, "the last packet of a message has only the phits that it needs");
    f.group("link", link, "bandwidth and delay of links");
    f.group("faults", faults, "links and routers that fail");
  }
};

using Workloads = config::Catalogue<trgen::synth::SyntheticParams>;

/// When further seeds of a point of a sweep are enough: decides nothing of a single run.
struct UntilSettings {
  std::optional<double> relative_error;
  std::string figure;
  unsigned min_runs = 3;
  unsigned max_runs = 30;

  template <class F>
  void fields(F& f) {
    f("relative_error", relative_error, "half width of the interval over the mean").range(1e-6, 1.0);
    f("figure", figure, "figure that decides when to stop");
    f("min_runs", min_runs, "minimum number of seeds").range(2, 100000);
    f("max_runs", max_runs, "maximum number of seeds").range(2, 100000);
  }
};

struct SampleSettings {
  std::optional<double> precision;
  std::uint64_t first = 16;

  template <class F>
  void fields(F& f) {
    f("precision", precision, "part to which the time of a program is known").range(1e-6, 0.5);
    f("first", first, "rounds that are simulated at first").range(8, 1'000'000);
  }
};

struct MeasureSettings {
  static constexpr CycleCount auto_warmup{~std::uint64_t{0}};
  static constexpr CycleCount longest{1'000'000'000'000'000};

  std::uint64_t seed = 1;
  unsigned seeds = 1;
  CycleCount warmup{5000};
  CycleCount cycles{20000};
  double confidence = 0.99;
  std::optional<CycleCount> max_cycles;
  CycleCount watchdog{10000};
  UntilSettings until;
  std::string find = "nothing";
  SampleSettings sample;
  double resolution = 0.01;

  template <class F>
  void fields(F& f) {
    f("seed", seed, "seed of the run");
    f("seeds", seeds, "number of runs").range(1, 100000);
    f("warmup", warmup, "cycles before the measured window").range(CycleCount{0}, longest).word("auto", auto_warmup);
    f("cycles", cycles, "length of the measured window").range(CycleCount{1}, longest);
    f("confidence", confidence, "confidence level of the intervals over several seeds").range(0.5, 0.9999);
    f("max_cycles", max_cycles, "stop a run after this number of cycles").range(CycleCount{1}, longest);
    f("watchdog", watchdog, "cycles without any movement after which a run ends as a deadlock")
        .range(CycleCount{100}, CycleCount{1'000'000'000'000});
    f.group("until", until, "stopping rule for the number of seeds of a sweep");
    f("find", find, "what a run searches for");
    f.group("sample", sample, "how many rounds of a program's main loop are simulated");
    f("resolution", resolution, "step of a search for saturation").range(1e-4, 0.5);
  }
};

struct Settings {
  std::string name = "experiment";
  std::string description;
  NetworkSettings network;
  Workloads::variant workload;
  MeasureSettings measure;

  template <class F>
  void fields(F& f) {
    f("name", name, "name of the results");
    f("description", description, "description for the report");
    f.group("network", network, "the simulated machine");
    f.choice("workload", workload, Workloads{}, "traffic that the network has to carry");
    f.group("measure", measure, "length of the run");
  }

  const trgen::synth::SyntheticParams& load() const { return std::get<0>(workload); }
};

/// Settings that have passed all checks, or the mistakes that were found in them.
struct ReadSettings {
  std::optional<Settings> settings;
  std::optional<topology::AnyTopology> topology;  ///< also where something else is wrong
  std::string yaml;                               ///< the experiment, for `fsin run`
  std::vector<std::string> mistakes;              ///< with the key that they are about; none where `settings` is there
  std::vector<std::string> warnings;
};
/// Reads the text of an experiment, YAML or JSON.
ReadSettings read_settings(std::string_view text);

/// Refuses an experiment that is none of a page, before it is read: many experiments, another workload. The entry that
/// is refused is taken out of the document, so that the rest is read.
void check_kind(config::Document& document, Diagnostics& diagnostics);
/// Adds an error for every key whose value asks for what a page does not simulate.
void check_left_out(const NetworkSettings& network, Diagnostics& diagnostics);
void check_left_out(const MeasureSettings& measure, Diagnostics& diagnostics);

/// The network and the facts of it that a workload may use, as an experiment with these keys has them.
engine::Design design_of(const NetworkSettings& network);
workload::NetworkFacts facts_of(const NetworkSettings& network);
/// Length of a cycle.
double seconds_per_cycle(const NetworkSettings& network);

/// A routing of the catalogue on some topology.
struct RoutingChoice {
  std::string_view name;
  std::string_view doc;
  unsigned virtual_channels = 0;  ///< the fewest with which it works well; 0: it is for other networks
};
std::vector<RoutingChoice> routings_on(const topology::AnyTopology& topology);

}  // namespace fsin::browser
