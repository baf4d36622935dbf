// SPDX-License-Identifier: Apache-2.0
// What a run under a model without routers says of its own accuracy: indicators with their limits, beyond which the
// estimate is apt to be more than 30 % off what the routers would give.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fsin::result {

struct ModelCheck {
  std::string name;  ///< of the indicator, kebab-case
  double value = 0;
  double limit = 0;
  std::string text;  ///< what it is, in one sentence with its value

  bool warns() const { return value > limit; }
};

/// [{name, value, limit, warns, text}, ...]
nlohmann::ordered_json model_checks_json(const std::vector<ModelCheck>& checks);
/// The other way round; none where there is no such list.
std::vector<ModelCheck> read_model_checks(const nlohmann::ordered_json& json);

}  // namespace fsin::result
