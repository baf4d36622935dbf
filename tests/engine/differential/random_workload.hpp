// SPDX-License-Identifier: Apache-2.0
// The workload of a random case: synthetic traffic, or a small random trace.
#pragma once

#include "tests/engine/differential/dice.hpp"
#include "tests/engine/differential/random_case.hpp"

namespace differential {

/// Fills in make_workload, workload_text and the length of the run.
void choose_workload(Dice& dice, RandomCase& random_case);

}  // namespace differential
