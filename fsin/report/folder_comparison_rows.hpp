// SPDX-License-Identifier: Apache-2.0
// What a comparison of two folders says, as sentences and rows of tables, for the terminal and for the page.
#pragma once

#include <string>
#include <vector>

#include "fsin/report/aligned.hpp"
#include "fsin/sweep/folder_comparison.hpp"

namespace fsin::report {

/// One figure, in all points that have it in both folders.
struct FigureRows {
  std::string name;
  std::string unit;
  std::vector<TableRow> rows;  ///< the head, and a row for each of `compared`
  struct Compared {
    const sweep::ComparedPoint* point;
    const sweep::ComparedFigure* figure;
  };
  std::vector<Compared> compared;
};

/// The folders, and in what their programs, engines, seeds and traces differ: lines.
std::string folders_text(const sweep::Results& a, const sweep::Results& b);
/// Keys whose values differ, below a head; empty when the configuration is the same in every point.
std::vector<TableRow> config_rows(const sweep::FolderComparison& comparison);
/// Points that only one folder has: lines, or nothing.
std::string only_text(const sweep::Results& a, const sweep::Results& b, const sweep::FolderComparison& comparison);
std::vector<FigureRows> figure_rows(const sweep::FolderComparison& comparison);
/// What the numbers and marks of the tables are: lines.
std::string comparison_legend(const sweep::FolderComparison& comparison);

}  // namespace fsin::report
