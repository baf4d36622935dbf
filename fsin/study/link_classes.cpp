// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/link_classes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fsin/core/text.hpp"

namespace fsin::study {
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
  diagnostics.error(loaded.document.mark(key),
                    fmt::format("{} for the classes of links of this {}, which are {}: {}; write one for each, in "
                                "this order",
                                counted(written, "value"), topology::Topologies::name_of(network.topology),
                                names.size(), fmt::join(names, ", ")));
}

void check_bandwidths(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const LinkParams& link = loaded.experiment.network.link;
  for (std::size_t c = 0; c < link.bandwidth_by_class.size(); ++c) {
    const BitRate bandwidth = link.bandwidth_by_class[c];
    if (link.bandwidth.value % bandwidth.value == 0) continue;
    diagnostics.error(loaded.document.mark(bandwidths_key),
                      fmt::format("{} is not link.bandwidth, {}, divided by a whole number: a link needs a whole "
                                  "number of cycles for a phit; as link.bandwidth write a common multiple of all "
                                  "bandwidths",
                                  to_text(bandwidth), to_text(link.bandwidth)));
  }
}

void check_delays_by_class(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const NetworkParams& network = loaded.experiment.network;
  for (const Delay& delay : network.link.delay_by_class) {
    const std::uint64_t cycles = clock_of(network).cycles(delay);
    if (cycles <= router::most_delay_cycles) continue;
    diagnostics.error(loaded.document.mark(delays_key),
                      fmt::format("a delay of {} is {}, more than the {} that can be simulated; write a shorter delay "
                                  "or a larger phit",
                                  to_text(delay), counted(cycles, "cycle"), router::most_delay_cycles));
  }
}

}  // namespace

std::vector<engine::LinkTimes> link_times_of(const NetworkParams& network) {
  const LinkParams& link = network.link;
  if (link.bandwidth_by_class.empty() && link.delay_by_class.empty()) return {};
  std::vector<engine::LinkTimes> times;
  for (std::size_t c = 0; c < names_of(network).size(); ++c) {
    times.push_back({.phit_cycles = static_cast<unsigned>(link.bandwidth.value / bandwidth_of(link, c).value),
                     .delay = static_cast<unsigned>(clock_of(network).cycles(delay_of(link, c)))});
  }
  return times;
}

std::vector<std::string> link_class_lines(const NetworkParams& network) {
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
  if (!link.delay_by_class.empty() && loaded.document.has("network.link.delay")) {
    diagnostics.warning(
        loaded.document.mark("network.link.delay"),
        "network.link.delay_by_class has the delay of every link, so this one is not used; leave it out");
  }
  check_bandwidths(loaded, diagnostics);
  check_delays_by_class(loaded, diagnostics);
}

}  // namespace fsin::study
