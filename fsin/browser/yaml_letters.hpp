// SPDX-License-Identifier: Apache-2.0
// The letters of a YAML text from its start to its end, with the lines and columns they stand in: blanks and comments,
// keys, texts with and without quotes. What maps and lists are made of them is up to small_yaml.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fsin/config/tree.hpp"

namespace fsin::browser {

/// Ends the reading.
struct YamlRefusal {
  Mark mark;
  std::string message;
};

class YamlLetters {
 public:
  YamlLetters(std::string_view text, const Mark& origin);

  bool ended() const { return at_ >= text_.size(); }
  /// The letter at this place, and one further on; behind the end, that of a new line.
  char here() const { return ended() ? '\n' : text_[at_]; }
  char after(std::size_t letters = 1) const { return at_ + letters < text_.size() ? text_[at_ + letters] : '\n'; }
  void step(std::size_t letters = 1) { at_ += letters; }
  /// From 0.
  int column() const { return static_cast<int>(at_ - line_start_); }
  Mark mark() const;

  /// "---" and "..." at the start of a line, and "-" before an item of a list.
  bool is_marker(std::string_view marker) const;
  bool is_item() const;
  /// A text in quotes begins here, a bracket or a comma stands here.
  bool is_quote() const { return here() == '"' || here() == '\''; }
  bool is_bracket() const;

  /// To the end of the line, or to what stands in it behind blanks. True: something does.
  bool skip_in_line();
  /// To the next letter that is no comment, in any line.
  void skip();
  void skip_in_brackets();

  [[noreturn]] void refuse(std::string message) const;
  /// Before this place there is a tab in its line, where columns count.
  void refuse_tab() const;
  /// A value begins here with a letter that has a meaning which is not read.
  void refuse_unknown() const;

  /// Whether a key begins here, with its colon in this line.
  bool is_key();
  /// A text, or null where `~` or `null` stands.
  config::Tree scalar(bool in_brackets) { return is_quote() ? quoted() : plain(in_brackets); }

 private:
  config::Tree plain(bool in_brackets);
  config::Tree quoted();
  void refuse_continuation();
  void escape(std::string& text);
  std::uint32_t hexadecimal(int digits);

  std::string_view text_;
  Mark origin_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint64_t line_ = 1;
};

}  // namespace fsin::browser
