// SPDX-License-Identifier: Apache-2.0
// Columns of tables: their names, units and meanings, as the head of a CSV file and in columns.yaml.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "fsin/stats/metrics.hpp"

namespace fsin::report {

struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

/// A field as CSV (RFC 4180) wants it: quoted where it holds a comma, a quotation mark or the end of a line.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// ",name,name": behind the columns that every row of a table begins with.
template <class Columns>
std::string heads(const Columns& columns) {
  std::string text;
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  return text;
}

/// Their lines in columns.yaml.
template <class Columns>
std::string described(const Columns& columns) {
  std::string text;
  for (const Column& column : columns) {
    text += fmt::format("  {}: {{unit: \"{}\", meaning: \"{}\"}}\n", column.name, column.unit, column.meaning);
  }
  return text;
}

/// One for each of stats::metrics().
inline std::vector<Column> metric_columns() {
  std::vector<Column> columns;
  for (const stats::Metric& metric : stats::metrics()) columns.push_back({metric.name, metric.unit, metric.meaning});
  return columns;
}

}  // namespace fsin::report
