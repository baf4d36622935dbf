// SPDX-License-Identifier: Apache-2.0
// Values that an experiment gives and a run does not follow: keys without effect beside the others, and algorithms that
// another one stood in for.
#pragma once

#include <string>

namespace fsin::result {

struct Unheeded {
  std::string key;  ///< whole path
  std::string why;  ///< continues the key to a sentence: "has no effect without measure.find: saturation"

  bool operator==(const Unheeded&) const = default;
};

}  // namespace fsin::result
