// SPDX-License-Identifier: Apache-2.0
// What no DUMPI trace of a real program comes near to; a damaged one may.
#pragma once

#include <cstdint>

namespace trgen::formats::dumpi {

/// Numbers of datatypes of one rank.
inline constexpr std::uint32_t most_types = 4096;

}  // namespace trgen::formats::dumpi
