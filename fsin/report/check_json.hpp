// SPDX-License-Identifier: Apache-2.0
// What fsin check finds out, as JSON and as the schema of it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fsin/forecast/checked.hpp"

namespace fsin::report {

nlohmann::ordered_json check_json(const experiment::Experiment& experiment, const forecast::Checked& checked);
nlohmann::ordered_json check_schema();

}  // namespace fsin::report
