// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/point_columns.hpp"

#include <fmt/format.h>

#include "fsin/report/columns.hpp"

namespace fsin::report {

std::string point_head(const sweep::Plan& plan) {
  std::string line = "point";
  for (const std::string& axis : plan.axes) line += "," + csv_field(axis);
  return line;
}

std::string point_fields(const sweep::Plan& plan, std::size_t point) {
  std::string line = fmt::format("{}", point);
  for (const std::string& label : plan.points[point].labels) line += "," + csv_field(label);
  return line;
}

}  // namespace fsin::report
