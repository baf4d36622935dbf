// SPDX-License-Identifier: Apache-2.0
// Packets of one pair spread over the paths of fewest hops that a routing permits (pair_routes.hpp): a breadth-first
// search from their states at entry, removal of the states on no path to the destination, then division of the packets.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/state_table.hpp"
#include "fsin/deadlock/steps.hpp"

namespace fsin::analysis {

class ShortestSpread {
 public:
  /// Largest number of states visited for one pair.
  static constexpr std::size_t most_states = 1'000'000;

  /// Sets up the search; steps and topology outlive this object.
  ShortestSpread(deadlock::Steps& steps, const topology::Topology& topology, unsigned vcs)
      : steps_(steps), graph_(topology.graph), vcs_(vcs) {}

  /// Calls carry(router * ports + port, fraction of the packets), maybe several times for a link. False if no path is
  /// found.
  template <class Carry>
  bool find(std::uint32_t source, std::uint32_t destination, Carry carry) {
    if (!search(source, destination)) return false;
    divide(carry);
    return true;
  }

 private:
  struct Step {
    std::uint32_t port = 0;
    std::uint32_t to = 0;  ///< next state
  };
  struct Known {
    std::size_t first = 0, last = 0;  ///< range in steps_on_
    std::uint32_t level = 0;          ///< hops from the source
    bool arrives = false;             ///< arrives with the fewest hops
    double mass = 0;
  };

  bool search(std::uint32_t source, std::uint32_t destination);
  void go_on(std::uint32_t state);
  void find_arriving(std::uint32_t destination);
  std::uint32_t number(const deadlock::PacketState& state, std::uint32_t level);

  /// Divides the packets. The first starts_ states of the table are those at entry; states come in the order of their
  /// levels.
  template <class Carry>
  void divide(Carry carry) {
    double entering = 0;
    for (std::size_t s = 0; s < starts_; ++s) entering += known_[s].arrives ? 1 : 0;
    for (std::size_t s = 0; s < starts_; ++s) known_[s].mass = known_[s].arrives ? 1 / entering : 0;
    for (std::size_t s = 0; s < known_.size(); ++s) {
      const Known from = known_[s];
      if (from.mass == 0) continue;
      double ports = 0;
      const auto each_port = [&](auto use) {  // the steps of a port are adjacent
        for (std::size_t i = from.first, next = i; i < from.last; i = next) {
          double states = 0;
          for (; next < from.last && on_[next].port == on_[i].port; ++next) states += counts(from, on_[next]) ? 1 : 0;
          if (states > 0) use(i, next, states);
        }
      };
      each_port([&](std::size_t, std::size_t, double) { ++ports; });
      each_port([&](std::size_t first, std::size_t last, double states) {
        carry(table_[s].queue.router * graph_.ports() + on_[first].port, from.mass / ports);
        for (std::size_t i = first; i < last; ++i) {
          if (counts(from, on_[i])) known_[on_[i].to].mass += from.mass / ports / states;
        }
      });
    }
  }
  bool counts(const Known& from, const Step& step) const {
    return known_[step.to].arrives && known_[step.to].level == from.level + 1;
  }

  deadlock::Steps& steps_;
  const topology::PortGraph& graph_;
  unsigned vcs_;
  std::size_t starts_ = 0;
  deadlock::StateTable table_;
  std::vector<Known> known_;  ///< states by number
  std::vector<Step> on_;
  std::vector<deadlock::StateBytes> entering_;
  deadlock::WaysOn ways_;
};

}  // namespace fsin::analysis
