// SPDX-License-Identifier: Apache-2.0
// Traces of several files in one folder: which of them stands for the whole.
#pragma once

#include <optional>
#include <string>

namespace trgen::formats {

/// The file by which the trace in a folder is opened: the rank-000000.raw (or lowest rank) of a capture, or the only
/// *.otf2 or *.meta. Nothing when `path` is no folder or holds no such file.
std::optional<std::string> index_file(const std::string& path);

}  // namespace trgen::formats
