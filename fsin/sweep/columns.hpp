// SPDX-License-Identifier: Apache-2.0
// Columns of the tables of a sweep: their names, units and meanings, and the fields that every row begins with.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

/// A field as CSV (RFC 4180) wants it.
std::string csv_field(const std::string& text);

/// "point,axis,axis": what every table begins with.
std::string point_head(const Plan& plan);
std::string point_fields(const Plan& plan, std::size_t point);

template <class Columns>
std::string heads(const Columns& columns) {
  std::string text;
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  return text;
}

template <class Columns>
std::string described(const Columns& columns) {
  std::string text;
  for (const Column& column : columns) {
    text += fmt::format("  {}: {{unit: \"{}\", meaning: \"{}\"}}\n", column.name, column.unit, column.meaning);
  }
  return text;
}

}  // namespace fsin::sweep
