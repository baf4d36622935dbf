// SPDX-License-Identifier: Apache-2.0
// A table in a text file, a line of words after the other, and what is wrong with it, with its place.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/core/input_file.hpp"
#include "fsin/core/words.hpp"

namespace fsin::routing {

class TextTable {
 public:
  using Complain = std::function<void(std::string)>;

  /// `what` the file is, for messages: "table of routes".
  TextTable(const InputPath& file, std::string_view what, const Complain& complain)
      : file_(file), what_(what), complain_(complain) {}

  /// Calls enter(words) for each line, without its comment, which # begins. True if nothing was wrong.
  template <class Enter>
  bool read(Enter enter) {
    InputStream in(file_);
    if (!in) {
      fail("cannot read the " + what_ + " " + file_.string());
      return false;
    }
    std::string text;
    for (line_ = 1; std::getline(in, text); ++line_) enter(words_of(before_comment(text, "#")));
    if (in.bad()) fail_whole("the " + what_ + " could not be read to its end");
    return !failed_;
  }

  /// Of a place in the line that is being entered.
  void fail_at(std::size_t column, std::string_view message) {
    fail(file_.string() + ":" + std::to_string(line_) + ":" + std::to_string(column) + ": " + std::string(message));
  }
  /// Of the file as a whole.
  void fail_whole(std::string_view message) { fail(file_.string() + ": " + std::string(message)); }
  bool failed() const { return failed_; }

 private:
  void fail(std::string message) {
    failed_ = true;
    complain_(std::move(message));
  }

  const InputPath& file_;
  std::string what_;
  const Complain& complain_;
  std::size_t line_ = 0;
  bool failed_ = false;
};

}  // namespace fsin::routing
