// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/experiment_words.hpp"

#include <fmt/format.h>

#include "fsin/core/text.hpp"

namespace fsin::commands {

std::optional<ExperimentWords> experiment_words(const cli::Arguments& arguments, std::string_view command,
                                                Diagnostics& diagnostics) {
  ExperimentWords words;
  const Mark mark{std::string(command)};
  for (const std::string& word : arguments.positional()) {
    if (word.find('=') != std::string::npos) {
      words.overrides.push_back(word);
    } else if (words.file.empty() && !word.empty()) {
      words.file = word;
    } else {
      diagnostics.error(
          mark, fmt::format("{} is one experiment too many; an override is written key=value", in_quotes(word)));
    }
  }
  if (words.file.empty()) {
    diagnostics.error(mark, fmt::format("no experiment given; write {} EXP.yaml", command));
  }
  if (!diagnostics.ok()) return std::nullopt;
  return words;
}

}  // namespace fsin::commands
