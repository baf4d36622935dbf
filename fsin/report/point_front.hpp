// SPDX-License-Identifier: Apache-2.0
// What every row of the tables of a sweep begins with: the point, and its place on each axis.
#pragma once

#include <string>
#include <string_view>

#include "fsin/report/table.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// The columns; `meaning` is that of the number of the point.
Front point_front(const sweep::Plan& plan, std::string_view meaning = "number of the point, from 0");
/// Their values in a row.
std::string point_fields(const sweep::Plan& plan, std::size_t point);

}  // namespace fsin::report
