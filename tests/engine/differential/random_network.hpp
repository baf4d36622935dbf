// SPDX-License-Identifier: Apache-2.0
// A topology with a routing that is written for it, drawn at random.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fsin/engine/design.hpp"
#include "tests/engine/differential/dice.hpp"

namespace differential {

/// Sets topology, routing, virtual channels and flow control of the design. `number` is that of the case; `demanded` a
/// name of networks::draws, or empty.
void random_network(std::uint64_t number, std::string_view demanded, Dice& dice, fsin::engine::Design& design);

/// "torus [4, 4], true, dor [1, 0]"
std::string describe_network(const fsin::engine::Design& design);

}  // namespace differential
