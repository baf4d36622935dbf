// SPDX-License-Identifier: Apache-2.0
// All selection policies of minimal adaptive routing. A new one is a file in selections/ and a type in this list.
#pragma once

#include <cstdint>

#include "fsin/router/policy_list.hpp"
#include "fsin/routing/selections/most_free.hpp"
#include "fsin/routing/selections/random.hpp"
#include "fsin/routing/selections/smart.hpp"

namespace fsin::routing {

/// Place in the list.
enum class Selection : std::uint8_t {};

template <SelectionPolicy... Policies>
using SelectionList = router::PolicyList<Selection, Policies...>;

using Selections = SelectionList<SmartSelection, RandomSelection, MostFreeSelection>;

template <class Policy>
inline constexpr Selection selection = Selections::kind_of<Policy>();

}  // namespace fsin::routing
