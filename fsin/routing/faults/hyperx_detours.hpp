// SPDX-License-Identifier: Apache-2.0
// What is left of the paths on a HyperX when links have failed from the start: for each destination, the switches from
// which a packet can still arrive, with the deroutes that it may still make. A hop into any other place is no candidate
// (algorithms/hyperx_incremental.hpp); the classes of channels stay those of the hops, so that the order of waits does.
//
// Every hop leads to fewer unaligned dimensions or to fewer deroutes, so that the places are a finite order, and one
// pass in this order, from the destination on, finds them all. Made once for a network. Not followed: failures during
// the run.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/topology/port_graph.hpp"
#include "fsin/topology/switches/hyperx.hpp"

namespace fsin::routing {

/// The hops that an incremental routing allows.
struct HyperXRules {
  bool in_order = false;          ///< only the first unaligned dimension
  bool one_by_dimension = false;  ///< at most one deroute in each dimension; else `deroutes` in all
  unsigned deroutes = 0;
};

/// The largest network in which detours are looked for: what is needed grows with the square of the switches.
inline constexpr std::uint32_t most_detoured_switches = 16'384;

/// Where the links of the switches still lead.
class HyperXLinks {
 public:
  HyperXLinks(const topology::HyperX& network, const topology::PortGraph& graph);

  /// The switch that is `offset` coordinates further; nowhere() if no link to it is left.
  std::uint32_t next(std::uint32_t from_switch, unsigned dimension, unsigned offset) const {
    return next_[from_switch * row_ + first_[dimension] + offset - 1];
  }
  static constexpr std::uint32_t nowhere() { return ~std::uint32_t{0}; }

 private:
  std::vector<std::uint32_t> first_;  ///< place of the offset 1 of a dimension among those of a switch
  std::uint32_t row_ = 0;
  std::vector<std::uint32_t> next_;
};

class HyperXDetours {
 public:
  /// Of at most most_detoured_switches switches.
  HyperXDetours(const topology::HyperX& network, const topology::PortGraph& graph, const HyperXRules& rules);

  /// What a packet carries of its destination: 0 where it needs to avoid nothing, or where nothing would help.
  /// `budget`: see leads().
  std::uint16_t row(std::uint32_t from_switch, std::uint32_t to_switch, unsigned budget) const {
    const std::uint16_t row = row_of_[to_switch];
    return row != 0 && arrives(row, from_switch, budget) ? row : std::uint16_t{0};
  }
  /// True if a packet with a row other than 0 can still arrive after this hop. `budget`, after the hop: the mask of
  /// the dimensions derouted, where each may be once, else the number of deroutes left.
  bool leads(std::uint16_t row, std::uint32_t router, unsigned dimension, unsigned offset, unsigned budget) const {
    const std::uint32_t next = links_.next(router - interfaces_, dimension, offset);
    return next != HyperXLinks::nowhere() && arrives(row, next, budget);
  }

 private:
  bool arrives(std::uint16_t row, std::uint32_t from_switch, unsigned budget) const {
    return (budgets_[(row - 1U) * std::size_t{switches_} + from_switch] >> budget & 1U) != 0;
  }

  std::uint32_t interfaces_;
  std::uint32_t switches_;
  HyperXLinks links_;
  std::vector<std::uint16_t> row_of_;   ///< by destination; 0: every switch reaches it, whatever hops are taken
  std::vector<std::uint32_t> budgets_;  ///< by row and switch: the budgets with which it reaches the destination
};

/// The pairs of switches whose path in dimension order is intact, for Valiant's routing: a packet draws its
/// intermediate switch among those to and from which it is.
class HyperXIntact {
 public:
  /// Of at most most_detoured_switches switches.
  HyperXIntact(const topology::HyperX& network, const topology::PortGraph& graph);

  bool straight(std::uint32_t from, std::uint32_t to) const { return bit(onward_, from, to); }
  /// Intermediate switches with which both legs are intact, those of source and destination among them where
  /// straight().
  std::uint32_t vias(std::uint32_t from, std::uint32_t to) const;
  /// The one of them that has `before` others of lower number.
  std::uint32_t via(std::uint32_t from, std::uint32_t to, std::uint32_t before) const;

 private:
  using Words = std::vector<std::uint64_t>;
  bool bit(const Words& words, std::uint32_t row, std::uint32_t column) const {
    return (words[row * std::size_t{row_words_} + column / 64] >> column % 64 & 1U) != 0;
  }

  std::uint32_t row_words_;
  Words onward_;    ///< by source: the destinations
  Words backward_;  ///< by destination: the sources
};

}  // namespace fsin::routing
