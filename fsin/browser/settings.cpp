// SPDX-License-Identifier: Apache-2.0
#include "fsin/browser/settings.hpp"

#include <fmt/format.h>

#include "fsin/config/read.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/experiment/node_facts.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"

namespace fsin::browser {
namespace {

constexpr double most_nodes = 1024;  ///< a page draws no more, and the stepper would be slow
constexpr std::uint64_t bandwidth = 1'000'000'000;
constexpr unsigned most_channels_tried = 8;

/// The messages of one severity, each with the key it is about where it has one.
std::vector<std::string> lines_of(const Diagnostics& diagnostics, Severity severity) {
  std::vector<std::string> lines;
  for (const Diagnostic& each : diagnostics.entries()) {
    if (each.severity != severity) continue;
    const std::string& key = each.mark.source();
    lines.push_back(key.empty() ? each.message : fmt::format("{}: {}", key, each.message));
  }
  return lines;
}

void check(const Settings& settings, Diagnostics& diagnostics) {
  const NetworkSettings& network = settings.network;
  const auto locate = [](std::string_view key) { return Mark(std::string(key)); };
  if (network.phit.value > network.packet.value || network.packet.value % network.phit.value != 0) {
    diagnostics.error(Mark("network.packet"), "a packet is a multiple of the phit");
    return;
  }
  if (!engine::check_topology(network.topology, diagnostics, locate)) return;
  if (topology::extent_of(network.topology).routers > most_nodes) {
    diagnostics.error(Mark("network.topology"),
                      fmt::format("has more than {} routers, which no page draws; use fsin run", most_nodes));
    return;
  }
  engine::check(design_of(network), diagnostics, locate);
  if (!diagnostics.ok()) return;
  trgen::synth::check_synthetic(settings.load(), facts_of(network), false, diagnostics,
                                [](std::string_view key) { return Mark(fmt::format("workload.{}", key)); });
}

/// What is said of a routing alone, whatever else is chosen.
Diagnostics said_of(const topology::AnyTopology& topology, const routing::AnyRouting& routing,
                    unsigned virtual_channels) {
  Diagnostics diagnostics;
  NetworkSettings network;
  network.topology = topology;
  network.routing = routing;
  network.router.virtual_channels = virtual_channels;
  engine::check(design_of(network), diagnostics);
  return diagnostics;
}

/// The fewest channels with which it works and nothing is warned of, such as a deadlock; else the fewest with which it
/// works, 0 where there are none.
unsigned fewest_channels(const topology::AnyTopology& topology, const routing::AnyRouting& routing) {
  unsigned fewest = 0;
  for (unsigned channels = 1; channels <= most_channels_tried; ++channels) {
    const Diagnostics said = said_of(topology, routing, channels);
    if (!said.ok()) continue;
    if (said.warning_count() == 0) return channels;
    if (fewest == 0) fewest = channels;
  }
  return fewest;
}

}  // namespace

ReadSettings read_settings(std::string_view json) {
  ReadSettings read;
  Diagnostics diagnostics;
  config::Document document = config::load_text("settings", json, diagnostics);
  if (document.loaded()) {
    config::Tree whole = document.root();
    whole.items.insert(whole.items.begin(), config::text_tree("1"));
    whole.items.front().key = "fsin";
    read.yaml = config::emit_yaml(whole);
  }
  Settings settings;
  topology::FileGraphs graphs;
  if (config::read(document, settings, diagnostics) &&
      topology::load(settings.network.topology, graphs, Mark("network.topology"), diagnostics)) {
    check(settings, diagnostics);
    Diagnostics of_topology;
    if (engine::check_topology(settings.network.topology, of_topology)) read.topology = settings.network.topology;
  }
  read.mistakes = lines_of(diagnostics, Severity::error);
  read.warnings = lines_of(diagnostics, Severity::warning);
  if (diagnostics.ok()) read.settings = std::move(settings);
  return read;
}

engine::Design design_of(const NetworkSettings& network) {
  const LinkClock clock{bandwidth, network.phit.value * 8, 200'000'000};
  engine::Design design;
  design.topology = network.topology;
  design.router = network.router;
  design.router.delay = clock.cycles(network.router.delay);
  design.router.credit_delay = clock.cycles(network.router.credit_delay);
  design.routing = network.routing;
  design.packet_phits = static_cast<unsigned>(network.packet.value / network.phit.value);
  design.phit_bytes = static_cast<unsigned>(network.phit.value);
  return design;
}

workload::NetworkFacts facts_of(const NetworkSettings& network) {
  workload::NetworkFacts facts;
  facts.packet_phits = static_cast<std::uint32_t>(network.packet.value / network.phit.value);
  facts.phit_bytes = static_cast<std::uint32_t>(network.phit.value);
  facts.bit_rate = bandwidth;
  experiment::set_nodes(facts, network.topology);
  facts.distance = experiment::distances_of(network.topology);
  return facts;
}

double seconds_per_cycle(const NetworkSettings& network) {
  return static_cast<double>(network.phit.value) * 8 / static_cast<double>(bandwidth);
}

std::vector<RoutingChoice> routings_on(const topology::AnyTopology& topology) {
  std::vector<RoutingChoice> choices;
  routing::Routings::for_each([&]<class Family>(const Family& family) {
    choices.push_back({Family::name, Family::doc, fewest_channels(topology, family)});
  });
  return choices;
}

}  // namespace fsin::browser
