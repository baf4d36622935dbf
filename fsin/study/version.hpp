// SPDX-License-Identifier: Apache-2.0
// Which program this is, for --version and for the record of every result.
#pragma once

#include <string>

namespace fsin::study {

/// "fsin 0.1.0 (d9e4169c31)", "fsin 0.1.0 (d9e4169c31-dirty)" when the sources differed from that commit.
std::string version_line();
/// What decides the results of simulations: build_identity::program_digest().
std::string program_digest();
/// version_line() with build type, compiler and libraries below it.
std::string version_text();

}  // namespace fsin::study
