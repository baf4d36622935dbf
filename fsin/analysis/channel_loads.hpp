// SPDX-License-Identifier: Apache-2.0
// What each link carries on average when every node sends as a pattern says, and no queue holds anything up: the
// packets of all nodes are followed through all that their routing draws, each outcome with its probability. No
// simulation, and no sample.
//
// Exact at any load where the way of a packet follows from draws that are made once (Freedom::drawn_once); then a link
// that would have to carry more than it can is full, and the network saturates. Not modelled: queues, flow control,
// arbitration, which make a network saturate earlier.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/analysis/shares.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

/// Packets of one source to one destination: their part of what the source sends.
struct Flow {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  double part = 0;
};

/// What the nodes send.
struct Demand {
  bool uniform = false;     ///< every node sends the same to every other one, and `flows` is empty
  std::vector<Flow> flows;  ///< in the order of destinations
  double senders = 0;       ///< nodes that send at all
};

/// What following the packets may cost: a function of the network alone, never of time.
struct LoadBudget {
  std::uint64_t states = 12'000'000;  ///< states of packets, all destinations together
  std::uint64_t steps = 200'000'000;  ///< times that packets in one state go on by one channel
  std::uint64_t links = 50'000'000;   ///< places for a load
};

struct ChannelLoads {
  Freedom freedom = Freedom::drawn_once;
  std::string left_out;        ///< why there are no loads; empty where there are
  std::vector<double> links;   ///< by router * ports + port: phits a cycle when every sender sends one
  std::vector<double> arrive;  ///< by node: phits a cycle that it consumes

  bool known() const { return left_out.empty(); }
};

ChannelLoads channel_loads(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs,
                           const Demand& demand, const LoadBudget& budget = {});

/// The same for the routing of a design, of which `topology` is the built one. The design has passed check() and has
/// routers.
ChannelLoads channel_loads(const engine::Design& design, const topology::Topology& topology, const Demand& demand,
                           const LoadBudget& budget = {});

}  // namespace fsin::analysis
