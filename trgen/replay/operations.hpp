// SPDX-License-Identifier: Apache-2.0
// The operations that ranks run, of a trace or of a program: all that a replay knows of either.
#pragma once

#include <functional>
#include <memory>

#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/ranks/settings.hpp"
#include "trgen/replay/readers/operation_reader.hpp"

namespace trgen::replay {

/// Makes a reader of the operations of all ranks; every share has its own. May throw record::TraceError.
using MakeReader = std::function<std::unique_ptr<OperationReader>()>;

/// The operations of a trace, as its replay with these settings needs them: receives from any source are left open with
/// `wildcards`, and where messages ask, receives are posted as the calls of the trace say. Throws record::TraceError
/// when the trace cannot be read.
MakeReader operations_of(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings);

/// The operations of a program, its collectives expanded by `choice`.
MakeReader operations_of(std::shared_ptr<const programs::Program> program,
                         const programs::collectives::Choice& choice = {});

/// Memory in bytes of the readers of `threads` threads, each of which reads its own ranks; without the trace or the
/// program, which are shared.
double reader_bytes(const record::TraceSource& source, const ReplaySettings& settings, unsigned threads);
double reader_bytes(const programs::Program& program, unsigned threads);

}  // namespace trgen::replay
