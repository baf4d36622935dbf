// SPDX-License-Identifier: Apache-2.0
// A small random program whose ranks may share nodes: messages that are sent or started, waits, bursts, collectives,
// and what calls and long messages cost.
#pragma once

#include "fsin/workload/network_facts.hpp"
#include "tests/engine/differential/dice.hpp"
#include "tests/engine/differential/random_case.hpp"

namespace differential {

void choose_program(Dice& dice, const fsin::workload::NetworkFacts& facts, RandomCase& c);

}  // namespace differential
