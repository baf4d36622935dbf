// SPDX-License-Identifier: Apache-2.0
// The JSON that is written for other programs, as JSON Schema (draft 2020-12): docs/schema is printed from here by
// `fsin help --json-schema NAME`, and tests hold every kind of result against it. Figures come from stats::metrics();
// whatever else json.cpp writes has a line in json_schema.cpp. No object may have a member that is not described.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

namespace fsin::report {

/// Names of the schemas: "run", the file of `fsin run --json`, whose $defs/run is the object of one run and a line of
/// runs.jsonl of `fsin run --out`; "sweep-run", a line of runs.jsonl in the folder of a sweep; "comparison", the file
/// of `fsin compare --json`; "check", that of `fsin check --json`.
std::vector<std::string_view> json_schemas();

/// Empty for an unknown name.
std::optional<nlohmann::ordered_json> json_schema(std::string_view name);

}  // namespace fsin::report
