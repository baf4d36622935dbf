// SPDX-License-Identifier: Apache-2.0
#include "trgen/synth/table_file.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "fsin/core/text.hpp"

namespace trgen::synth {
namespace {

constexpr std::size_t longest_row = std::size_t{64} << 20U;  // a row of a matrix of a million nodes

constexpr std::string_view blanks = " \t\r";

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string shown_field(std::string_view field) { return fsin::in_quotes(field.substr(0, 40)); }

}  // namespace

TableFile::TableFile(trgen::io::Input& in) : problems_(in.name()), lines_(in, problems_, longest_row) {}

bool TableFile::next_line(std::string_view& line) {
  try {
    return lines_.next(line);
  } catch (const trgen::io::DataError& error) {
    stop(fmt::format("{} after line {}; copy or make the file again", error.what(), lines_.number()));
  }
}

bool TableFile::next() {
  std::string_view line;
  while (next_line(line)) {
    fields_.clear();
    line = without_blanks(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const bool commas = line.find(',') != std::string_view::npos;
    for (std::string_view rest = line;;) {
      const std::size_t end = commas ? rest.find(',') : rest.find_first_of(blanks);
      fields_.push_back(without_blanks(rest.substr(0, end)));
      if (end == std::string_view::npos) return true;
      rest = commas ? rest.substr(end + 1) : without_blanks(rest.substr(end));
    }
  }
  return false;
}

std::optional<std::uint64_t> TableFile::natural(std::size_t i, std::string_view what, std::uint64_t most) {
  const std::string_view text = fields_[i];
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    fault(fmt::format("the {} is {}; write a whole number from 0 to {}", what, shown_field(text), most));
    return std::nullopt;
  }
  if (value > most) {
    fault(fmt::format("the {} is {}, and the largest is {}", what, value, most));
    return std::nullopt;
  }
  return value;
}

std::optional<double> TableFile::amount(std::size_t i, std::string_view what) {
  const std::string_view text = fields_[i];
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    fault(fmt::format("the {} is {}; write a number such as 0.25", what, shown_field(text)));
    return std::nullopt;
  }
  if (value < 0) {
    fault(fmt::format("the {} is {}, and less than nothing cannot be sent; write 0 or more", what, shown_field(text)));
    return std::nullopt;
  }
  return value;
}

}  // namespace trgen::synth
