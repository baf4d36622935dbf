// SPDX-License-Identifier: Apache-2.0
// The origin of a result: engine and generator, version, compiler, host, time.
#pragma once

#include <string>
#include <string_view>

#include "fsin/result/run_result.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::study {

/// "2026-05-04T12:30:00Z"
std::string time_now();
sweep::Provenance provenance_now();

/// The origin of runs that this program makes of an experiment. `rng`: "philox" or "original".
result::RunOrigin origin_of(const run::Prepared& prepared, std::string_view engine, std::string_view rng);

}  // namespace fsin::study
