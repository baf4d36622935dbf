// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/fields.hpp"

#include "fsin/core/text.hpp"

namespace trgen::formats::ti {

bool is_field(std::string_view word) {
  return !word.empty() && (word.front() < '0' || word.front() > '9') && word.find('=') != std::string_view::npos;
}

std::string_view field(std::span<const std::string_view> fields, std::string_view name) {
  for (const std::string_view each : fields) {
    if (each.size() > name.size() && each[name.size()] == '=' && each.starts_with(name))
      return each.substr(name.size() + 1);
  }
  return {};
}

std::optional<RequestRange> request_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = fsin::parse_natural(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : fsin::parse_natural(text.substr(dash + 1));
  if (!first || !last || *last < *first || *last >= most_request) return std::nullopt;
  return RequestRange{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last - *first + 1)};
}

}  // namespace trgen::formats::ti
