// SPDX-License-Identifier: Apache-2.0
// A program as a trace that is made while it is read and never stored: for every writer of a trace format, and for
// `trgen info`, `check` and `stats`.
//
// Each rank calls MPI_Init first and MPI_Finalize last. An operation inside the MPI function that the program entered
// lies in that state; any other gets a state of its own, named after its MPI function. A send is recorded where it
// starts, a receive where the rank waits for it, as a tracing library does. A call takes 200 ns, with its message in
// the middle; a CPU burst takes its time; nothing else takes any, as the network is not known. A wait for any of
// several requests is recorded as completing the lowest one.
#pragma once

#include <memory>

#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs {

/// Makes the trace. `choice`: the algorithms of collectives. `messages_only`: no states, all times zero.
std::shared_ptr<const record::TraceSource> make_program_trace(std::shared_ptr<const Program> program,
                                                              const collectives::Choice& choice = {},
                                                              bool messages_only = false);

}  // namespace trgen::programs
