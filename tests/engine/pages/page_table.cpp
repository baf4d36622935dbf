// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/pages/page_table.hpp"

#include <fstream>

namespace pages {
namespace {

std::string trimmed(std::string_view text) {
  constexpr std::string_view around = " `";
  const auto first = text.find_first_not_of(around);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(around) - first + 1));
}

Row cells(std::string_view line) {
  Row row;
  line.remove_prefix(1);
  while (!line.empty()) {
    const auto end = line.find('|');
    row.push_back(trimmed(line.substr(0, end)));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return row;
}

}  // namespace

std::vector<Row> table(std::string_view file, std::string_view head) {
  std::ifstream page(std::string(FSIN_SOURCE_DIR "/").append(file));
  std::string line;
  while (std::getline(page, line) && !line.starts_with(head)) {
  }
  std::getline(page, line);  // the rule under the head
  std::vector<Row> rows;
  while (std::getline(page, line) && line.starts_with("|")) rows.push_back(cells(line));
  return rows;
}

}  // namespace pages
