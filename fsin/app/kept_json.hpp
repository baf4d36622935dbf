// SPDX-License-Identifier: Apache-2.0
// The result of a run as a sweep keeps it: in its journal, in the cache, in its folder (sweep::Run::result).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fsin/report/run_result.hpp"

namespace fsin::app {

nlohmann::ordered_json kept_json(const report::RunResult& result, const std::string& engine, bool with_detail);

}  // namespace fsin::app
