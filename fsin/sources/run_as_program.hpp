// SPDX-License-Identifier: Apache-2.0
// A program as a source, for the kinds of workload that are run as one: programs, time-independent traces, lists of
// flows.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/sources/kind.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/replay/program_params.hpp"

namespace fsin::sources {

/// Runs the program as `params` say, whose kernel does not count. `summary` and `files` are the source's own. Null
/// after an error.
SourcePointer run_as_program(std::shared_ptr<const trgen::programs::Program> program,
                             const trgen::replay::ProgramParams& params, std::string summary, std::vector<File> files,
                             const Opening& opening);

/// "collectives   expanded as of ...", a line of a summary.
std::string expanded_line(std::string_view library, const std::string& algorithms);

}  // namespace fsin::sources
