// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/class_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "fsin/engine/limits.hpp"

namespace fsin::experiment {
namespace {

constexpr double near_enough = 0.01;
constexpr double most_off = 0.2;
constexpr std::uint64_t most_multiples = 20;

/// Cycles for a phit on a link of this bandwidth, as close as whole cycles come, and how far off they are.
struct FittedLink {
  std::uint64_t cycles;
  double off;  ///< of the bandwidth: 0.1 is 10 % too fast
};

FittedLink fitted_link(std::uint64_t cycle_rate, std::uint64_t wanted, std::uint64_t most_cycles) {
  const double ratio = static_cast<double>(cycle_rate) / static_cast<double>(wanted);
  FittedLink best{1, 0};
  bool any = false;
  for (const double cycles : {std::floor(ratio), std::ceil(ratio)}) {
    const auto whole = static_cast<std::uint64_t>(std::clamp(cycles, 1.0, static_cast<double>(most_cycles)));
    const double off = ratio / static_cast<double>(whole) - 1;
    if (!any || std::abs(off) < std::abs(best.off)) best = {whole, off};
    any = true;
  }
  return best;
}

double worst_off(std::uint64_t cycle_rate, const std::set<BitRate>& wanted, std::uint64_t most_cycles) {
  double worst = 0;
  for (const BitRate& each : wanted) {
    worst = std::max(worst, std::abs(fitted_link(cycle_rate, each.value, most_cycles).off));
  }
  return worst;
}

/// The multiple of the fastest link by which all are met well enough, or else best.
std::uint64_t cycle_rate_for(const std::set<BitRate>& wanted, std::uint64_t most_cycles) {
  const std::uint64_t fastest = wanted.rbegin()->value;
  std::uint64_t best = fastest;
  for (std::uint64_t times = 1; times <= most_multiples; ++times) {
    const double off = worst_off(times * fastest, wanted, most_cycles);
    if (off <= near_enough) return times * fastest;
    if (off < worst_off(best, wanted, most_cycles)) best = times * fastest;
  }
  return best;
}

/// Cycles that a phit may take, by the limits of the engines.
std::uint64_t most_phit_cycles(const NetworkParams& network) {
  const std::uint64_t phits =
      std::max<std::uint64_t>(network.packet.value / std::max<std::uint64_t>(network.phit.value, 1), 1);
  return std::clamp<std::uint64_t>(engine::max_packet_cycles / phits, 1, engine::max_phit_cycles);
}

class BandwidthFit {
 public:
  BandwidthFit(LoadedExperiment& loaded, Diagnostics& diagnostics)
      : loaded_(loaded), network_(loaded.experiment.network), diagnostics_(diagnostics) {}

  void fit(const std::vector<topology::ClassValues>& values) {
    std::set<BitRate> wanted;
    for (const auto& each : values) {
      if (each.bandwidth) wanted.insert(*each.bandwidth);
    }
    if (wanted.empty()) return;
    LinkParams& link = network_.link;
    const bool divides = std::all_of(wanted.begin(), wanted.end(),
                                     [&](const BitRate& each) { return link.bandwidth.value % each.value == 0; });
    BitRate others = link.bandwidth;
    constexpr std::uint64_t fastest_that_scales = std::uint64_t{1} << 56U;
    if (!divides && !loaded_.document.has("network.link.bandwidth") &&
        wanted.rbegin()->value < fastest_that_scales / most_multiples) {
      others = *wanted.rbegin();
      link.bandwidth.value = cycle_rate_for(wanted, most_phit_cycles(network_));
      diagnostics_.warning(
          loaded_.document.mark("network.topology.file"),
          fmt::format("link.bandwidth is {}, for the links of the file{}; links without a bandwidth there have {}",
                      to_text(link.bandwidth),
                      link.bandwidth == others ? "" : ", of which the fastest is the same divided by a whole number",
                      to_text(others)));
      tell_what_is_missed(wanted);
    }
    for (const auto& each : values) {
      link.bandwidth_by_class.push_back(each.bandwidth ? simulated(*each.bandwidth) : others);
    }
    tell();
  }

 private:
  /// The bandwidth that whole cycles give; the one wanted where that is too far off.
  BitRate simulated(BitRate wanted) {
    const std::uint64_t rate = network_.link.bandwidth.value;
    if (rate % wanted.value == 0) return wanted;
    const FittedLink fitted = fitted_link(rate, wanted.value, most_phit_cycles(network_));
    if (std::abs(fitted.off) > (loaded_.document.has("network.link.bandwidth") ? near_enough : most_off)) return wanted;
    const BitRate result{rate / fitted.cycles};
    moved_.insert(fmt::format("{} is simulated as {}, {:.2g} % {}", to_text(wanted), to_text(result),
                              100 * std::abs(fitted.off), fitted.off > 0 ? "faster" : "slower"));
    return result;
  }

  /// Bandwidths that no link.bandwidth gives: the errors that follow speak of keys that nobody has written.
  void tell_what_is_missed(const std::set<BitRate>& wanted) {
    const double off = worst_off(network_.link.bandwidth.value, wanted, most_phit_cycles(network_));
    if (off <= most_off) return;
    diagnostics_.warning(
        loaded_.document.mark("network.topology.file"),
        fmt::format("no link.bandwidth gives links from {} to {} to {:.0f} %; topology.bandwidth_attributes: "
                    "[bandwidth] leaves attributes such as LinkSpeedRaw out",
                    to_text(*wanted.begin()), to_text(*wanted.rbegin()), 100 * most_off));
  }

  void tell() {
    if (moved_.empty()) return;
    diagnostics_.warning(loaded_.document.mark("network.topology.file"),
                         fmt::format("bandwidths of the file that are not link.bandwidth divided by a whole number: {}",
                                     fmt::join(moved_, "; ")));
  }

  LoadedExperiment& loaded_;
  NetworkParams& network_;
  Diagnostics& diagnostics_;
  std::set<std::string> moved_;
};

}  // namespace

void take_class_values(LoadedExperiment& loaded, Diagnostics& diagnostics) {
  NetworkParams& network = loaded.experiment.network;
  if (topology::fault_of(network.topology)) return;  // which check_experiment() tells
  const std::vector<topology::ClassValues> values = topology::geometry_of(network.topology)->class_values();
  LinkParams& link = network.link;
  if (link.bandwidth_by_class.empty()) BandwidthFit(loaded, diagnostics).fit(values);
  const bool delays =
      std::any_of(values.begin(), values.end(), [](const auto& each) { return each.delay.has_value(); });
  if (!link.delay_by_class.empty() || !delays) return;
  for (const auto& each : values) link.delay_by_class.push_back(each.delay.value_or(link.delay));
}

}  // namespace fsin::experiment
