// SPDX-License-Identifier: Apache-2.0
// Steps of a packet: the states in which it can enter, and every decision that its routing algorithm can make where it
// waits.
//
// The algorithm is the same one that the engines are compiled with, behind routing::Walker: start() and decide() with
// every outcome of their draws, candidates(), advance(). If decide() compares queues, each of them is assumed empty and
// fuller than any queue can be, in all combinations. That covers every comparison of one queue, or a multiple of it,
// with another or with a constant. Sums over queues are covered as far as these extremes reach, and wholly where the
// algorithm asks for the outcome of its comparison (supposes(), WideRouterView): it is then assumed to go either way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/deadlock/state_table.hpp"
#include "fsin/deadlock/waiting_view.hpp"
#include "fsin/routing/walker.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// Next steps from one queue: for each state that decide() can produce, the channels that may be granted and the state
/// behind each of them.
struct WaysOn {
  std::vector<std::uint16_t> outs;
  std::vector<StateBytes> behind;  ///< state behind each entry of `outs`
  std::vector<std::size_t> ends;   ///< end of the entries of each decided state

  void clear() {
    outs.clear();
    behind.clear();
    ends.clear();
  }
};

class Steps {
 public:
  /// Steps in a network with `vcs` virtual channels. Algorithm and topology outlive this object.
  Steps(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  const routing::Walker& algorithm() const { return algorithm_; }

  // Both functions return false if a call has more outcomes than are tried.
  bool starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states);
  bool ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways);
  // Its two halves, where a header may wait while tables change: what a packet may decide where it is first served, and
  // the ways on from one of these states.
  bool decisions(QueuePlace at, const StateBytes& state, std::vector<StateBytes>& decided);
  bool ways_of(QueuePlace at, const StateBytes& decided, WaysOn& ways);

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
