// SPDX-License-Identifier: Apache-2.0
#include "fsin/browser/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "fsin/config/read.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/experiment/node_facts.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"

namespace fsin::browser {
namespace {

constexpr double most_routers = 1024;  ///< a page draws no more, and the stepper would be slow
constexpr std::uint64_t most_packet_phits = 65535;
constexpr unsigned most_injectors = 16;
constexpr unsigned most_channels_tried = 8;
constexpr const char* source = "experiment";  ///< what is read, for marks

LinkClock clock_of(const NetworkSettings& network) {
  return {network.link.bandwidth.value, network.phit.value * 8, network.link.propagation.value};
}

/// The messages of one severity, each with the key or the line that it is about, where it has one.
std::vector<std::string> lines_of(const Diagnostics& diagnostics, Severity severity, bool has_lines) {
  std::vector<std::string> lines;
  for (const Diagnostic& each : diagnostics.entries()) {
    if (each.severity != severity) continue;
    const std::string& key = each.mark.source();
    if (key == source && has_lines && each.mark.line > 0)
      lines.push_back(fmt::format("line {}, column {}: {}", each.mark.line, each.mark.column, each.message));
    else if (key.empty() || key == source || each.message.starts_with(key + ":"))
      lines.push_back(each.message);
    else
      lines.push_back(fmt::format("{}: {}", key, each.message));
  }
  return lines;
}

void check_sizes(const NetworkSettings& network, Diagnostics& diagnostics) {
  if (network.packet.value % network.phit.value != 0 || network.packet.value / network.phit.value > most_packet_phits) {
    diagnostics.error(
        Mark("network.packet"),
        fmt::format("a packet of {} B and phits of {} B: a packet is a multiple of the phit, of at most {} "
                    "phits",
                    network.packet.value, network.phit.value, most_packet_phits));
  }
  if (network.payload && network.payload->value > network.packet.value)
    diagnostics.error(Mark("network.payload"), "more than the size of a packet");
  const LinkClock clock = clock_of(network);
  for (const auto& [key, delay] :
       {std::pair("network.link.delay", network.link.delay), std::pair("network.router.delay", network.router.delay),
        std::pair("network.router.credit_delay", network.router.credit_delay)}) {
    const std::uint64_t cycles = clock.cycles(delay);
    if (cycles > router::most_delay_cycles)
      diagnostics.error(Mark(key), fmt::format("{} cycles, more than can be simulated", cycles));
  }
}

void check(const Settings& settings, Diagnostics& diagnostics) {
  const NetworkSettings& network = settings.network;
  const auto locate = [](std::string_view key) { return Mark(std::string(key)); };
  check_left_out(network, diagnostics);
  check_left_out(settings.measure, diagnostics);
  check_sizes(network, diagnostics);
  if (!engine::check_topology(network.topology, diagnostics, locate)) return;
  const double routers = topology::extent_of(network.topology).routers;
  if (routers > most_routers) {
    diagnostics.error(Mark("network.topology"),
                      fmt::format("has {:.0f} routers; a page has up to {:.0f}; use fsin run", routers, most_routers));
  }
  if (!diagnostics.ok()) return;
  engine::check(design_of(network), diagnostics, locate);
  if (!diagnostics.ok()) return;
  trgen::synth::check_synthetic(settings.load(), facts_of(network), false, diagnostics,
                                [](std::string_view key) { return Mark(fmt::format("workload.{}", key)); });
}

/// Values on which the reading depends: those of a preset, which keys that are written replace.
void apply_preset(config::Document document, Settings& settings) {
  Settings named;
  Diagnostics ignored;
  config::read(document, named, ignored);
  if (named.network.preset)
    experiment::apply_preset(*named.network.preset, settings.network.router, settings.network.routing);
}

/// False after an error.
bool read_document(config::Document& document, Settings& settings, Diagnostics& diagnostics) {
  if (!config::check_schema(document, "fsin", 1, diagnostics)) return false;
  check_kind(document, diagnostics);
  apply_preset(document, settings);
  topology::FileGraphs graphs;
  if (!config::read(document, settings, diagnostics)) return false;
  NetworkSettings& network = settings.network;
  if (!topology::load(network.topology, graphs, Mark("network.topology"), diagnostics)) return false;
  Diagnostics of_topology;
  if (!document.has("network.router.injectors") && engine::check_topology(network.topology, of_topology))
    network.router.injectors = std::clamp(topology::extent_of(network.topology).interface_ports, 1U, most_injectors);
  return true;
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

ReadSettings read_settings(std::string_view text) {
  ReadSettings read;
  Diagnostics diagnostics;
  config::Document document = config::load_text(source, text, diagnostics);
  if (document.loaded()) read.yaml = config::emit_yaml(document.root());
  Settings settings;
  try {
    if (read_document(document, settings, diagnostics)) {
      check(settings, diagnostics);
      Diagnostics of_topology;
      if (engine::check_topology(settings.network.topology, of_topology)) read.topology = settings.network.topology;
    }
  } catch (const std::exception& problem) {
    diagnostics.error(Mark(source), problem.what());
  }
  const bool has_lines = text.find('\n') != std::string_view::npos;
  read.mistakes = lines_of(diagnostics, Severity::error, has_lines);
  read.warnings = lines_of(diagnostics, Severity::warning, has_lines);
  if (diagnostics.ok()) read.settings = std::move(settings);
  return read;
}

engine::Design design_of(const NetworkSettings& network) {
  const LinkClock clock = clock_of(network);
  engine::Design design;
  design.topology = network.topology;
  design.router = network.router;
  design.router.delay = clock.cycles(network.router.delay);
  design.router.credit_delay = clock.cycles(network.router.credit_delay);
  design.routing = network.routing;
  design.packet_phits = static_cast<unsigned>(network.packet.value / network.phit.value);
  design.phit_bytes = static_cast<unsigned>(network.phit.value);
  design.link_delay = static_cast<unsigned>(clock.cycles(network.link.delay));
  return design;
}

workload::NetworkFacts facts_of(const NetworkSettings& network) {
  workload::NetworkFacts facts;
  facts.packet_phits = static_cast<std::uint32_t>(network.packet.value / network.phit.value);
  facts.phit_bytes = static_cast<std::uint32_t>(network.phit.value);
  if (network.payload) facts.payload_bytes = static_cast<std::uint32_t>(network.payload->value);
  facts.bit_rate = network.link.bandwidth.value;
  facts.variable_last_packet = network.variable_last_packet;
  experiment::set_nodes(facts, network.topology);
  facts.distance = experiment::distances_of(network.topology);
  return facts;
}

double seconds_per_cycle(const NetworkSettings& network) {
  return static_cast<double>(network.phit.value) * 8 / static_cast<double>(network.link.bandwidth.value);
}

std::vector<RoutingChoice> routings_on(const topology::AnyTopology& topology) {
  std::vector<RoutingChoice> choices;
  routing::Routings::for_each([&]<class Family>(const Family& family) {
    choices.push_back({Family::name, Family::doc, fewest_channels(topology, family)});
  });
  return choices;
}

}  // namespace fsin::browser
