// SPDX-License-Identifier: Apache-2.0
// A comparison of two folders for a person at a terminal.
#include <fmt/format.h>

#include "fsin/report/folder_comparison.hpp"
#include "fsin/report/folder_comparison_rows.hpp"

namespace fsin::report {

std::string comparison_text(const sweep::Results& a, const sweep::Results& b,
                            const sweep::FolderComparison& comparison) {
  std::string text = folders_text(a, b);
  if (!comparison.points.empty()) {
    const std::vector<TableRow> config = config_rows(comparison);
    text += config.empty() ? "\nconfiguration: the same in every point of both\n" : "\n" + aligned(config);
  }
  const std::string only = only_text(a, b, comparison);
  if (!only.empty()) text += "\n" + only;
  if (comparison.points.empty()) return text + "\nno point is in both\n";
  for (const FigureRows& each : figure_rows(comparison))
    text += fmt::format("\n{}{}\n{}", each.name, each.unit.empty() ? "" : " in " + each.unit, aligned(each.rows));
  return text + "\n" + comparison_legend(comparison);
}

}  // namespace fsin::report
