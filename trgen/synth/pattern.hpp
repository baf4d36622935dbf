// SPDX-License-Identifier: Apache-2.0
// The contract of a spatial pattern, which chooses the destinations of a node's packets.
//
// A pattern is a header with a struct of parameters, and one line in patterns.hpp. The struct has
//   name, doc, cite, fields       as everything that can be configured;
//   check(facts)                  reason why the pattern cannot run on this network and the remedy,
//                                 or an empty string. May throw record::TraceError for a file that cannot be read;
//   make(facts, seed)             the pattern; called only if check() returned an empty string;
//   unlike_original(facts)        optional: reason why the original simulator cannot draw the same pattern and the
//                                 remedy, or an empty string. Without this member, the original has no such pattern
//                                 (--rng original);
//   uneven                        optional: true where nodes send at different rates, or draw packets for themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/core/original_random.hpp"
#include "fsin/core/rng.hpp"
#include "fsin/workload/network_facts.hpp"

namespace trgen::synth {

using fsin::workload::NetworkFacts;

/// Random words for the destination of one packet. They depend only on seed, node and number of the packet.
struct DestinationDraw {
  std::uint64_t packet = 0;  ///< number of the packet among those of its source, from 0
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

class Pattern {
 public:
  virtual ~Pattern() = default;

  /// The destination of a packet; never the source itself, unless the source is silent or to_self() is above 0.
  virtual std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const = 0;

  /// The destination as the original simulator draws it. A pattern without random draws keeps this version.
  virtual std::uint32_t original_destination(std::uint32_t source, std::uint64_t packet,
                                             fsin::OriginalRandom& random) const {
    static_cast<void>(random);
    return destination(source, {packet, 0, 0});
  }

  /// True when a node sends nothing, because its destination would be itself.
  virtual bool silent(std::uint32_t source) const {
    static_cast<void>(source);
    return false;
  }

  /// Load of a node, as a multiple of the given load; 1 unless the pattern has nodes that send more than others. The
  /// mean over all nodes that are not silent is 1.
  virtual double rate(std::uint32_t source) const { return silent(source) ? 0 : 1; }

  /// Fraction of a node's packets whose destination is the node itself: they are drawn, and never enter the network.
  virtual double to_self(std::uint32_t source) const {
    static_cast<void>(source);
    return 0;
  }

  /// Destinations of the packets of a node in the long run: take(destination, fraction), which may be called several
  /// times for one destination. False, without a call, where the pattern does not know them.
  using TakePart = std::function<void(std::uint32_t destination, double part)>;
  virtual bool parts(std::uint32_t /*source*/, const TakePart& /*take*/) const { return false; }

  /// Memory of the pattern's tables in bytes.
  virtual std::size_t bytes() const { return 0; }
};

/// A pattern that has one destination for each node.
class FixedPattern final : public Pattern {
 public:
  explicit FixedPattern(std::vector<std::uint32_t> destinations) : destinations_(std::move(destinations)) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw&) const override {
    return destinations_[source];
  }
  bool silent(std::uint32_t source) const override { return destinations_[source] == source; }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    if (!silent(source)) take(destinations_[source], 1);
    return true;
  }
  std::size_t bytes() const override { return destinations_.size() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> destinations_;
};

/// Makes a FixedPattern from `destination_of(source)`.
template <class Function>
std::unique_ptr<Pattern> make_fixed(std::uint32_t nodes, Function destination_of) {
  std::vector<std::uint32_t> table(nodes);
  for (std::uint32_t source = 0; source < nodes; ++source) table[source] = destination_of(source);
  return std::make_unique<FixedPattern>(std::move(table));
}

/// Any node but the source, all equally likely. nodes >= 2.
constexpr std::uint32_t other_node(std::uint32_t source, std::uint32_t nodes, std::uint32_t draw) {
  const std::uint32_t other = fsin::scale_draw(draw, nodes - 1);
  return other < source ? other : other + 1;
}

/// Pattern::parts() of other_node().
inline void take_others(std::uint32_t source, std::uint32_t nodes, double part, const Pattern::TakePart& take) {
  const std::uint32_t others = nodes > 2 ? nodes - 1 : 1;
  for (std::uint32_t k = 0; k < others; ++k) take(k < source ? k : k + 1, part / others);
}

/// As other_node(), by the original's rule: draws again until the node is not the source.
inline std::uint32_t original_other_node(std::uint32_t source, std::uint32_t nodes, fsin::OriginalRandom& random) {
  std::uint32_t node = source;
  while (node == source) node = random.below(nodes);
  return node;
}

/// Compares a draw with a fraction by the original's rule: rand() / RAND_MAX <= fraction.
inline bool original_chance(double fraction, fsin::OriginalRandom& random) {
  return static_cast<double>(random.next()) / fsin::OriginalRandom::max <= fraction;
}

/// An error message when there are fewer than `least` nodes; else empty.
std::string check_nodes(std::string_view pattern, const NetworkFacts& facts, std::uint32_t least);

}  // namespace trgen::synth
