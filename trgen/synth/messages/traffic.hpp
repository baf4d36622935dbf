// SPDX-License-Identifier: Apache-2.0
// Traffic of the nodes as a function of time and chance: parts with a pattern and sizes each, and phases with a load
// each. The sources decide which node sends when (open_sources.hpp, closed_sources.hpp, shot_sources.hpp).
//
// A part has a share of the load, not of the messages. A phase lasts a given number of cycles; the phases come in turn,
// repeatedly or once, the last one then lasting for ever.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/synth/draws.hpp"
#include "trgen/synth/pattern.hpp"
#include "trgen/synth/sizes/sizes.hpp"

namespace trgen::synth {

struct TrafficPart {
  double weight = 1;  ///< share of the load among the parts of its phase, in any unit
  std::unique_ptr<Pattern> pattern;
  Sizes sizes;
};

struct TrafficPhase {
  fsin::Cycle cycles = fsin::never;
  double load = 0;  ///< phits per cycle of a node that sends
  std::vector<TrafficPart> parts;
};

/// A message, cut into packets.
struct TrafficMessage {
  std::uint64_t packets = 1;
  std::uint32_t destination = 0;
  std::uint16_t last_phits = 0;
};

class Traffic {
 public:
  /// Messages of a node have numbers below this; above it are numbers for other draws of the node.
  static constexpr std::uint64_t most_messages = std::uint64_t{1} << 50U;

  Traffic(std::vector<TrafficPhase> phases, bool repeat, const NetworkFacts& facts, std::uint64_t seed);

  /// The phase of a cycle, and its last cycle.
  struct At {
    std::size_t phase = 0;
    fsin::Cycle last = fsin::never;
  };
  At at(fsin::Cycle cycle) const;

  /// Messages per cycle of a node in a phase; 0: it is silent.
  double rate(std::size_t phase, std::uint32_t node) const;
  /// Phits per cycle that a node sends in the long run, as a multiple of its load in each phase.
  double mean_load(std::uint32_t node) const;
  bool silent(std::uint32_t node) const;
  /// The most that phases let a node run ahead of its mean load, in cycles of that load; 0 where nothing repeats.
  double swing(std::uint32_t node) const;
  /// Variance of the phits that a node sends in the long run of a phase over their mean, `of_process` being that of the
  /// number of its messages. 0 where it sends nothing.
  double dispersion(std::size_t phase, std::uint32_t node, double of_process) const;
  /// Cycles after which the phases begin anew; 0: they do not.
  fsin::Cycle period() const { return phases_.size() > 1 ? period_ : 0; }
  /// The last cycle before a phase that lasts for ever; 0 where phases repeat, or there is one.
  fsin::Cycle before_last() const;

  /// Message `number` of a node. A destination equal to the node itself means that nothing is sent.
  TrafficMessage message(std::size_t phase, std::uint32_t node, std::uint64_t number) const;
  fsin::workload::Packetiser packetiser() const { return packetiser_; }
  std::uint64_t phits(const TrafficMessage& message) const {
    return (message.packets - 1) * packetiser_.full_phits() + message.last_phits;
  }

  const std::vector<TrafficPhase>& phases() const { return phases_; }
  /// Most packets of a message of any node, phase and part.
  std::uint64_t most_packets() const;
  double mean_phits(std::size_t phase) const;
  std::size_t bytes() const;
  std::uint64_t seed() const { return stream_.seed; }

 private:
  /// Messages per cycle of one part, those for the node itself included.
  double part_rate(const TrafficPhase& phase, std::size_t part, std::uint32_t node) const;
  /// Phits per cycle of a node in a phase, to others.
  double load(std::size_t phase, std::uint32_t node) const;

  std::vector<TrafficPhase> phases_;
  std::vector<std::vector<double>> mean_phits_;         ///< by phase and part
  std::vector<std::vector<double>> mean_square_phits_;  ///< by phase and part
  std::vector<double> weights_;                         ///< by phase: sum over its parts
  bool repeat_;
  fsin::Cycle period_ = 0;  ///< cycles of all phases, where they repeat
  fsin::workload::Packetiser packetiser_;
  fsin::StreamKey stream_;
};

}  // namespace trgen::synth
