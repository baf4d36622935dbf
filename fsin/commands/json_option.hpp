// SPDX-License-Identifier: Apache-2.0
// --json of the commands that print a text: JSON goes into a file beside the text, or with - takes its place.
#pragma once

#include "fsin/cli/command.hpp"
#include "fsin/core/output_file.hpp"

namespace fsin::commands {

/// Writes what --json asks for, and the text unless JSON takes its place. Both are functions that make a string, and
/// are called where they are needed.
template <class Json, class Text>
void write_answer(const cli::Arguments& arguments, Json json, Text text) {
  const auto file = arguments.text("json");
  if (file && is_standard_output(*file)) return write_stdout(json());
  if (file) write_file(*file, json());
  write_text(text());
}

}  // namespace fsin::commands
