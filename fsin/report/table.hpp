// SPDX-License-Identifier: Apache-2.0
// A table of results as a CSV file (RFC 4180). Each column is described once, by its name, unit, meaning and value; the
// head of the file, its rows and its part of columns.yaml follow from that.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/core/csv.hpp"
#include "fsin/sweep/result_files.hpp"

namespace fsin::report {

/// A line of columns.yaml. `name` is quoted where YAML needs it.
inline std::string described(std::string_view name, std::string_view unit, std::string_view meaning) {
  std::string text = "  ";
  text.append(name).append(": {unit: \"").append(unit).append("\", meaning: \"").append(meaning);
  return text + "\"}\n";
}

/// `Row`: that of which a row tells.
template <class Row>
struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
  std::function<std::string(const Row&)> field;  ///< the value, as it stands in the file
};

/// What every row begins with, in front of the columns of its table: the seed of the run, say, or the point of a sweep
/// and its place on each axis. Either all of it is empty, or nothing.
struct Front {
  std::string head;       ///< names of columns, with commas between them
  std::string described;  ///< their lines of columns.yaml
};

template <class Row>
class Table {
 public:
  /// Throws std::logic_error where the list of the files of a folder has no such name: it would escape every check.
  Table(std::string_view file, std::vector<Column<Row>> columns) : file_(file), columns_(std::move(columns)) {
    if (!sweep::is_result_file(file))
      throw std::logic_error(std::string(file) + " is not in fsin/sweep/result_files.hpp");
  }

  std::string_view file() const { return file_; }
  /// The first line of the file.
  std::string head(const Front& front = {}) const {
    return line(front.head, [](const Column<Row>& column) { return column.name; });
  }
  /// A further line. `front`: the values of the columns in front, with commas between them.
  std::string line_of(const Row& row, const std::string& front = {}) const {
    return line(front, [&row](const Column<Row>& column) { return column.field(row); });
  }
  /// The part of columns.yaml.
  std::string described(const Front& front = {}) const {
    std::string text = std::string(file_) + ":\n" + front.described;
    for (const Column<Row>& each : columns_) text += report::described(each.name, each.unit, each.meaning);
    return text;
  }

 private:
  template <class Field>
  std::string line(std::string text, Field field) const {
    for (const Column<Row>& column : columns_) {
      if (!text.empty()) text += ',';
      text += field(column);
    }
    return text + '\n';
  }

  std::string_view file_;
  std::vector<Column<Row>> columns_;
};

}  // namespace fsin::report
