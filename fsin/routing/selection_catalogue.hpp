// SPDX-License-Identifier: Apache-2.0
// All selection policies of minimal adaptive routing. To add one, write its file in algorithms/selections/, declare its
// type here and add it to the list, and include the file in algorithms/selections.hpp.
#pragma once

#include <cstdint>
#include <span>

#include "fsin/router/policy_list.hpp"

namespace fsin::routing {

struct SmartSelection;
struct RandomSelection;
struct MostFreeSelection;

/// Place of a policy in the list.
enum class Selection : std::uint8_t {};

using Selections = router::PolicyList<Selection, SmartSelection, RandomSelection, MostFreeSelection>;

template <class Policy>
inline constexpr Selection selection = Selections::kind_of<Policy>();

std::span<const config::Named<Selection>> selection_names();

/// RoutingAlgorithm::remembers of the policy.
bool remembers(Selection kind);

}  // namespace fsin::routing
