// SPDX-License-Identifier: Apache-2.0
// The resolved configuration as JSON, for the `config` of a result.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fsin/config/tree.hpp"

namespace fsin::experiment {

/// Numbers and booleans keep their kind, quantities are text with their unit. `fsin: 1` comes first.
nlohmann::ordered_json config_json(const config::Tree& tree);

}  // namespace fsin::experiment
