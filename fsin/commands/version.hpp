// SPDX-License-Identifier: Apache-2.0
// What `fsin --version` prints.
#pragma once

#include <string>

namespace fsin::commands {

/// version_line() with what decides the results of simulations, the build type, the compiler and the libraries below
/// it.
std::string version_text();

}  // namespace fsin::commands
