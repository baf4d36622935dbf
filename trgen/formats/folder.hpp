// SPDX-License-Identifier: Apache-2.0
// Traces of several files in one folder: which of them stands for the whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trgen/io/input.hpp"

namespace trgen::formats {

/// The file by which the trace in a folder is opened: the rank-000000.raw (or lowest rank) of a capture, or the only
/// *.otf2 or *.meta. Nothing when `path` is no folder or holds no such file.
std::optional<std::string> index_file(const std::string& path);

/// The input that a user names: a file, "-", or a folder with a trace in it. Throws record::TraceError.
io::Input open_input(const std::string& path);

/// All files of the trace that is opened under this name: see files_of().
std::vector<std::string> trace_files(const std::string& path);

}  // namespace trgen::formats
