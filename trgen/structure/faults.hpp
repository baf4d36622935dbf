// SPDX-License-Identifier: Apache-2.0
// Checks a structure that comes from a file, before anything runs through it: every loop has a body, every series as
// many numbers as it must have, every set members that exist. What the values are is checked record by record.
#pragma once

#include <cstdint>
#include <string>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// More records of one rank than this are taken for damage: a trace of 2^48 records would be read for years.
inline constexpr std::uint64_t most_records_of_rank = std::uint64_t{1} << 48;
/// Loops within loops.
inline constexpr std::size_t most_depth = 64;

/// What is wrong, in words; empty when nothing is.
std::string fault_of(const Structure& structure);

}  // namespace trgen::structure
