// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/aligned.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fsin::report {

std::string aligned(const std::vector<TableRow>& rows) {
  if (rows.empty()) return {};
  std::vector<std::size_t> widths(rows.front().size());
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const TableRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace fsin::report
