// SPDX-License-Identifier: Apache-2.0
// The lines of a text file, and the fields of a line. Memory: one block, or the longest line where that is larger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::io {

class Lines {
 public:
  /// Reads the lines of `in`; a line of more than `longest` bytes is a fault of the trace.
  Lines(Input& in, Problems& problems, std::size_t longest = std::size_t{1} << 20);

  /// The next line without its end (LF or CR LF), valid until the next call. False at the end of the input.
  bool next(std::string_view& line);
  /// The number of the line that next() returned last, from 1.
  std::uint64_t number() const { return number_; }
  /// True when the last line returned lacks its newline, so that the file may be cut short.
  bool unfinished() const { return unfinished_; }

 private:
  bool fill();

  Input& in_;
  Problems& problems_;
  std::size_t longest_;
  std::vector<char> block_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool unfinished_ = false;
};

/// Splits a line into fields. Blanks: a run of blanks and tabs is one separator, and no field is empty; other
/// separators: each of them separates two fields.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) { skip_blanks(); }
  Fields(std::string_view line, char separator) : rest_(line), separator_(separator) {}

  bool done() const { return separator_ == ' ' ? rest_.empty() : done_; }
  /// The next field; empty when there is none.
  std::string_view next();
  std::string_view rest() const { return rest_; }

 private:
  void skip_blanks();

  std::string_view rest_;
  char separator_ = ' ';
  bool done_ = false;
};

/// The first line of `head` that is neither blank nor a comment (#); empty when there is none.
std::string_view first_line(std::string_view head);

}  // namespace trgen::io
