// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/values.hpp"

#include <limits>

#include "fsin/core/text.hpp"

namespace trgen::formats {

std::optional<std::int32_t> parse_tag(std::string_view text) {
  const auto value = fsin::parse_integer(text);
  if (!value || *value < std::numeric_limits<std::int32_t>::min() ||
      *value > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  return static_cast<std::int32_t>(*value);
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const auto value = fsin::parse_natural(text);
  return value && *value <= most_message_bytes ? value : std::nullopt;
}

std::optional<std::uint32_t> parse_rank(std::string_view text) {
  const auto value = fsin::parse_natural(text);
  if (!value || *value >= std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

}  // namespace trgen::formats
