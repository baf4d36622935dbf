// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace trgen::io {
namespace {

constexpr std::size_t lines_block = std::size_t{1} << 16;
constexpr std::string_view blanks = " \t";

}  // namespace

Lines::Lines(Input& in, Problems& problems, std::size_t longest)
    : in_(in), problems_(problems), longest_(longest), block_(lines_block) {}

bool Lines::fill() {
  std::memmove(block_.data(), block_.data() + at_, end_ - at_);
  end_ -= at_;
  at_ = 0;
  if (end_ > longest_) {
    problems_.stop(number_ + 1, fmt::format("the line is longer than {} bytes; is this a trace?", longest_));
  }
  if (end_ == block_.size()) block_.resize(block_.size() * 2);
  const std::size_t got = in_.read(std::span<char>(block_).subspan(end_));
  end_ += got;
  return got > 0;
}

bool Lines::next(std::string_view& line) {
  std::size_t searched = 0;
  for (bool more = true; more;) {
    const char* const begin = block_.data() + at_;
    const auto* const newline = static_cast<const char*>(std::memchr(begin + searched, '\n', end_ - at_ - searched));
    if (newline != nullptr) {
      line = std::string_view(begin, static_cast<std::size_t>(newline - begin));
      at_ += line.size() + 1;
      ++number_;
      if (line.ends_with('\r')) line.remove_suffix(1);
      return true;
    }
    searched = end_ - at_;
    more = fill();
  }
  if (at_ == end_) return false;
  line = std::string_view(block_.data() + at_, end_ - at_);
  at_ = end_;
  ++number_;
  unfinished_ = true;
  return true;
}

void Fields::skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }

std::string_view Fields::next() {
  if (done()) return {};
  const std::size_t end = separator_ == ' ' ? rest_.find_first_of(blanks) : rest_.find(separator_);
  const std::string_view field = rest_.substr(0, end);
  done_ = end == std::string_view::npos;
  rest_.remove_prefix(done_ ? rest_.size() : end + 1);
  if (separator_ == ' ') skip_blanks();
  return field;
}

std::string_view first_line(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    std::string_view line = head.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (!line.empty() && !line.starts_with('#')) return line;
    head.remove_prefix(end == std::string_view::npos ? head.size() : end + 1);
  }
  return {};
}

}  // namespace trgen::io
