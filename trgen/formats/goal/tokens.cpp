// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/goal/tokens.hpp"

#include <algorithm>

namespace trgen::formats::goal {
namespace {

constexpr std::string_view blanks = " \t";

bool stands_alone(char c) { return c == '{' || c == '}' || c == ':'; }

}  // namespace

/// Moves to the next word. False at the end of the file.
bool Tokens::skip() {
  while (true) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    if (rest_.starts_with("/*")) {
      skip_comment();
    } else if (rest_.empty() || rest_.starts_with("//")) {
      if (!lines_.next(rest_)) return false;
    } else {
      return true;
    }
  }
}

void Tokens::skip_comment() {
  const std::uint64_t begun = lines_.number();
  rest_.remove_prefix(2);
  while (true) {
    const std::size_t end = rest_.find("*/");
    if (end != std::string_view::npos) {
      rest_.remove_prefix(end + 2);
      return;
    }
    if (!lines_.next(rest_)) problems_.stop(begun, "the comment that begins here does not end");
  }
}

void Tokens::advance() {
  word_.clear();
  if (!skip()) {
    rest_ = {};
    line_ = lines_.number();
    return;
  }
  line_ = lines_.number();
  std::size_t size = 1;
  if (!stands_alone(rest_.front())) {
    while (size < rest_.size() && !stands_alone(rest_[size]) && blanks.find(rest_[size]) == std::string_view::npos &&
           rest_.substr(size, 2) != "//" && rest_.substr(size, 2) != "/*") {
      ++size;
    }
  }
  word_ = rest_.substr(0, size);
  rest_.remove_prefix(size);
}

}  // namespace trgen::formats::goal
