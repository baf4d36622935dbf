// SPDX-License-Identifier: Apache-2.0
// Spatial patterns: where the packets of a node go.
//
// A pattern is one header with one parameter struct and one line in patterns.hpp. The struct gives
//   name, doc, cite, fields       as every configurable thing does;
//   check(facts)                  what keeps it from running on this network and what to do, or an empty string;
//   make(facts, seed)             the pattern itself; only after check() found nothing;
//   unlike_original(facts)        if it likes: what keeps the original simulator from drawing it alike and what to do,
//                                 or an empty string; without it, the original has no such pattern (--rng original).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fsin/core/original_random.hpp"
#include "fsin/core/rng.hpp"
#include "fsin/workload/network_facts.hpp"

namespace trgen::synth {

using fsin::workload::NetworkFacts;

/// Random words for the destination of one packet. They depend on (seed, node, packet number) only.
struct DestinationDraw {
  std::uint64_t packet = 0;  ///< number of the packet at its source, from 0
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

class Pattern {
 public:
  virtual ~Pattern() = default;

  /// Never the source itself, unless the source is silent.
  virtual std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const = 0;

  /// The same drawing as the original simulator does. Patterns without a draw of their own keep this version.
  virtual std::uint32_t original_destination(std::uint32_t source, std::uint64_t packet,
                                             fsin::OriginalRandom& random) const {
    static_cast<void>(random);
    return destination(source, {packet, 0, 0});
  }

  /// A silent node sends nothing: its destination would be itself.
  virtual bool silent(std::uint32_t source) const {
    static_cast<void>(source);
    return false;
  }

  /// Memory of its tables.
  virtual std::size_t bytes() const { return 0; }
};

/// A pattern in which every node has one destination.
class FixedPattern final : public Pattern {
 public:
  explicit FixedPattern(std::vector<std::uint32_t> destinations) : destinations_(std::move(destinations)) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw&) const override {
    return destinations_[source];
  }
  bool silent(std::uint32_t source) const override { return destinations_[source] == source; }
  std::size_t bytes() const override { return destinations_.size() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> destinations_;
};

/// FixedPattern of `destination_of(source)` for all nodes.
template <class Function>
std::unique_ptr<Pattern> make_fixed(std::uint32_t nodes, Function destination_of) {
  std::vector<std::uint32_t> table(nodes);
  for (std::uint32_t source = 0; source < nodes; ++source) table[source] = destination_of(source);
  return std::make_unique<FixedPattern>(std::move(table));
}

/// One of the other nodes, all alike. nodes >= 2.
constexpr std::uint32_t other_node(std::uint32_t source, std::uint32_t nodes, std::uint32_t draw) {
  const std::uint32_t other = fsin::scale_draw(draw, nodes - 1);
  return other < source ? other : other + 1;
}

/// As the original: drawn again until it is not the source.
inline std::uint32_t original_other_node(std::uint32_t source, std::uint32_t nodes, fsin::OriginalRandom& random) {
  std::uint32_t node = source;
  while (node == source) node = random.below(nodes);
  return node;
}

/// "original" comparison of a draw with a fraction: rand() / RAND_MAX <= fraction.
inline bool original_chance(double fraction, fsin::OriginalRandom& random) {
  return static_cast<double>(random.next()) / fsin::OriginalRandom::max <= fraction;
}

/// Complaint when there are fewer than `least` nodes.
std::string check_nodes(std::string_view pattern, const NetworkFacts& facts, std::uint32_t least);

}  // namespace trgen::synth
