// SPDX-License-Identifier: Apache-2.0
// Traces of several files in one folder: finds the file that represents the whole.
#pragma once

#include <optional>
#include <string>

#include "trgen/io/input.hpp"

namespace trgen::formats {

/// The file by which the trace in a folder is opened: the rank-000000.raw (or lowest rank) of a capture, or the only
/// *.otf2 or *.meta. Empty when `path` is no folder or contains no such file.
std::optional<std::string> index_file(const fsin::InputPath& path);

/// The input for a name given by the user: a file, "-", or a folder that contains a trace. Throws record::TraceError.
io::Input open_input(const fsin::InputPath& path);

}  // namespace trgen::formats
