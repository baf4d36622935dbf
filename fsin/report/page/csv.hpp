// SPDX-License-Identifier: Apache-2.0
// Reads a table that `fsin sweep` wrote: CSV as in RFC 4180, one head line, rows that begin with the point and its
// place on each axis. Columns are asked for by name, after those of the head, so an axis may be called like a column.
//
// Numbers are those that our own writers print (std::from_chars). Not read: other separators, other encodings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fsin::report::page {

class CsvFile {
 public:
  /// Reads the file and its head. `shared` columns come first in every table: the point and one an axis. Throws
  /// sweep::SweepError, as does everything below, with file and line.
  CsvFile(const std::filesystem::path& path, std::size_t shared);

  /// Number of a column by name.
  std::size_t column(std::string_view name) const;
  bool has(std::string_view name) const { return find(name).has_value(); }

  /// Goes to the next row; false after the last.
  bool next();

  std::string_view text(std::size_t column) const { return fields_[column]; }
  std::uint64_t whole(std::size_t column) const;
  double real(std::size_t column) const;
  /// Empty for an empty field.
  std::optional<double> maybe(std::size_t column) const;
  /// The point of this row, which must be below `points`.
  std::size_t point(std::size_t points) const;

  /// "links.csv:12: WHAT; the file is damaged, run the sweep again".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::optional<std::size_t> find(std::string_view name) const;
  bool read_row();
  std::string_view read_quoted();

  std::filesystem::path path_;
  std::string text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;       ///< on which the row ends
  std::size_t next_line_ = 1;  ///< on which the next one begins
  std::size_t shared_;
  std::vector<std::string> head_;
  std::vector<std::string_view> fields_;
  std::list<std::string> unquoted_;  ///< fields of this row that held quotes
};

}  // namespace fsin::report::page
