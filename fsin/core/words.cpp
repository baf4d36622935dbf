// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/words.hpp"

#include <algorithm>

namespace fsin {

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> made;
  constexpr std::string_view blanks = " \t\r\v\f";
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    made.push_back({line.substr(at, end - at), at + 1});
    at = line.find_first_not_of(blanks, end);
  }
  return made;
}

std::string_view before_comment(std::string_view line, std::string_view marks) {
  return line.substr(0, line.find_first_of(marks));
}

}  // namespace fsin
