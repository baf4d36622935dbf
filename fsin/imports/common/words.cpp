// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/words.hpp"

#include <algorithm>

namespace fsin::imports {

bool next_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return true;
}

bool Lines::next() {
  while (next_line(rest_, line_)) {
    ++number_;
    words_ = words_of(line_);
    if (comment_ != 0) {
      const auto comment =
          std::find_if(words_.begin(), words_.end(), [&](const Word& each) { return each.text.front() == comment_; });
      words_.erase(comment, words_.end());
    }
    if (!words_.empty()) return true;
  }
  return false;
}

Mark Lines::mark(std::size_t word) const {
  return word < words_.size() ? file_.at(number_, words_[word].column) : end();
}

Mark Lines::end() const {
  return words_.empty() ? file_.at(number_) : file_.at(number_, words_.back().column + words_.back().text.size());
}

}  // namespace fsin::imports
