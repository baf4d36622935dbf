// SPDX-License-Identifier: Apache-2.0
// The files that were read for a result, as it lists them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "fsin/core/input_path.hpp"

namespace fsin::result {

/// [{"kind": "workload.file", "path": "cg.W.64.txt.zst", "digest": "xxh128:...", "bytes": 1234}, ...]
nlohmann::ordered_json inputs_json(std::span<const Input> inputs);
/// The same back; empty where `json` is null.
std::vector<Input> read_inputs(const nlohmann::ordered_json& json);

}  // namespace fsin::result
