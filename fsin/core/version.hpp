// SPDX-License-Identifier: Apache-2.0
// The version of the programs, one for both, and the commit they were built from.
#pragma once

#include <string>
#include <string_view>

namespace fsin {

/// "fsin 0.1.0 (d9e4169c31)"; "fsin 0.1.0 (d9e4169c31-dirty)" when the sources differed from that commit.
std::string version_line(std::string_view program);

}  // namespace fsin
