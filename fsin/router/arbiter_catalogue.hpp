// SPDX-License-Identifier: Apache-2.0
// All arbiters. A new one is a file in arbiters/ and a type in this list.
#pragma once

#include "fsin/router/arbiters/age.hpp"
#include "fsin/router/arbiters/longest.hpp"
#include "fsin/router/arbiters/most_hops.hpp"
#include "fsin/router/arbiters/oldest.hpp"
#include "fsin/router/arbiters/random.hpp"
#include "fsin/router/arbiters/round_robin.hpp"
#include "fsin/router/policy_list.hpp"

namespace fsin::router {

/// Index in the list.
enum class Arbiter : std::uint8_t {};

template <ArbiterPolicy... Policies>
using ArbiterList = PolicyList<Arbiter, Policies...>;

using Arbiters = ArbiterList<RoundRobin, Oldest, Random, Longest, Age, MostHops>;

template <class Policy>
inline constexpr Arbiter arbiter = Arbiters::kind_of<Policy>();

}  // namespace fsin::router
