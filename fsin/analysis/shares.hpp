// SPDX-License-Identifier: Apache-2.0
// Division of the packets of a routing among its channels when nothing blocks them: every outcome of every draw with
// its probability, computed with the same algorithm that the engines are compiled with, behind routing::Walker.
//
// The validity of these shares under load is determined by observing the questions of the algorithm (Freedom). A
// request is made twice, in a network that has room everywhere and in one that has none: an algorithm that tries
// channels of several ports depends on room, and one that calls phits_ahead() compares queues. A draw among the
// channels of one link is assumed not to change the path.
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

/// The factors that determine the path of a packet.
enum class Freedom : std::uint8_t {
  drawn_once,   ///< source, destination and draws that are never repeated: the shares hold at any load
  drawn_again,  ///< in addition, a waiting packet draws anew among several links: shares change if links are full
  by_queues,    ///< contents of or room in queues: no shares hold at all loads
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
  /// Shares in a network with `vcs` virtual channels. Algorithm and topology outlive this object.
  Shares(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  const routing::Walker& algorithm() const { return algorithm_; }

  // Both functions return false if a call has more outcomes than are tried, or a packet goes nowhere.
  bool start(std::uint32_t source, std::uint32_t destination, std::vector<Entering>& entering);
  bool go_on(QueuePlace at, const StateBytes& state, std::vector<Onward>& onward);

  /// Freedom of the routing, as far as observed in the calls so far.
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
  deadlock::StateTable different_;  ///< states of the list to which add() appends
  std::vector<Entering> decided_;
  std::vector<std::uint16_t> candidates_;
};

}  // namespace fsin::analysis
