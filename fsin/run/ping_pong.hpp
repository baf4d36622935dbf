// SPDX-License-Identifier: Apache-2.0
// Ping-pongs over a simulated network: how long a message takes between two nodes when nothing else is under way. Two
// ranks send one message to and fro; the first round trip is not counted, since queues and arbiters are fresh in it.
// The time one way is half the mean of the others, from the cycle in which a message may begin to leave to that in
// which it has come. Where a routing draws, the mean is over its draws.
//
// Not in it: what processors do for a message; the network knows nothing of that.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "fsin/engine/design.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::run {

struct NodePair {
  std::uint32_t from = 0;
  std::uint32_t to = 1;

  bool operator==(const NodePair&) const = default;
};

/// The node nearest to node 0, and that farthest from it, by links on a minimal way; of several the lowest number.
NodePair nearest_pair(const topology::Topology& topology);
NodePair farthest_pair(const topology::Topology& topology);

struct PingPongSetting {
  const engine::Design& design;
  const topology::Topology& topology;
  const workload::NetworkFacts& facts;
  engine::EngineKind engine = engine::EngineKind::event;
  std::uint64_t seed = 1;
  unsigned trips = 2;  ///< round trips that count
};

struct PingPong {
  double cycles = 0;    ///< one way
  std::string failure;  ///< why there are none: the messages did not arrive
};

/// `stop` is asked now and then; true ends the run with a failure. Messages of at least 1 byte.
PingPong ping_pong(const PingPongSetting& setting, const NodePair& pair, std::uint64_t bytes,
                   const std::function<bool()>& stop);

}  // namespace fsin::run
