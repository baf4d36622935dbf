// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/version.hpp"

#include <fmt/format.h>

#include "fsin/core/build_identity.hpp"
#include "fsin/core/build_info.hpp"

namespace fsin {

std::string version_line(std::string_view program) {
  return fmt::format("{} {} ({})", program, build_info::version, build_identity::revision());
}

}  // namespace fsin
