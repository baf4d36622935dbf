// SPDX-License-Identifier: Apache-2.0
// A line of a table in a text file, as words between blanks. A # begins a comment.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace fsin::routing {

struct Word {
  std::string_view text;
  std::size_t place = 0;  ///< column, from 1
};

inline std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find_first_not_of(" \t\r"); at < line.size(); at = line.find_first_not_of(" \t\r", at)) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back({line.substr(at, end - at), at + 1});
    at = end;
  }
  return words;
}

}  // namespace fsin::routing
