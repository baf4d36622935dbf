// SPDX-License-Identifier: Apache-2.0
// A topology with a routing that is written for it, drawn at random.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/engine/design.hpp"
#include "tests/engine/differential/dice.hpp"

namespace differential {

/// Sets topology, routing, virtual channels and flow control of the design. `number` is that of the case.
void random_network(std::uint64_t number, Dice& dice, fsin::engine::Design& design);

/// "torus 4x4, dor [1,0]"
std::string describe_network(const fsin::engine::Design& design);

}  // namespace differential
