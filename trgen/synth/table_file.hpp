// SPDX-License-Identifier: Apache-2.0
// Files of numbers: one row a line, fields separated by commas or, where a line has none, by blanks; `#` begins a
// comment; plain, gzip, zstd or bzip2, recognised by content. Every fault is reported as file:line, and nothing of a
// faulty file is used.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/compression.hpp"
#include "trgen/io/input.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::synth {

class TableFile {
 public:
  explicit TableFile(trgen::io::Input& in);

  /// Reads the next line with fields. False at the end of the file.
  bool next();
  std::uint64_t line() const { return lines_.number(); }
  std::size_t fields() const { return fields_.size(); }
  std::string_view field(std::size_t i) const { return fields_[i]; }

  /// Reports a fault of the line last read.
  void fault(std::string_view text) { problems_.add(line(), text); }
  /// Reports a fault of the whole file, which ends the reading.
  [[noreturn]] void stop(std::string_view text) { problems_.stop(0, text); }
  void throw_if_any() const { problems_.throw_if_any(); }

  /// A field as a number; if it is none or too large, reports a fault that names it by `what` and returns nothing.
  std::optional<std::uint64_t> natural(std::size_t i, std::string_view what, std::uint64_t most);
  /// A field as a finite number that is not negative, or a fault as in natural().
  std::optional<double> amount(std::size_t i, std::string_view what);

 private:
  /// A fault of the whole file where its compression is damaged.
  bool next_line(std::string_view& line);

  trgen::io::Problems problems_;
  trgen::io::Lines lines_;
  std::vector<std::string_view> fields_;
};

}  // namespace trgen::synth
