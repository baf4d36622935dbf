// SPDX-License-Identifier: Apache-2.0
// The fields that every row of the tables of a sweep begins with: the point, and its place on each axis.
#pragma once

#include <string>

#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// "point,axis,axis": what every table begins with.
std::string point_head(const sweep::Plan& plan);
std::string point_fields(const sweep::Plan& plan, std::size_t point);

}  // namespace fsin::report
