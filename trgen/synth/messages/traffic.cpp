// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/messages/traffic.hpp"

#include <algorithm>

namespace trgen::synth {

using fsin::Cycle;
using fsin::never;

Traffic::Traffic(std::vector<TrafficPhase> phases, bool repeat, const NetworkFacts& facts, std::uint64_t seed)
    : phases_(std::move(phases)), repeat_(repeat), packetiser_(facts), stream_{seed, fsin::Purpose::destination} {
  for (const TrafficPhase& phase : phases_) {
    double weights = 0;
    auto& means = mean_phits_.emplace_back();
    auto& squares = mean_square_phits_.emplace_back();
    for (const TrafficPart& part : phase.parts) {
      weights += part.weight;
      means.push_back(part.sizes.mean_phits(facts));
      squares.push_back(part.sizes.mean_square_phits(facts));
    }
    weights_.push_back(weights);
    if (repeat_) period_ += phase.cycles;
  }
}

Traffic::At Traffic::at(Cycle cycle) const {
  if (phases_.size() == 1 && !repeat_) return {0, never};
  const Cycle begun = repeat_ ? (cycle - 1) / period_ * period_ : 0;
  Cycle last = begun;
  for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
    if (!repeat_ && phase + 1 == phases_.size()) return {phase, never};
    last += phases_[phase].cycles;
    if (cycle <= last) return {phase, last};
  }
  return {phases_.size() - 1, last};
}

double Traffic::part_rate(const TrafficPhase& phase, std::size_t part, std::uint32_t node) const {
  const auto number = static_cast<std::size_t>(&phase - phases_.data());
  const TrafficPart& each = phase.parts[part];
  return phase.load * each.weight / weights_[number] * each.pattern->rate(node) / mean_phits_[number][part];
}

double Traffic::rate(std::size_t phase, std::uint32_t node) const {
  double rate = 0;
  for (std::size_t part = 0; part < phases_[phase].parts.size(); ++part) rate += part_rate(phases_[phase], part, node);
  return rate;
}

double Traffic::load(std::size_t phase, std::uint32_t node) const {
  double phits = 0;
  for (std::size_t part = 0; part < phases_[phase].parts.size(); ++part) {
    phits += part_rate(phases_[phase], part, node) * mean_phits_[phase][part] *
             (1 - phases_[phase].parts[part].pattern->to_self(node));
  }
  return phits;
}

double Traffic::mean_load(std::uint32_t node) const {
  double phits = 0, cycles = 0;
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    if (!repeat_ && i + 1 < phases_.size()) continue;  // only the last phase lasts
    const double length = repeat_ ? static_cast<double>(phases_[i].cycles) : 1;
    phits += length * load(i, node);
    cycles += length;
  }
  return phits / cycles;
}

double Traffic::swing(std::uint32_t node) const {
  const double mean = mean_load(node);
  if (period() == 0 || mean <= 0) return 0;
  double ahead = 0, least = 0, most = 0;
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    ahead += (load(i, node) - mean) * static_cast<double>(phases_[i].cycles);
    least = std::min(least, ahead);
    most = std::max(most, ahead);
  }
  return (most - least) / mean;
}

double Traffic::dispersion(std::size_t phase, std::uint32_t node, double of_process) const {
  double messages = 0, phits = 0, squares = 0;  // messages to the node itself have no phits
  for (std::size_t part = 0; part < phases_[phase].parts.size(); ++part) {
    const double rate = part_rate(phases_[phase], part, node);
    const double sent = rate * (1 - phases_[phase].parts[part].pattern->to_self(node));
    messages += rate;
    phits += sent * mean_phits_[phase][part];
    squares += sent * mean_square_phits_[phase][part];
  }
  if (phits <= 0) return 0;
  const double mean = phits / messages;
  return squares / phits - mean + mean * of_process;
}

Cycle Traffic::before_last() const {
  Cycle last = 0;
  for (std::size_t i = 0; !repeat_ && i + 1 < phases_.size(); ++i) last += phases_[i].cycles;
  return last;
}

bool Traffic::silent(std::uint32_t node) const {
  for (const TrafficPhase& phase : phases_) {
    for (const TrafficPart& part : phase.parts) {
      if (part.weight > 0 && !part.pattern->silent(node)) return false;
    }
  }
  return true;
}

TrafficMessage Traffic::message(std::size_t number_of_phase, std::uint32_t node, std::uint64_t number) const {
  const TrafficPhase& phase = phases_[number_of_phase];
  Draws draws(stream_, node, number);
  const std::uint32_t first = draws.word(), second = draws.word();
  const std::uint64_t size = draws.wide();
  std::size_t chosen = 0;
  if (phase.parts.size() > 1) {
    double all = 0;
    for (std::size_t part = 0; part < phase.parts.size(); ++part) all += part_rate(phase, part, node);
    double at = fsin::unit_draw(draws.word()) * all;
    for (std::size_t part = 0; part < phase.parts.size(); ++part) {
      const double rate = part_rate(phase, part, node);
      if (rate > 0) chosen = part;
      if (at < rate) break;
      at -= rate;
    }
  }
  const TrafficPart& part = phase.parts[chosen];
  const std::uint64_t bytes = part.sizes.bytes(size);
  return {packetiser_.packets(bytes), part.pattern->destination(node, {number, first, second}),
          packetiser_.last_phits(bytes)};
}

std::uint64_t Traffic::most_packets() const {
  std::uint64_t most = 0;
  for (const TrafficPhase& phase : phases_) {
    for (const TrafficPart& part : phase.parts) most = std::max(most, packetiser_.packets(part.sizes.largest()));
  }
  return most;
}

double Traffic::mean_phits(std::size_t phase) const {
  double messages = 0;
  for (std::size_t part = 0; part < phases_[phase].parts.size(); ++part) {
    messages += phases_[phase].parts[part].weight / weights_[phase] / mean_phits_[phase][part];
  }
  return 1 / messages;
}

std::size_t Traffic::bytes() const {
  std::size_t bytes = 0;
  for (const TrafficPhase& phase : phases_) {
    for (const TrafficPart& part : phase.parts) bytes += part.pattern->bytes() + part.sizes.memory();
  }
  return bytes;
}

}  // namespace trgen::synth
