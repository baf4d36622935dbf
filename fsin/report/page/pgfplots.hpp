// SPDX-License-Identifier: Apache-2.0
// The figures of a report as files for LaTeX. A figure of points.csv becomes a table that pgfplots reads (FIGURE.dat:
// columns separated by blanks, a header line, units and provenance in comments, half widths of the intervals and states
// of the points beside the means, nan where there is no value) and a picture of it (FIGURE.tex, for \input).
// figures.tex is a document of all figures, which pdflatex turns into a PDF. Points that are saturated have hollow
// marks, those that are not settled pale ones, as in the page. Source: C. Feuersänger, "Manual for Package PGFPLOTS",
// 2021, sections 4.3 and 4.5.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

struct PlotFile {
  std::string name;
  std::string text;
};

/// Sizes of a picture: what fits a column of a page of two, and the width of the page.
inline constexpr std::array<std::string_view, 2> plot_sizes{"column", "page"};

struct PlotOptions {
  std::vector<std::string> figures;  ///< that are written, in this order
  std::string_view size = "column";  ///< one of plot_sizes
  bool title = false;                ///< above the picture: what is shown, of which experiment
  bool provenance = false;           ///< below the picture: runs, confidence, program
};

/// The files for the report data that report_json() returns.
std::vector<PlotFile> pgfplots_files(const Json& report, const PlotOptions& options);

}  // namespace fsin::report::page
