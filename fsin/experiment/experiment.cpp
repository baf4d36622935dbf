// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/experiment.hpp"

#include <fmt/format.h>

#include "fsin/analysis/pair_routes.hpp"
#include "fsin/config/named_files.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/layers.hpp"
#include "fsin/experiment/link_classes.hpp"

namespace fsin::experiment {
namespace {

/// True where a key that was not written has its value from the preset. The keys of another routing than the preset's
/// have their defaults.
bool preset_holds(const NetworkParams& network, std::string_view path) {
  if (!network.preset || !sets_key(path)) return false;
  if (!path.starts_with("network.routing")) return true;
  router::RouterParams router;
  routing::AnyRouting routing;
  apply_preset(*network.preset, router, routing);
  return routing.index() == network.routing.index();
}

}  // namespace

std::string LoadedExperiment::origin(const std::string& path) const {
  const Mark mark = document.mark(path);
  if (!mark.is_default) return mark.text();
  // `pattern: uniform` is short for {type: uniform}: the type was written, as the choice itself.
  const std::size_t dot = path.rfind('.');
  if (dot != std::string::npos && path.substr(dot) == ".type") {
    const config::Tree* choice = document.root().at(path.substr(0, dot));
    if (choice != nullptr && choice->is_scalar()) return choice->mark.text();
  }
  if (!preset_holds(experiment.network, path)) return "default";
  return fmt::format("preset {}", config::name_of(preset_names, *experiment.network.preset));
}

Experiment with_absolute_paths(Experiment experiment) {
  config::for_each_named_file(config::fields_of(experiment), [](InputPath& path) {
    std::error_code ignored;
    if (path != "-") path = std::filesystem::absolute(path, ignored).lexically_normal();
  });
  return experiment;
}

topology::Topology built_network(const NetworkParams& network) {
  topology::Topology topology = topology::build(network.topology);
  topology::fail(network.faults, topology);
  return topology;
}

engine::Design design_of(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  const LinkClock clock = clock_of(network);
  router::RouterParams router = network.router;
  router.delay = clock.cycles(router.delay);
  router.credit_delay = clock.cycles(router.credit_delay);
  engine::Design design{.topology = network.topology,
                        .router = router,
                        .routing = network.routing,
                        .packet_phits = static_cast<unsigned>(network.packet.value / network.phit.value),
                        .link_delay = static_cast<unsigned>(clock.cycles(network.link.delay)),
                        .link_classes = link_times_of(network),
                        .phit_bytes = static_cast<unsigned>(network.phit.value),
                        .model = {}};
  // A model that stands for the best of all networks of such links has the least of their delays.
  const workload::NetworkFacts facts = packets_of(network);
  const engine::message::Machine machine{.cycle_seconds = seconds_per_cycle(experiment),
                                         .phit_bytes = design.phit_bytes,
                                         .link_delay = engine::link_spread(design).shortest_hop - 1,
                                         .router_delay = router.delay.cycles(),
                                         .packet_phits = facts.packet_phits,
                                         .packet_bytes = facts.packet_bytes(),
                                         .variable_last_packet = facts.variable_last_packet};
  design.with_routes = analysis::with_routes;
  design.model = engine::message::configure(network.model, machine);
  return design;
}

LinkClock clock_of(const NetworkParams& network) {
  return {network.link.bandwidth.value, network.phit.value * 8, network.link.propagation.value};
}

double seconds_per_cycle(const Experiment& experiment) {
  const NetworkParams& network = experiment.network;
  return static_cast<double>(network.phit.value) * 8 / static_cast<double>(network.link.bandwidth.value);
}

}  // namespace fsin::experiment
