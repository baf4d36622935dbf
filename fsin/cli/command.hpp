// SPDX-License-Identifier: Apache-2.0
// A subcommand of fsin or trgen: what `--help` says of it, and what it does. Each lives in a file of its own and is one
// line of the list of its program.
#pragma once

#include <span>
#include <string_view>

#include "fsin/cli/options.hpp"

namespace fsin::cli {

struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line, for the list of commands and the top of its --help
  std::string_view usage;        ///< what follows "fsin NAME"
  std::string_view description;  ///< paragraphs of its --help
  std::string_view examples;     ///< one a line
  std::span<const Option> options;
  /// Returns the exit code. Results go to stdout, talk to stderr. May throw UsageError and InputOutputError.
  int (*run)(const Arguments& arguments);
};

}  // namespace fsin::cli
