// SPDX-License-Identifier: Apache-2.0
// Limits for the fields of a record in any format, numbers read from text within them, and the unit of its times.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace trgen::formats {

/// The most bytes of a message (256 TiB) and the latest time (292 years). Anything beyond is no measurement.
inline constexpr std::uint64_t most_message_bytes = std::uint64_t{1} << 48;
inline constexpr std::uint64_t latest_time_ns = std::uint64_t{1} << 63;

/// Times of records are nanoseconds; some formats count seconds.
inline constexpr std::uint64_t ns_per_second = 1'000'000'000;

/// Parses a tag: any whole number of 32 bits, signed.
std::optional<std::int32_t> parse_tag(std::string_view text);
/// Parses the bytes of a message: a whole number up to most_message_bytes.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
/// Parses a rank: a whole number below 2^32 - 1.
std::optional<std::uint32_t> parse_rank(std::string_view text);

}  // namespace trgen::formats
