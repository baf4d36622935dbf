// SPDX-License-Identifier: Apache-2.0
// Other programs of the system: where they are, and what they print.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fsin {

/// The file that a shell would run for this word: a path, or a name that is searched in PATH. Empty: there is none.
std::optional<std::filesystem::path> find_program(const std::string& word);

/// Output of a program on standard output and standard error, up to 64 KiB; "" when it cannot be run. It is started
/// without a shell, with nothing to read.
std::string output_of(const std::vector<std::string>& words);

}  // namespace fsin
