// SPDX-License-Identifier: Apache-2.0
// A file of measurements while it is read: its lines and words, and the samples that its format finds in them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration {

/// Options of the command line for reading files.
struct ReadOptions {
  std::string format;             ///< empty: recognised by content
  std::optional<double> time_ns;  ///< nanoseconds in a unit of time, for a CSV file that does not name one
  bool round_trip = false;        ///< the times of CSV files are those of a message and its answer
};

struct Line {
  std::uint64_t number = 0;
  std::string_view text;
  std::vector<std::string_view> words;  ///< between blanks and tabs

  bool starts_with(std::string_view what) const { return text.starts_with(what); }
  bool has(std::string_view what) const { return text.find(what) != std::string_view::npos; }
};

/// The lines of a text, without their ends; empty ones too.
std::vector<Line> lines_of(std::string_view text);

/// True when the line has words and all are numbers.
bool is_numbers(const Line& line);

class Reading {
 public:
  Reading(Mark source, std::string_view text, const ReadOptions& read_options, Diagnostics& diagnostics)
      : options(read_options), lines(lines_of(text)), source_(std::move(source)), diagnostics_(diagnostics) {}

  const ReadOptions& options;
  const std::vector<Line> lines;

  /// Adds a size, a whole number of bytes after `scale`, and a time above zero, `ns` nanoseconds for each unit of it.
  void add(const Line& line, std::string_view bytes, std::string_view time, double ns, double scale = 1);
  /// Describes the kind of the times. The last call holds.
  void taken(std::string what) { measurements_.taken = std::move(what); }
  void error(const Line& line, std::string what) { diagnostics_.input_error(source_.at(line.number), std::move(what)); }
  void error(std::string what) { diagnostics_.input_error(source_, std::move(what)); }
  void warning(const Line& line, std::string what) { diagnostics_.warning(source_.at(line.number), std::move(what)); }
  /// Begins a table of a tool: from here on sizes ascend.
  void begin_table() { last_ = std::nullopt; }
  bool ok() const { return diagnostics_.ok(); }
  std::size_t size() const { return measurements_.samples.size(); }
  /// Allows sizes in any order, as in a file of several repetitions.
  void any_order() { any_order_ = true; }

  Measurements take() { return std::move(measurements_); }

 private:
  Mark source_;
  Diagnostics& diagnostics_;
  Measurements measurements_;
  std::optional<std::uint64_t> last_;
  bool any_order_ = false;
};

}  // namespace fsin::calibration
