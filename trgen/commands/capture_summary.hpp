// SPDX-License-Identifier: Apache-2.0
// Summary that `trgen capture` prints of the trace that it has written.
#pragma once

#include <string>

#include "trgen/commands/causal_check.hpp"
#include "trgen/commands/tally.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

/// Counts all records of a trace, rank after rank. Throws record::TraceError.
Tally tally_of(const record::TraceSource& trace);

/// Prints the summary to standard output. `bytes` is the size of the file.
void print_capture(const std::string& path, std::uint64_t bytes, const record::TraceSource& trace, const Tally& tally,
                   const CheckResult& check);

}  // namespace trgen::commands
