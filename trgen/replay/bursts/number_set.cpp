// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/bursts/number_set.hpp"

#include <fmt/core.h>

#include "fsin/core/text.hpp"

namespace trgen::replay {
std::optional<NumberSet> parse_number_set(std::string_view text, std::uint32_t size, std::string_view noun,
                                          std::string& error) {
  NumberSet set;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view piece = fsin::trimmed(text.substr(0, comma));
    const std::size_t dash = piece.find('-');
    const auto first = fsin::parse_natural(fsin::trimmed(piece.substr(0, dash)));
    const auto last =
        dash == std::string_view::npos ? first : fsin::parse_natural(fsin::trimmed(piece.substr(dash + 1)));
    if (!first || !last) {
      error = fmt::format("{} is no set of {}s; write numbers and ranges, such as \"0-3, 8\"", fsin::in_quotes(piece),
                          noun);
      return std::nullopt;
    }
    if (*first > *last) {
      error = fmt::format("{} runs backwards; write the lower {} first", fsin::in_quotes(piece), noun);
      return std::nullopt;
    }
    if (*last >= size) {
      error = fmt::format("there is no {} {}; there are {} of them, 0 to {}", noun, *last, size, size - 1);
      return std::nullopt;
    }
    set.ranges.push_back({static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)});
    if (comma == std::string_view::npos) return set;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace trgen::replay
