// SPDX-License-Identifier: Apache-2.0
// Conversion between the nanoseconds of traces and the seconds of some formats.
#pragma once

#include <cstdint>

namespace trgen::formats {

inline constexpr std::uint64_t ns_per_second = 1'000'000'000;

}  // namespace trgen::formats
