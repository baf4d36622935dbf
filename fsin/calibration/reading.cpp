// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

constexpr double most_bytes = 0x1p50;
constexpr double most_ns = 1e15;

std::vector<std::string_view> split(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty()) return words;
    words.push_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(words.back().size());
  }
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({lines.size() + 1, line, split(line)});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool is_numbers(const Line& line) {
  return !line.words.empty() && std::all_of(line.words.begin(), line.words.end(),
                                            [](std::string_view word) { return parse_real(word).has_value(); });
}

void Reading::add(const Line& line, std::string_view bytes, std::string_view time, double ns, double scale) {
  const auto size = parse_real(bytes);
  if (!size || *size < 0 || *size * scale > most_bytes || std::floor(*size * scale) != *size * scale) {
    return error(line, fmt::format("{} is no size of a message; write a whole number of bytes", in_quotes(bytes)));
  }
  const auto value = parse_real(time);
  if (!value) return error(line, fmt::format("{} is no time; write a number", in_quotes(time)));
  if (*value <= 0) {
    return error(line, fmt::format("the time of {} bytes is {}; a message takes more than no time: measure more "
                                   "messages at once, or leave this line out",
                                   one_line(bytes), one_line(time)));
  }
  if (*value * ns > most_ns) {
    return error(line, fmt::format("{} is more than eleven days for a message; check the unit", in_quotes(time)));
  }
  const auto whole = static_cast<std::uint64_t>(*size * scale);
  if (!any_order_ && last_ && whole <= *last_) {
    return error(line, fmt::format("{} bytes follow {}, but sizes ascend in a table of this format; give every run of "
                                   "the benchmark in a file of its own, and all of these files at once",
                                   whole, *last_));
  }
  last_ = whole;
  measurements_.samples.push_back({whole, *value * ns, source_.at(line.number)});
}

}  // namespace fsin::calibration
