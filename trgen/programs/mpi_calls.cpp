// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/mpi_calls.hpp"

namespace trgen::programs {

const std::vector<std::string>& mpi_state_names() {
  static const std::vector<std::string> names(mpi_function_names.begin(), mpi_function_names.end());
  return names;
}

}  // namespace trgen::programs
