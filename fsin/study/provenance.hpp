// SPDX-License-Identifier: Apache-2.0
// Who made a result: version, compiler, host, time.
#pragma once

#include <string>

#include "fsin/sweep/results.hpp"

namespace fsin::study {

/// "2026-05-04T12:30:00Z"
std::string time_now();
sweep::Provenance provenance_now();

}  // namespace fsin::study
