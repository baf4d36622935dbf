// SPDX-License-Identifier: Apache-2.0
// Two traces in simulated time, as text and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "fsin/study/compare_traces.hpp"

namespace fsin::report {

/// `most`: ranks that are listed, those whose ends differ most.
std::string traces_text(const study::TraceComparison& comparison, std::size_t most);

nlohmann::ordered_json traces_json(const study::TraceComparison& comparison, const std::string& version);

}  // namespace fsin::report
