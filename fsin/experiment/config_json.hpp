// SPDX-License-Identifier: Apache-2.0
// The resolved configuration as JSON, for the `config` of a result.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "fsin/config/tree.hpp"

namespace fsin::experiment {

/// Numbers and booleans keep their kind, quantities are text with their unit. `schema: version` comes first.
nlohmann::ordered_json config_json(const config::Tree& tree, std::string_view schema, unsigned version);

}  // namespace fsin::experiment
