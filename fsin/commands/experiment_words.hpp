// SPDX-License-Identifier: Apache-2.0
// The words EXP.yaml [key=value ...] that several commands take; - in place of the file is standard input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/options.hpp"

namespace fsin::commands {

struct ExperimentWords {
  std::string file;
  std::vector<std::string> overrides;

  bool from_standard_input() const { return file == "-"; }
  /// As messages and results call it.
  std::string source() const { return from_standard_input() ? "stdin" : file; }
};

/// One file, and any number of words with an equals sign. Empty after a mistake.
std::optional<ExperimentWords> experiment_words(const cli::Arguments& arguments, std::string_view command,
                                                Diagnostics& diagnostics);

}  // namespace fsin::commands
