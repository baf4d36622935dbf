// SPDX-License-Identifier: Apache-2.0
// How the packets of a routing divide among its channels where nothing holds them up: every outcome of every draw with
// its probability, asked of the very algorithm that the engines are compiled with, behind
// routing::Walker.
//
// Whether these shares also hold under load is found out by watching what the algorithm looks at (Freedom). A request
// is made twice, in a network that has room everywhere and in one that has none: an algorithm that asks for channels of
// several ports then looks for room, and one that asks for phits_ahead() compares queues. A draw among the channels of
// one link is taken not to change the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/deadlock/choices.hpp"
#include "fsin/deadlock/queue_place.hpp"
#include "fsin/deadlock/state_table.hpp"
#include "fsin/routing/walker.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

using deadlock::QueuePlace;
using routing::StateBytes;

/// What the way of a packet follows from.
enum class Freedom : std::uint8_t {
  drawn_once,   ///< source, destination and draws that are never repeated: the shares hold at any load
  drawn_again,  ///< besides, a packet that waits draws anew among several links: shares change where links are full
  by_queues,    ///< what waits or has room in the queues: there are no shares that hold at any load
};

struct Entering {
  StateBytes state;
  double share = 0;
};

/// A channel by which a packet goes on, and its state behind it.
struct Onward {
  std::uint16_t out = 0;
  double share = 0;
  StateBytes behind;
};

class Shares {
 public:
  /// Of a network with so many virtual channels. Algorithm and topology outlive this object.
  Shares(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  const routing::Walker& algorithm() const { return algorithm_; }

  // Both answer false when a call has more outcomes than are looked at, or a packet goes nowhere.
  bool start(std::uint32_t source, std::uint32_t destination, std::vector<Entering>& entering);
  bool go_on(QueuePlace at, const StateBytes& state, std::vector<Onward>& onward);

  /// As far as it has been seen in the calls until now.
  Freedom freedom() const { return freedom_; }

 private:
  void saw(Freedom freedom) { freedom_ = std::max(freedom_, freedom); }
  bool add_ways(QueuePlace at, const Entering& decided, std::vector<Onward>& onward);
  void look_without_room(QueuePlace at, const StateBytes& state);
  void look_for_repeated_draws(QueuePlace at, const StateBytes& state);
  void add(std::vector<Entering>& entering, const StateBytes& state, double share);

  const routing::Walker& algorithm_;
  const topology::Topology& topology_;
  unsigned vcs_;
  Freedom freedom_ = Freedom::drawn_once;
  deadlock::Choices choices_;
  deadlock::StateTable different_;  ///< states of the list that add() adds to
  std::vector<Entering> decided_;
  std::vector<std::uint16_t> candidates_;
};

}  // namespace fsin::analysis
