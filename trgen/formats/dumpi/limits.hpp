// SPDX-License-Identifier: Apache-2.0
// Limits that no DUMPI trace of a real program comes near to, but a damaged one may exceed.
#pragma once

#include <cstdint>

namespace trgen::formats::dumpi {

/// Most numbers of datatypes of one rank.
inline constexpr std::uint32_t most_types = 4096;

}  // namespace trgen::formats::dumpi
