// SPDX-License-Identifier: Apache-2.0
// What the page lets one choose: the keys of an experiment file, with their names, ranges and defaults, that describe a
// network of routers under synthetic load. The same structs hold them as in an experiment, and the same reader and
// checks apply, so that what runs here runs with the command, too.
//
// Left out: presets, parts, faults, links of several speeds, models without routers, several seeds, searches.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::browser {

struct NetworkSettings {
  topology::AnyTopology topology;
  router::RouterParams router;
  routing::AnyRouting routing;
  Bytes packet{64};
  Bytes phit{4};

  template <class F>
  void fields(F& f) {
    f.choice("topology", topology, "shape of the network");
    f.group("router", router, "virtual channels, queues, arbitration and delays of a router");
    f.choice("routing", routing, "routing algorithm");
    f("packet", packet, "size of a packet").range(Bytes{1}, Bytes{4096});
    f("phit", phit, "size of a phit, which a link carries in one cycle").range(Bytes{1}, Bytes{4096});
  }
};

using Workloads = config::Catalogue<trgen::synth::SyntheticParams>;

struct MeasureSettings {
  std::uint64_t seed = 1;
  CycleCount warmup{5000};
  CycleCount cycles{20000};
  CycleCount watchdog{10000};

  template <class F>
  void fields(F& f) {
    f("seed", seed, "seed of the run");
    f("warmup", warmup, "cycles before the measured window").range(CycleCount{0}, CycleCount{1'000'000});
    f("cycles", cycles, "length of the measured window").range(CycleCount{1}, CycleCount{10'000'000});
    f("watchdog", watchdog, "cycles without any movement after which a run ends as a deadlock")
        .range(CycleCount{100}, CycleCount{1'000'000});
  }
};

struct Settings {
  std::string name = "experiment";
  NetworkSettings network;
  Workloads::variant workload;
  MeasureSettings measure;

  template <class F>
  void fields(F& f) {
    f("name", name, "name of the results");
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
/// Reads JSON with the keys of an experiment.
ReadSettings read_settings(std::string_view json);

/// The network and the facts of it that a workload may use, as an experiment with these keys has them.
engine::Design design_of(const NetworkSettings& network);
workload::NetworkFacts facts_of(const NetworkSettings& network);
/// Length of a cycle, on links of 1 Gb/s as they are by default.
double seconds_per_cycle(const NetworkSettings& network);

/// A routing of the catalogue on some topology.
struct RoutingChoice {
  std::string_view name;
  std::string_view doc;
  unsigned virtual_channels = 0;  ///< the fewest with which it works well; 0: it is for other networks
};
std::vector<RoutingChoice> routings_on(const topology::AnyTopology& topology);

}  // namespace fsin::browser
