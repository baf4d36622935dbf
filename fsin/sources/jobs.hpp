// SPDX-License-Identifier: Apache-2.0
// `workload: {type: jobs}` as a source (trgen/jobs/jobs_params.hpp).
#pragma once

#include "fsin/sources/kind.hpp"
#include "trgen/jobs/jobs_params.hpp"

namespace fsin::sources {

template <>
inline constexpr bool runs_jobs<trgen::jobs::JobsParams> = true;

SourcePointer open_source(const trgen::jobs::JobsParams& params, const Opening& opening);

}  // namespace fsin::sources
