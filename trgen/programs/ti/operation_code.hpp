// SPDX-License-Identifier: Apache-2.0
// Operations encoded as a few bytes each: the form in which the operations of a long trace are stored.
//
// A head byte has the kind, from 1 on, in its lower four bits, and marks for what is present; numbers follow in groups
// of seven bits. A head byte of 0 ends a block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "trgen/programs/operation.hpp"

namespace trgen::programs::ti {

inline constexpr std::size_t longest_code = 64;

/// Writes an operation other than enter and leave; returns the end. `to` has room for longest_code bytes.
std::byte* encode(const Operation& operation, std::byte* to);

/// Where the source of a started receive stands in its code, and a source in as many bytes as any_rank has, so that it
/// can take its place.
inline constexpr std::size_t source_in_code = 1;
std::array<std::byte, 5> code_of_source(std::uint32_t source);

/// Reads one operation; returns the end, or null at the end of the block, or where the bytes are no operation.
const std::byte* decode(const std::byte* from, const std::byte* end, Operation& out);

}  // namespace trgen::programs::ti
