// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/json_text.hpp"

#include <nlohmann/json.hpp>

namespace fsin {

using Json = nlohmann::ordered_json;

std::string json_text(const Json& json, int indent) { return json.dump(indent); }

std::string repaired_json_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string json_string(std::string_view text) { return Json(text).dump(); }

std::string json_number(double number) { return Json(number).dump(); }

Json parse_json(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace fsin
