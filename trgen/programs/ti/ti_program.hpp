// SPDX-License-Identifier: Apache-2.0
// A time-independent trace as a program: a step is a block of operations of a rank, read from the store that the
// translator has filled.
//
// Where the trace has non-blocking collectives, rank r + s P of the program (P: ranks of the trace) is stream s of rank
// r, on the same node. It waits for a signal to begin, takes part in the collective for its rank, and signals its end.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/program.hpp"
#include "trgen/programs/ti/translator.hpp"

namespace trgen::programs::ti {

std::shared_ptr<const Program> make_ti_program(Translated translated, std::string name);

}  // namespace trgen::programs::ti
