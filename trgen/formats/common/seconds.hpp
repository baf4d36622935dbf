// SPDX-License-Identifier: Apache-2.0
// Times of traces are nanoseconds; formats that write seconds need the ratio.
#pragma once

#include <cstdint>

namespace trgen::formats {

inline constexpr std::uint64_t ns_per_second = 1'000'000'000;

}  // namespace trgen::formats
