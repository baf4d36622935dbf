// SPDX-License-Identifier: Apache-2.0
// The sizes of problems for trgen extrapolate: FILE@SIZE, --size, --weak and --strong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/commands/command.hpp"
#include "trgen/extrapolation/grids.hpp"

namespace trgen::commands {

inline constexpr std::uint64_t most_problem_size = std::uint64_t{1} << 31;

/// A file and the size of its problem; 0 where it says none.
struct SizedFile {
  std::string path;
  std::uint64_t size = 0;
};

/// FILE@SIZE, where SIZE is a whole number from 1, unless a file has that name as a whole. An error where a size is out
/// of range.
SizedFile sized_file(const Arguments& arguments, const std::string& words, Diagnostics& diagnostics);

/// The size that a trace of so many ranks should have, with inputs of these scales, whose sizes are all known: that of
/// --size; with --strong, that of the input with most ranks; with --weak, the one that has as many points per rank as
/// the inputs, in one to three dimensions. Without any of them, the size that all inputs have. An error, and 0, where
/// there is none. 0 where sizes are not known.
std::uint64_t wanted_size(const Arguments& arguments, const std::vector<extrapolation::Scale>& inputs,
                          std::uint32_t ranks, Diagnostics& diagnostics);

/// The size s with s^d / ranks as in all inputs, for some d from 1 to 3; none where there is none, or it is no whole
/// number.
std::optional<std::uint64_t> size_by_rank(const std::vector<extrapolation::Scale>& inputs, std::uint32_t ranks);

}  // namespace trgen::commands
