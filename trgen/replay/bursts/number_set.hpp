// SPDX-License-Identifier: Apache-2.0
// Sets of ranks or nodes as they are written: "3", "0-15", "0-3, 8, 12-15".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::replay {

struct NumberSet {
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  std::vector<Range> ranges;

  bool contains(std::uint32_t number) const {
    for (const Range& range : ranges) {
      if (number >= range.first && number <= range.last) return true;
    }
    return false;
  }
};

/// Numbers below `size`. Nothing after a mistake, which `error` says; `noun` is what they number: "rank", "node".
std::optional<NumberSet> parse_number_set(std::string_view text, std::uint32_t size, std::string_view noun,
                                          std::string& error);

}  // namespace trgen::replay
