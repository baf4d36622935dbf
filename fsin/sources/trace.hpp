// SPDX-License-Identifier: Apache-2.0
// `workload: {type: trace}` as a source (trgen/replay/trace_params.hpp). A time-independent trace is run whole, as a
// program (whole_trace.hpp).
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

SourcePointer open_source(const trgen::replay::TraceParams& params, const Opening& opening);

}  // namespace fsin::sources
