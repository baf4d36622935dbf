// SPDX-License-Identifier: Apache-2.0
// The ways in which packets leave the network at their destination. A consumption is an empty struct with a name, a
// doc and
//
//   one_at_a_time   true: the node has one consumption port, for which the input queues compete like for an output
//                   channel, and which takes one packet to its tail, a phit a cycle; false: every input queue drains by
//                   itself, a phit a cycle each
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "fsin/router/policy_list.hpp"

namespace fsin::router {

struct MultipleConsumption {
  static constexpr std::string_view name = "multiple";
  static constexpr std::string_view doc = "every input virtual channel drains one phit a cycle";
  static constexpr bool one_at_a_time = false;
};

struct SingleConsumption {
  static constexpr std::string_view name = "single";
  static constexpr std::string_view doc = "one packet at a time, one phit a cycle";
  static constexpr bool one_at_a_time = true;
};

/// Index in the list.
enum class Consumption : std::uint8_t {};

using Consumptions = PolicyList<Consumption, MultipleConsumption, SingleConsumption>;

template <class Policy>
inline constexpr Consumption consumption = Consumptions::kind_of<Policy>();

inline bool one_at_a_time(Consumption kind) {
  return Consumptions::with(kind, []<class Policy>(const Policy&) { return bool{Policy::one_at_a_time}; });
}

}  // namespace fsin::router
