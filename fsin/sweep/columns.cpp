// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/columns.hpp"

namespace fsin::sweep {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string point_head(const Plan& plan) {
  std::string line = "point";
  for (const std::string& axis : plan.axes) line += "," + csv_field(axis);
  return line;
}

std::string point_fields(const Plan& plan, std::size_t point) {
  std::string line = fmt::format("{}", point);
  for (const std::string& label : plan.points[point].labels) line += "," + csv_field(label);
  return line;
}

}  // namespace fsin::sweep
