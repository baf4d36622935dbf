// SPDX-License-Identifier: Apache-2.0
// A comparison as a picture: one group of bars a row, one bar a column, error bars for the confidence intervals.
#pragma once

#include <string>

#include "fsin/report/file_comparison.hpp"

namespace fsin::report {

/// A complete SVG document on a light background. Shows ratios to the first column where every cell has one and
/// `relative` is set, else the values. Bars start at zero.
std::string bar_chart_svg(const FileComparison& comparison, const std::string& title, bool relative);

}  // namespace fsin::report
