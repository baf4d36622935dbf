// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of an experiment file, for editors: `fsin help --json-schema experiment`.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace fsin::commands {

/// Of a file with `fsin: 1`, an experiment or a sweep.
nlohmann::ordered_json experiment_schema();
/// Of a file that network.file names: the keys of network at its top.
nlohmann::ordered_json network_schema();

}  // namespace fsin::commands
