// SPDX-License-Identifier: Apache-2.0
// Steps of a packet: the states in which it can enter, and all that its routing algorithm can do with it where it
// waits.
//
// The algorithm is the very one that the engines are compiled with, behind routing::Walker: start() and decide() with
// every outcome of their draws, candidates(), advance(). Where decide() compares queues, each of them is taken as empty
// and as fuller than any queue can be, in all combinations. That covers every comparison of one queue, or a multiple of
// it, with another or with a constant; sums over queues are covered only as far as these extremes reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/deadlock/state_table.hpp"
#include "fsin/deadlock/waiting_view.hpp"
#include "fsin/routing/walker.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// The ways on from one queue: for each state that decide() can make of the packet, the channels that it may be
/// granted and its state behind each of them.
struct WaysOn {
  std::vector<std::uint16_t> outs;
  std::vector<StateBytes> behind;  ///< by entry of `outs`
  std::vector<std::size_t> ends;   ///< by decided state: where its entries end

  void clear() {
    outs.clear();
    behind.clear();
    ends.clear();
  }
};

class Steps {
 public:
  /// Of a network with so many virtual channels. Algorithm and topology outlive this object.
  Steps(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  const routing::Walker& algorithm() const { return algorithm_; }

  // Both answer false when a call has more outcomes than are looked at.
  bool starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states);
  bool ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways);

 private:
  bool add_ways(const routing::WalkerView& view, const StateBytes& decided, WaysOn& ways);

  const routing::Walker& algorithm_;
  const topology::Topology& topology_;
  unsigned vcs_;
  Choices choices_;
  StateTable different_;
  std::vector<StateBytes> decided_;
};

}  // namespace fsin::deadlock
