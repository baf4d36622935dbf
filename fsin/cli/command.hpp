// SPDX-License-Identifier: Apache-2.0
// A subcommand of fsin or trgen: its help and its code. Each command has a file of its own and one line in the list of
// its program.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/options.hpp"

namespace fsin::cli {

/// A word, or the beginning of one, with which a started word can go on.
struct Candidate {
  std::string text;  ///< whole, not only the rest; one that ends in . or = wants to be gone on with
  std::string doc;   ///< one line; may be empty
};

struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line, for the list of commands and the top of its --help
  std::string_view usage;        ///< text after "fsin NAME"
  std::string_view description;  ///< paragraphs of its --help
  std::string_view examples;     ///< one a line
  std::span<const Option> options;
  /// Returns the exit code. Results go to stdout, talk to stderr. May throw UsageError and InputOutputError.
  int (*run)(const Arguments& arguments);
  /// Completes a started word that is no option, after the earlier words of the command; the shell completes files
  /// where there are no candidates. Null: files only.
  std::vector<Candidate> (*complete)(std::string_view word, std::span<const std::string> earlier) = nullptr;
};

}  // namespace fsin::cli
