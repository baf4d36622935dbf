// SPDX-License-Identifier: Apache-2.0
// Blank-separated words of a line of text, each with its column.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fsin {

struct Word {
  std::string_view text;
  std::size_t column = 0;  ///< from 1
};

/// The words of a line, which blanks, tabs and a carriage return part.
std::vector<Word> words_of(std::string_view line);

/// What stands before a comment, which one of the characters `marks` begins.
std::string_view before_comment(std::string_view line, std::string_view marks);

}  // namespace fsin
