// SPDX-License-Identifier: Apache-2.0
#include "tests/deadlock/cases.hpp"

namespace deadlock_test {

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases : {design_cases(), mesh_cases(), graph_cases(), hyperx_cases(), dragonfly_cases()}) {
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

}  // namespace deadlock_test
