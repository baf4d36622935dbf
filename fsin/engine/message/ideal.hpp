// SPDX-License-Identifier: Apache-2.0
// `network: {model: ideal}`: a private link between every two nodes, so that packets wait for each other only at their
// source. No packet can be faster under routers.
//
// It carries packets, as a network of routers does, because it bounds one: a node sends its packets in the order in
// which they entered, one at a time per injector, and each is consumed phit by phit a hop later.
//
// Lower bound, for traces, and for programs with a node for each rank whose ranks never wait for any of several
// requests. With the latency of one hop, no gap and packets received side by side, every departure and every delivery
// is at most as late as in any network of routers: there too a header leaves its node when the one before it has left
// with its tail, and needs a hop at least. Such a workload waits only for deliveries and for room, so by induction over
// its events it ends at most as late. Ranks that share a node, and waits for any of several requests, may act
// differently when a message arrives earlier, and so end later (docs/model/message-models.md, "Networks without a
// topology").
#pragma once

#include "fsin/engine/message/point_to_point.hpp"

namespace fsin::engine::message {

struct IdealTimes {
  static constexpr bool one_receiver = false;
  Cycle latency = 1;
  Cycle least_flight(std::uint64_t /*bytes*/) const { return latency; }  // of the first packet
  Duration of(const Transfer& transfer) const { return {latency, transfer.phits, transfer.phits}; }
};

struct IdealModel {
  static constexpr std::string_view name = "ideal";
  static constexpr std::string_view doc =
      "a lower bound: a private link between every two nodes; of the topology only the number of nodes counts";
  static constexpr std::string_view cite = "";
  static constexpr Carries carries = Carries::packets;
  static constexpr bool counts_delays = true;

  template <class F>
  void fields(F& /*f*/) {}

  std::optional<Fault> fault() const { return {}; }

  /// The network with the times of one hop of the routers, without any waiting.
  PointToPoint<IdealTimes> network(const Machine& machine) const {
    return PointToPoint(IdealTimes{Cycle{1} + machine.link_delay + Cycle{2} * machine.router_delay});
  }
};

}  // namespace fsin::engine::message
