// SPDX-License-Identifier: Apache-2.0
// Which program this is, for --version and for the record of every result.
#pragma once

#include <string>

namespace fsin::app {

/// "fsin 0.1.0 (d9e4169)"; without the revision when the sources were no git checkout.
std::string version_line();
/// version_line() with build type, compiler and libraries below it.
std::string version_text();

}  // namespace fsin::app
