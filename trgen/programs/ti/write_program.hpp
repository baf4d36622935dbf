// SPDX-License-Identifier: Apache-2.0
// Writes the actions of the ranks of a program as a time-independent trace, with requests and collectives as they are
// called.
//
// Lines are those of smpi_replay 3.32, counted in bytes (type 6) or elements, followed by fields for facts it has no
// word for:
//   req=N, req=N-M    the requests that a call starts or waits for
//   comm=N            the communicator, whose members `#comm N <ranks>` names; without it, all ranks
//   element=N         bytes of an element of a reduction, where no type has that size
//   block=1           MPI_Reduce_scatter_block
// (as trgen/formats/ti/fields.hpp parts them from the arguments) and, at the beginning of a file, #clock ns, #ranks N,
// #seat R N for ranks that share a node and #stream R N for streams of a rank. Source -333 is any source, tag -444 any
// tag. A reader that ignores what follows the arguments of an action takes a trace without comm= for one of its own.
//
// Not written: the names of MPI functions around operations (enter, leave), which take no time.
#pragma once

#include <string>

#include "trgen/programs/program.hpp"

namespace trgen::programs::ti {

/// Writes the trace: `path` becomes the list, `path`_files the folder with a file for each rank. Returns the number of
/// lines. Throws record::TraceError.
std::uint64_t write_program(const Program& program, const std::string& path);

}  // namespace trgen::programs::ti
