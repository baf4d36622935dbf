// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/link_classes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <variant>

#include "fsin/core/text.hpp"
#include "fsin/engine/limits.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/experiment/delays.hpp"

namespace fsin::experiment {
namespace {

constexpr const char* bandwidths_key = "network.link.bandwidth_by_class";
constexpr const char* delays_key = "network.link.delay_by_class";

std::vector<std::string> names_of(const NetworkParams& network) {
  return topology::geometry_of(network.topology)->link_classes();
}

BitRate bandwidth_of(const LinkParams& link, std::size_t link_class) {
  return link.bandwidth_by_class.empty() ? link.bandwidth : link.bandwidth_by_class[link_class];
}

Delay delay_of(const LinkParams& link, std::size_t link_class) {
  return link.delay_by_class.empty() ? link.delay : link.delay_by_class[link_class];
}

void check_number(const LoadedExperiment& loaded, const char* key, std::size_t written, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  const std::vector<std::string> names = names_of(network);
  if (written == 0 || written == names.size()) return;
  diagnostics.error(
      loaded.document.mark(key),
      fmt::format("{} for the classes of links of this {}, which are {}: {}; write one for each, in "
                  "this order",
                  counted(written, "value"), network.topology.name(), names.size(), fmt::join(names, ", ")));
}

/// True if the bandwidth is the other one divided by a whole number, rounded down to whole bits per second.
bool divides(BitRate part, BitRate whole) {
  return part.value <= whole.value && whole.value / (whole.value / part.value) == part.value;
}

void check_bandwidths(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const LinkParams& link = loaded.experiment.network.link;
  for (const BitRate& bandwidth : std::set(link.bandwidth_by_class.begin(), link.bandwidth_by_class.end())) {
    if (divides(bandwidth, link.bandwidth)) continue;
    diagnostics.error(loaded.document.mark(bandwidths_key),
                      fmt::format("{} is not link.bandwidth, {}, divided by a whole number: a link needs a whole "
                                  "number of cycles for a phit; as link.bandwidth write a common multiple of all "
                                  "bandwidths",
                                  to_text(bandwidth), to_text(link.bandwidth)));
  }
}

void check_slowest(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  const std::vector<BitRate>& bandwidths = network.link.bandwidth_by_class;
  if (bandwidths.empty()) return;
  const std::uint64_t cycles =
      network.link.bandwidth.value / std::min_element(bandwidths.begin(), bandwidths.end())->value;
  const std::uint64_t phits = network.packet.value / network.phit.value;
  if (cycles <= engine::max_phit_cycles && cycles * phits <= engine::max_packet_cycles) return;
  diagnostics.error(
      loaded.document.mark(bandwidths_key),
      fmt::format("the slowest links need {} cycles for a phit and {} for a packet; at most {} and {} can "
                  "be simulated; write a lower link.bandwidth or a shorter packet",
                  cycles, cycles * phits, engine::max_phit_cycles, engine::max_packet_cycles));
}

void check_delays_by_class(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  const LinkClock clock = clock_of(network);
  for (const Delay& delay : network.link.delay_by_class) {
    check_delay(loaded, {delays_key, delay, clock.cycles(delay)}, diagnostics);
  }
  if (!network.link.delay_by_class.empty() && loaded.document.has(delays_key) &&
      loaded.document.has("network.link.delay")) {
    diagnostics.warning(
        loaded.document.mark("network.link.delay"),
        "network.link.delay_by_class has the delay of every link, so this one is not used; leave it out");
  }
}

/// True where the model has links, or stands for some. Keys that no model looks at are refused, since they would seem
/// to have been simulated.
bool looks_at_links(const engine::AnyModel& model) {
  return engine::NetworkModels::visit(
      []<class Model>(const Model&) {
        if constexpr (requires { Model::counts_delays; }) return Model::counts_delays;
        return true;
      },
      model);
}

void warn_of_classless_model(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  if (looks_at_links(network.model)) return;
  for (const char* key : {bandwidths_key, delays_key}) {
    if (!loaded.document.has(key)) continue;
    diagnostics.warning(loaded.document.mark(key),
                        fmt::format("network.model {} has no classes of links, so this key is not used; leave it out",
                                    network.model.name()));
  }
}

}  // namespace

std::vector<engine::LinkTimes> link_times_of(const NetworkParams& network) {
  const LinkParams& link = network.link;
  if (link.bandwidth_by_class.empty() && link.delay_by_class.empty()) return {};
  const LinkClock clock = clock_of(network);
  const std::size_t classes = names_of(network).size();
  std::vector<engine::LinkTimes> times;
  for (std::size_t c = 0; c < classes; ++c) {
    times.push_back({.phit_cycles = static_cast<unsigned>(link.bandwidth.value / bandwidth_of(link, c).value),
                     .delay = static_cast<unsigned>(clock.cycles(delay_of(link, c)))});
  }
  return times;
}

std::vector<std::string> link_class_lines(const NetworkParams& network) {
  if (!network.model.is<engine::RoutersModel>()) return {};
  const std::vector<engine::LinkTimes> times = link_times_of(network);
  const std::vector<std::string> names = names_of(network);
  std::vector<std::string> lines;
  for (std::size_t c = 0; c < times.size(); ++c) {
    const Delay delay = delay_of(network.link, c);
    const std::string written = delay.in_cycles() ? "" : fmt::format("{} = ", to_text(delay));
    lines.push_back(fmt::format("{} links: {} a phit ({}), delay {}{}", names[c],
                                counted(times[c].phit_cycles, "cycle"), to_text(bandwidth_of(network.link, c)), written,
                                counted(times[c].delay, "cycle")));
  }
  return lines;
}

void check_link_classes(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const LinkParams& link = loaded.experiment.network.link;
  check_number(loaded, bandwidths_key, link.bandwidth_by_class.size(), diagnostics);
  check_number(loaded, delays_key, link.delay_by_class.size(), diagnostics);
  check_bandwidths(loaded, diagnostics);
  check_slowest(loaded, diagnostics);
  check_delays_by_class(loaded, diagnostics);
  warn_of_classless_model(loaded, diagnostics);
}

}  // namespace fsin::experiment
