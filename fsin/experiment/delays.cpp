// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/delays.hpp"

#include <fmt/format.h>

#include <utility>

#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/link_classes.hpp"

namespace fsin::experiment {
namespace {

bool is_length(const Delay& delay) { return delay.unit == Dimension::length; }

/// "100 ns", "5 m at 0.2 m/ns".
std::string written_text(const Delay& delay, const NetworkParams& network) {
  if (!is_length(delay)) return to_text(delay);
  return fmt::format("{} at {}", to_text(delay), to_text(network.link.propagation));
}

/// As it is written on a command line: "link.delay".
std::string_view short_key(const ResolvedDelay& delay) { return delay.key.substr(delay.key.find('.') + 1); }

}  // namespace

std::array<ResolvedDelay, 3> resolved_delays(const NetworkParams& network) {
  const LinkClock clock = clock_of(network);
  const auto resolved = [&clock](std::string_view key, Delay delay) {
    return ResolvedDelay{key, delay, clock.cycles(delay)};
  };
  return {resolved("network.link.delay", network.link.delay), resolved("network.router.delay", network.router.delay),
          resolved("network.router.credit_delay", network.router.credit_delay)};
}

std::vector<std::string> delay_lines(const NetworkParams& network) {
  const double cycle = clock_of(network).seconds();
  std::vector<std::string> lines;
  for (const ResolvedDelay& delay : resolved_delays(network)) {
    if (delay.written.in_cycles()) continue;
    lines.push_back(fmt::format("{} {} = {} of {} ({})", short_key(delay), written_text(delay.written, network),
                                counted(delay.cycles, "cycle"), seconds_text(cycle),
                                seconds_text(static_cast<double>(delay.cycles) * cycle)));
  }
  for (std::string& line : link_class_lines(network)) lines.push_back(std::move(line));
  return lines;
}

void check_delay(const LoadedExperiment& loaded, const ResolvedDelay& delay, Diagnostics& diagnostics) {
  if (delay.cycles <= router::most_delay_cycles) return;
  const NetworkParams& network = loaded.experiment.network;
  diagnostics.error(
      loaded.document.mark(std::string(delay.key)),
      fmt::format("{} {} is {} of {} ({}, phits of {}), more than the {} that can be simulated; give less, or "
                  "a larger phit",
                  short_key(delay), written_text(delay.written, network), counted(delay.cycles, "cycle"),
                  seconds_text(clock_of(network).seconds()), to_text(network.link.bandwidth), to_text(network.phit),
                  router::most_delay_cycles));
}

void check_delays(const LoadedExperiment& loaded, Diagnostics& diagnostics) {
  for (const ResolvedDelay& delay : resolved_delays(loaded.experiment.network)) check_delay(loaded, delay, diagnostics);
}

}  // namespace fsin::experiment
