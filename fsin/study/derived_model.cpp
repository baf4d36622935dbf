// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/derived_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "fsin/run/bounds.hpp"

namespace fsin::study {
namespace {

/// The time of a message that meets no other, in cycles.
struct Lone {
  double header = 1;  ///< from the departure of the header to its arrival
  double packet = 1;  ///< that a full packet takes on the slowest link
  double payload = 1;
  bool padded = false;  ///< a last packet is a full one
  double ns = 1;        ///< of a cycle

  double byte() const { return packet / payload; }
};

Lone lone_message(const experiment::Experiment& experiment, double hops) {
  const engine::Design design = experiment::design_of(experiment);
  const workload::NetworkFacts facts = experiment::packets_of(experiment.network);
  Lone lone;
  lone.packet = design.packet_phits * static_cast<double>(engine::link_spread(design).slowest);
  const double tail = (design.packet_phits - 1.0) * engine::link_spread(design).slowest;
  lone.header = std::max(1.0, run::zero_load_latency(design, hops) - tail);
  lone.payload = static_cast<double>(facts.packet_bytes());
  lone.padded = !facts.variable_last_packet;
  lone.ns = experiment::seconds_per_cycle(experiment) * 1e9;
  return lone;
}

/// A padded message of s bytes has s / payload packets and half a one on average.
std::string loggps(const Lone& lone) {
  const double half = lone.padded ? lone.packet / 2 : 0;
  return fmt::format("{{type: loggps, latency: {:.6g} ns, gap: {:.6g} ns, byte_gap: {:.6g} ns}}",
                     std::max(0.0, std::round(lone.header - 1 + half)) * lone.ns, half * lone.ns,
                     lone.byte() * lone.ns);
}

std::string loggp(const Lone& lone) {
  return fmt::format("{{type: loggp, latency: {:.6g} ns}}", std::round(lone.header) * lone.ns);
}

/// Padded messages of up to a packet have segments of their own, right in the middle of each.
std::string piecewise(const Lone& lone) {
  std::string from = "0 B";
  std::string latency = fmt::format("{:.6g} ns", std::round(lone.header) * lone.ns);
  std::string byte_time = fmt::format("{:.6g} ns", lone.byte() * lone.ns);
  if (lone.padded) {
    const std::string same = byte_time;
    double first = 0;
    from.clear(), latency.clear(), byte_time.clear();
    for (const double part : {0.125, 0.25, 0.5, 1.0, 0.0}) {
      const double end = std::floor(lone.payload * part);
      if (part > 0 && end <= first) continue;
      const double extra = part > 0 ? lone.packet - (first + end) / 2 * lone.byte() : lone.packet / 2;
      from += fmt::format("{}{} B", from.empty() ? "" : ", ", first == 0 ? 0 : first + 1);
      latency += fmt::format("{}{:.6g} ns", latency.empty() ? "" : ", ", std::round(lone.header + extra) * lone.ns);
      byte_time += fmt::format("{}{}", byte_time.empty() ? "" : ", ", same);
      first = end;
    }
  }
  return fmt::format("{{type: piecewise, from: [{}], latency: [{}], byte_time: [{}]}}", from, latency, byte_time);
}

}  // namespace

std::string derived_model(std::string_view name, const experiment::Experiment& experiment, double hops) {
  const Lone lone = lone_message(experiment, hops);
  if (name == "loggps") return loggps(lone);
  if (name == "loggp") return loggp(lone);
  if (name == "piecewise") return piecewise(lone);
  return std::string(name);  // flow and ideal take all they need from the network
}

}  // namespace fsin::study
