// SPDX-License-Identifier: Apache-2.0
// The files of a time-independent trace: one of all ranks, or a list of files, one for each rank.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::ti {

/// Longest line of a trace.
inline constexpr std::size_t longest_line = std::size_t{64} << 20;

/// True when a line can be a line of a list: one word, and not a number.
bool is_file_name(std::string_view line);

/// The largest rank at the beginning of a line, plus one.
std::uint32_t count_ranks(const io::Input& in, std::uint64_t most);

/// Finds a file of a list: from the working directory, as smpi_replay does, else beside the list, else in the list's
/// own folder of files.
std::optional<std::string> find_file(const std::string& list, const std::string& name);

/// The files of a list. Throws record::TraceError.
std::vector<std::string> read_list(io::Input& in, io::Problems& problems);

}  // namespace trgen::formats::ti
