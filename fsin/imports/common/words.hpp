// SPDX-License-Identifier: Apache-2.0
// Lines of a source, as words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "fsin/core/words.hpp"
#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

/// Takes the next line off the text; false at its end.
bool next_line(std::string_view& text, std::string_view& line);

/// Lines of a source that have words, one after another.
class Lines {
 public:
  /// `comment`: a character that begins a comment where it begins a word; 0: there are none.
  Lines(const Source& source, char comment) : rest_(source.text), file_(source.mark()), comment_(comment) {}

  /// Goes to the next line with words; false at the end of the text.
  bool next();

  const std::vector<Word>& words() const { return words_; }
  std::string_view text() const { return line_; }
  Mark mark(std::size_t word = 0) const;
  /// Behind the last word of the line.
  Mark end() const;

 private:
  std::string_view rest_, line_;
  Mark file_;
  char comment_;
  std::uint64_t number_ = 0;
  std::vector<Word> words_;
};

}  // namespace fsin::imports
