// SPDX-License-Identifier: Apache-2.0
// Optional fields after the arguments of an action, `<name>=<value>`: req=, comm=, element=, block= (their meaning is
// in write_program.hpp of trgen/programs/ti).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trgen::formats::ti {

/// True when a word is such a field; a number is none.
bool is_field(std::string_view word);

/// The value of the first field of this name; empty where there is none.
std::string_view field(std::span<const std::string_view> fields, std::string_view name);

/// Numbers of requests.
struct RequestRange {
  std::uint32_t first = 0, count = 0;
};

/// Numbers of requests are below this.
inline constexpr std::uint64_t most_request = std::uint64_t{1} << 20;

/// Parses `3` or `0-7`.
std::optional<RequestRange> request_range(std::string_view text);

}  // namespace trgen::formats::ti
