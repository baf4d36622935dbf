// SPDX-License-Identifier: Apache-2.0
// Files of measurements. A format is a struct with name, doc, recognises() and read(), and a line in the catalogue; a
// text is read by the first format that recognises it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fsin/calibration/reading.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::calibration {

struct FormatName {
  std::string_view name;
  std::string_view doc;
};
/// All formats, in the order in which they are tried.
std::vector<FormatName> formats();

/// Reads a text in memory; `source` is its name in messages. Empty after an error.
std::optional<Measurements> read_text(std::string_view text, const Mark& source, const ReadOptions& options,
                                      Diagnostics& diagnostics);

/// Reads a file. Empty after an error: a file that cannot be read, has no known format, or contains any mistake.
std::optional<Measurements> read_file(const InputPath& file, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace fsin::calibration
