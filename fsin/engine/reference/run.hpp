// SPDX-License-Identifier: Apache-2.0
// A run of the reference stepper, with the draws of the original simulator if the plan has them, else with keyed ones.
#pragma once

#include "fsin/engine/run_parts.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine::reference {

stats::RunTotals run(const routing::Walker& algorithm, const RunParts& parts);

}  // namespace fsin::engine::reference
