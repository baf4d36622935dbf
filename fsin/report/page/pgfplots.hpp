// SPDX-License-Identifier: Apache-2.0
// The figures of a report as files for LaTeX. Every figure of points.csv becomes a table that pgfplots reads
// (FIGURE.dat: columns separated by blanks, a header line, units and provenance in comments, half widths of the
// intervals beside the means, nan where there is no value) and a picture of it (FIGURE.tex, for \input). figures.tex is
// a document of all figures, which pdflatex turns into a PDF.
//
// Rows are the offered loads if the sweep has an axis of loads, else the steps of the last numeric axis, else the
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

/// The files for the report data that report_json() returns.
std::vector<PlotFile> pgfplots_files(const Json& report);

}  // namespace fsin::report::page
