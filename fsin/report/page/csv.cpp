// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <system_error>

#include "fsin/sweep/run.hpp"

namespace fsin::report::page {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::error_code ignored;
  const auto size = std::filesystem::file_size(path, ignored);
  if (!in || ignored) throw sweep::SweepError(fmt::format("{}: cannot be read", path.string()));
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

}  // namespace

CsvFile::CsvFile(const std::filesystem::path& path, std::size_t shared)
    : path_(path), text_(content_of(path)), shared_(shared) {
  if (!read_row() || fields_.size() < shared || fields_[0] != "point") fail("is not a table of a sweep");
  head_.assign(fields_.begin(), fields_.end());
}

std::optional<std::size_t> CsvFile::find(std::string_view name) const {
  const auto found = std::find(head_.begin() + static_cast<std::ptrdiff_t>(shared_), head_.end(), name);
  if (found == head_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - head_.begin());
}

std::size_t CsvFile::column(std::string_view name) const {
  if (const auto found = find(name)) return *found;
  fail(fmt::format("has no column '{}'", name));
}

bool CsvFile::next() {
  if (!read_row()) return false;
  if (fields_.size() != head_.size()) {
    fail(fmt::format("{} fields where the head has {}", fields_.size(), head_.size()));
  }
  return true;
}

bool CsvFile::read_row() {
  fields_.clear();
  unquoted_.clear();
  if (at_ >= text_.size()) return false;
  line_ = next_line_++;
  for (;;) {
    if (at_ < text_.size() && text_[at_] == '"') {
      fields_.push_back(read_quoted());
    } else {
      const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
      fields_.push_back(std::string_view(text_).substr(at_, end - at_));
      at_ = end;
    }
    if (at_ < text_.size() && text_[at_] == ',') {
      ++at_;
      continue;
    }
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] != '\n') fail("text after a closing quote");
    ++at_;
    return true;
  }
}

std::string_view CsvFile::read_quoted() {
  std::string field;
  for (++at_;; ++at_) {
    if (at_ >= text_.size()) fail("a quote is not closed");
    if (text_[at_] == '"') {
      ++at_;
      if (at_ >= text_.size() || text_[at_] != '"') break;
    }
    if (text_[at_] == '\n') ++next_line_;
    field += text_[at_];
  }
  return unquoted_.emplace_back(std::move(field));
}

std::uint64_t CsvFile::whole(std::size_t column) const {
  std::uint64_t value = 0;
  if (!parse(fields_[column], value)) {
    fail(fmt::format("'{}' in column {} is not a whole number", fields_[column], head_[column]));
  }
  return value;
}

double CsvFile::real(std::size_t column) const {
  double value = 0;
  if (!parse(fields_[column], value)) {
    fail(fmt::format("'{}' in column {} is not a number", fields_[column], head_[column]));
  }
  return value;
}

std::optional<double> CsvFile::maybe(std::size_t column) const {
  if (fields_[column].empty()) return std::nullopt;
  return real(column);
}

std::size_t CsvFile::point(std::size_t points) const {
  const std::uint64_t number = whole(0);
  if (number >= points) fail(fmt::format("point {} is not among the {} of sweep.json", number, points));
  return number;
}

void CsvFile::fail(const std::string& what) const {
  throw sweep::SweepError(fmt::format("{}:{}: {}; the file is damaged, run the sweep again", path_.string(),
                                      std::max<std::size_t>(line_, 1), what));
}

}  // namespace fsin::report::page
