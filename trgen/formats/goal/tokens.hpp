// SPDX-License-Identifier: Apache-2.0
// The words of a GOAL schedule: names, numbers, braces and colons, without blanks and comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/io/lines.hpp"

namespace trgen::formats::goal {

class Tokens {
 public:
  Tokens(io::Input& in, io::Problems& problems) : problems_(problems), lines_(in, problems) { advance(); }

  /// The next word; empty at the end of the file. Valid until take().
  std::string_view peek() const { return word_; }
  std::uint64_t line() const { return line_; }
  std::string take() {
    std::string word = std::move(word_);
    advance();
    return word;
  }
  /// Takes the next word if it is this one.
  bool take_if(std::string_view word) {
    if (word_ != word) return false;
    advance();
    return true;
  }

 private:
  void advance();
  bool skip();
  void skip_comment();

  io::Problems& problems_;
  io::Lines lines_;
  std::string_view rest_;
  std::string word_;
  std::uint64_t line_ = 0;
};

}  // namespace trgen::formats::goal
