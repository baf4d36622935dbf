// SPDX-License-Identifier: Apache-2.0
// What made a result: engine and generator, version, compiler, host, time.
#pragma once

#include <string>
#include <string_view>

#include "fsin/result/run_result.hpp"
#include "fsin/run/sources/workload_factory.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::study {

/// "2026-05-04T12:30:00Z"
std::string time_now();
sweep::Provenance provenance_now();

/// Of runs made with this workload by this program. `rng`: "philox" or "original".
result::RunOrigin origin_of(const run::sources::WorkloadFactory& workloads, std::string_view engine,
                            std::string_view rng);

}  // namespace fsin::study
