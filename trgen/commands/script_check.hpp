// SPDX-License-Identifier: Apache-2.0
// The proof behind a script that was found in a trace: it is read and run, and must have the messages of the trace.
#pragma once

#include <string>

#include "trgen/record/source.hpp"

namespace trgen::commands {

/// Requires that a script has the messages of a trace, in the same order on each rank: partners, bytes, and tags, which
/// may have been renamed, each tag of a communicator to one of its own. Throws std::logic_error with the first rank and
/// message that differ, and record::TraceError where the trace cannot be read.
void check_script(const record::TraceSource& trace, const std::string& script);

}  // namespace trgen::commands
