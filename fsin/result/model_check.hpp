// SPDX-License-Identifier: Apache-2.0
// What a run under a model without routers says of its own accuracy: indicators with their limits, beyond which the
// estimate is apt to be more than 30 % off what the routers would give.
#pragma once

#include <string>

namespace fsin::result {

struct ModelCheck {
  std::string name;  ///< of the indicator, kebab-case
  double value = 0;
  double limit = 0;
  std::string text;  ///< what it is, in one sentence with its value

  bool warns() const { return value > limit; }
};

}  // namespace fsin::result
