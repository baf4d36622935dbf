// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/csv.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace oracles {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  if (!line.empty() && line.back() == ',') fields.emplace_back();
  return fields;
}

}  // namespace

const std::string& Row::text(std::string_view column) const {
  const auto found = fields_.find(column);
  if (found == fields_.end()) throw std::runtime_error(fmt::format("there is no column '{}'", column));
  return found->second;
}

std::vector<Row> read_csv(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error(fmt::format("{}: cannot be read", file.string()));
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> names = split(line);
  std::vector<Row> rows;
  while (std::getline(stream, line)) {
    const std::vector<std::string> fields = split(line);
    if (fields.size() != names.size()) {
      throw std::runtime_error(fmt::format("{}:{}: {} fields, the header has {}", file.string(), rows.size() + 2,
                                           fields.size(), names.size()));
    }
    std::map<std::string, std::string, std::less<>> cells;
    for (std::size_t i = 0; i < fields.size(); ++i) cells.emplace(names[i], fields[i]);
    rows.emplace_back(std::move(cells));
  }
  return rows;
}

}  // namespace oracles
