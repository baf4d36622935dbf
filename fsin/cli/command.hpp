// SPDX-License-Identifier: Apache-2.0
// A subcommand of fsin or trgen: its help and its code. Each command has a file of its own and one line in the list of
// its program.
#pragma once

#include <span>
#include <string_view>

#include "fsin/cli/options.hpp"

namespace fsin::cli {

struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line, for the list of commands and the top of its --help
  std::string_view usage;        ///< text after "fsin NAME"
  std::string_view description;  ///< paragraphs of its --help
  std::string_view examples;     ///< one a line
  std::span<const Option> options;
  /// Returns the exit code. Results go to stdout, talk to stderr. May throw UsageError and InputOutputError.
  int (*run)(const Arguments& arguments);
};

}  // namespace fsin::cli
