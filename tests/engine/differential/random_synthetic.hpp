// SPDX-License-Identifier: Apache-2.0
// Random synthetic load beyond single packets of Bernoulli sources: every entry of the catalogues of patterns,
// arrivals, sizes and loops, mixes and phases, and files of packets.
#pragma once

#include "fsin/workload/network_facts.hpp"
#include "tests/engine/differential/dice.hpp"
#include "tests/engine/differential/random_case.hpp"

namespace differential {

/// Fills in make_workload, workload_text and the length of the run. False where no load that was drawn goes with the
/// network.
bool choose_synthetic(Dice& dice, const fsin::workload::NetworkFacts& facts, RandomCase& random_case);

/// Packets of a file, which is kept beside the program until it ends.
void choose_packets(Dice& dice, std::uint64_t number, const fsin::workload::NetworkFacts& facts,
                    RandomCase& random_case);

}  // namespace differential
