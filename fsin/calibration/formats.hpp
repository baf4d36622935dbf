// SPDX-License-Identifier: Apache-2.0
// Files of measurements. A format is a struct with name, doc, recognises() and read(), and a line in the catalogue; of
// those that recognise a text the first one reads it.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "fsin/calibration/reading.hpp"

namespace fsin::calibration {

struct FormatName {
  std::string_view name;
  std::string_view doc;
};
/// All formats, in the order in which they are tried.
std::vector<FormatName> formats();

/// A text in memory; `source` is what messages call it. Empty after an error.
std::optional<Measurements> read_text(std::string_view text, const Mark& source, const ReadOptions& options,
                                      Diagnostics& diagnostics);

/// Empty after an error: a file that cannot be read, of no format that is known, or with anything wrong in it.
std::optional<Measurements> read_file(const std::filesystem::path& file, const ReadOptions& options,
                                      Diagnostics& diagnostics);

}  // namespace fsin::calibration
