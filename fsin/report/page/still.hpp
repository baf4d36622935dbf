// SPDX-License-Identifier: Apache-2.0
// What a reader without JavaScript sees of a report: a still picture of the main figure and a table of the points.
#pragma once

#include <string>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

/// HTML, without <noscript> around it, for the report data that report_json() returns. Of more than 200 points the
/// table has the first 200 and says so.
std::string still_html(const Json& report);

}  // namespace fsin::report::page
