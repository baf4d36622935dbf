// SPDX-License-Identifier: Apache-2.0
// Verdict on a network: can it deadlock under any traffic? docs/model/analysis.md, "Freedom from deadlock".
//
// Modelled: virtual cut-through and store-and-forward, where a packet occupies one queue, with bubbles; consumption
// that always goes on. Exact for the states in which a routing can bring a packet to a queue, each queue by itself: the
// counter-example fills queues with packets that can be there, but gives no order of their arrival. Not modelled:
// wormhole switching; unfair arbiters, under which a packet may wait for ever without a deadlock.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/deadlock/closed_set.hpp"
#include "fsin/deadlock/explore.hpp"

namespace fsin::deadlock {

enum class Answer : std::uint8_t {
  free,       ///< no traffic can deadlock it
  unsafe,     ///< queues can be full of packets that wait for each other
  undecided,  ///< the budget did not suffice
};

/// Reason why a network is free of deadlock.
enum class Reason : std::uint8_t {
  none,
  acyclic,  ///< no channels wait for each other in a cycle
  ladder,   ///< the same, and no packet ever goes back to a lower virtual channel
  escape,   ///< there are cycles, but every packet has a way out of them
  bubble,   ///< rings that always have a free slot
};

/// A full queue of a cycle: its packets are for `destination`, and wait for the next queue of the cycle.
struct Blocked {
  QueuePlace queue;
  std::uint32_t destination = 0;
  std::vector<std::uint16_t> outs;  ///< channels that such a packet may be granted, all of which lead to full queues
};

struct Verdict {
  Answer answer = Answer::undecided;
  Reason reason = Reason::none;
  std::string text;                ///< one sentence, without a full stop
  std::vector<Blocked> cycle;      ///< unsafe: queues that each wait for the next, and the last for the first
  std::vector<std::string> lines;  ///< the cycle in words
  std::uint64_t states = 0;        ///< number of packet states followed
  bool strands = false;            ///< some packets can go on only over failed links, and wait for ever
};

/// The network as the analysis sees it. The topology outlives the call.
struct Network {
  const topology::Topology& topology;
  unsigned vcs = 1;
  Protection protection;
};

/// Decides whether a network can deadlock. In a network with faults, packets that can take only failed links are
/// ignored, and the network is free if it is free before and after each fault. Where tables change in the course of a
/// run, packets that have come by earlier tables count as well (changes.hpp). `whole`: without the use of symmetries,
/// for tests.
Verdict decide(const routing::Walker& algorithm, const Network& network, const Budget& budget = {}, bool whole = false);

}  // namespace fsin::deadlock
