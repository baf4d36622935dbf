// SPDX-License-Identifier: Apache-2.0
// The contract of a congestion control, checked by the compiler: what keeps the packets of a node from entering a
// network that is full already, so that it carries as much beyond saturation as at it.
//
// A congestion control is a struct of parameters with a name, a doc and
//
//   rule()   what it asks for, as numbers that both engines follow (engine/rules.hpp)
//
// It holds back packets that wait in injection queues, or in front of them, and no others: whatever is free of deadlock
// without it is so with it, as a network that nobody enters drains.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

namespace fsin::router {

/// Numbers of 0 ask for nothing.
struct CongestionRule {
  /// In an arbitration with headers of both kinds, the chance that those from injection queues are left out.
  double transit_priority = 0;
  /// Free slots that a header from an injection queue must find in its router's own queue of the channel.
  unsigned own_slots = 0;
  /// The two above hold only in a router where a header of a transit queue has waited for more cycles than this, until
  /// all have waited for less than `calm`.
  unsigned patience = 0;
  unsigned calm = 0;
  /// Packets in the network, as a part of the slots of all transit queues, beyond which no packet enters.
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
