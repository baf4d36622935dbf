// SPDX-License-Identifier: Apache-2.0
// Which format a file is in, by its content; which one a name asks for; and what to say when neither is known.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trgen/formats/catalogue.hpp"

namespace trgen::formats {

/// Throws record::TraceError with the nearest guess and the list of formats when the content is that of none.
const FormatEntry& recognise_format(io::Input& in);

/// The format of this name in the catalogue. Throws record::TraceError with the nearest one.
const FormatEntry& format_named(std::string_view name);

/// The format whose suffix ends the name of a file, that of a compression left out. Null where none does.
const FormatEntry* format_by_suffix(std::string_view path);

/// The known suffix that the end of the name is but for one slip: ".otf2" for "run.oft2".
std::optional<std::string_view> near_suffix(std::string_view path);

/// "text (.txt), container (.trgen), ...": what a user can choose from.
std::string list_of_formats();

}  // namespace trgen::formats
