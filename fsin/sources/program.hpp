// SPDX-License-Identifier: Apache-2.0
// `workload: {type: program}` as a source (trgen/replay/program_params.hpp).
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/replay/program_params.hpp"

namespace fsin::sources {

template <>
inline constexpr bool may_loop<trgen::replay::ProgramParams> = true;

SourcePointer open_source(const trgen::replay::ProgramParams& params, const Opening& opening);

}  // namespace fsin::sources
