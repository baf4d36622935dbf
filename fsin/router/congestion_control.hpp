// SPDX-License-Identifier: Apache-2.0
// The contract of a congestion control, checked by the compiler. A congestion control keeps the packets of a node from
// entering a network that is already full, so that throughput beyond saturation stays that at saturation.
//
// A congestion control is a struct of parameters with a name, a doc and
//
//   rule()   its demands, as numbers that both engines follow (engine/rules.hpp)
//
// It holds back only packets in injection queues or in front of them: a network that is free of deadlock without it
// stays so with it, since a network that no packet enters drains.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fsin::router {

/// Numbers of 0 demand nothing.
struct CongestionRule {
  /// In an arbitration with headers from transit and from injection queues, the probability that the latter are left
  /// out.
  double transit_priority = 0;
  /// Free slots that a header from an injection queue must find in its router's own queue of the channel.
  unsigned own_slots = 0;
  /// The two rules above hold only in a router where a header of a transit queue has waited for more cycles than this,
  /// until all have waited for less than `calm`.
  unsigned patience = 0;
  unsigned calm = 0;
  /// Packets in the network, as a fraction of the slots of all transit queues, beyond which no packet enters.
  double most_packets = 0;
  /// Cycles between two counts, in diameters of the network.
  unsigned count_every = 0;
};

template <class C>
concept CongestionControlPolicy = requires(const C control) {
  { C::name } -> std::convertible_to<std::string_view>;
  { C::doc } -> std::convertible_to<std::string_view>;
  { control.rule() } -> std::same_as<CongestionRule>;
};

}  // namespace fsin::router
