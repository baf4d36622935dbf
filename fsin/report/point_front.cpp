// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/point_front.hpp"

namespace fsin::report {

Front point_front(const sweep::Plan& plan, std::string_view meaning) {
  Front front{"point", described("point", "", meaning)};
  for (const std::string& axis : plan.axes) {
    front.head += "," + csv_field(axis);
    front.described += described("\"" + axis + "\"", "", "place of the point on this axis of the sweep");
  }
  return front;
}

std::string point_fields(const sweep::Plan& plan, std::size_t point) {
  std::string line = std::to_string(point);
  for (const std::string& label : plan.points[point].labels) line += "," + csv_field(label);
  return line;
}

}  // namespace fsin::report
