// SPDX-License-Identifier: Apache-2.0
// The figures of a report as files for LaTeX: for every figure of points.csv a table that pgfplots reads (FIGURE.dat:
// blanks between columns, a head, units and what was run in comments, half widths of the intervals beside the means,
// nan where there is no value) and a picture of it (FIGURE.tex, to be \input); and figures.tex, a document of them all,
// which pdflatex turns into a PDF.
//
// Rows are the offered loads where the sweep has an axis of loads, else the steps of the last axis of numbers, else the
// points themselves, by name. Every combination of the other axes is a line of its own. Source: C. Feuersänger, "Manual
// for Package PGFPLOTS", 2021, section 4.3.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

struct PlotFile {
  std::string name;
  std::string text;
};

/// Of what report_json() gives.
std::vector<PlotFile> pgfplots_files(const Json& report);

}  // namespace fsin::report::page
