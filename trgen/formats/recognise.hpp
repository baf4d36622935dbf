// SPDX-License-Identifier: Apache-2.0
// Finds the format of a file by its content, or by a name, and words the message when it is unknown.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trgen/formats/catalogue.hpp"

namespace trgen::formats {

/// The format of an input, by its content. Throws record::TraceError, with the nearest guess and the list of formats,
/// when there is none.
const FormatEntry& recognise_format(io::Input& in);

/// The format of this name in the catalogue. Throws record::TraceError with the nearest name when there is none.
const FormatEntry& format_named(std::string_view name);

/// The format whose suffix ends the file name, the suffix of a compression left out. Null when there is none.
const FormatEntry* format_by_suffix(std::string_view path);

/// The known suffix that differs from the end of the name by one slip: ".otf2" for "run.oft2".
std::optional<std::string_view> near_suffix(std::string_view path);

/// The list for messages: "text (.txt), container (.trgen), ...".
std::string list_of_formats();

}  // namespace trgen::formats
