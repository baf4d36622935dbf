// SPDX-License-Identifier: Apache-2.0
// The CSV files of measured numbers: a header line, then rows of fields without quotes.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace oracles {

class Row {
 public:
  explicit Row(std::map<std::string, std::string, std::less<>> fields) : fields_(std::move(fields)) {}

  bool has(std::string_view column) const { return fields_.find(column) != fields_.end(); }
  /// Throws std::runtime_error when there is no such column.
  const std::string& text(std::string_view column) const;
  double number(std::string_view column) const { return std::strtod(text(column).c_str(), nullptr); }
  unsigned whole(std::string_view column) const {
    return static_cast<unsigned>(std::strtoul(text(column).c_str(), nullptr, 10));
  }

 private:
  std::map<std::string, std::string, std::less<>> fields_;
};

/// Throws std::runtime_error when the file cannot be read or a row has another number of fields than the header.
std::vector<Row> read_csv(const std::filesystem::path& file);

}  // namespace oracles
