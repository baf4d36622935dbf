// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/state_table.hpp"

namespace trgen::record {

std::size_t StateTable::slot(std::string_view name) {
  // Nearly all names begin with "MPI_", so the first four letters do not help.
  const auto letter = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(name[at])); };
  const std::size_t middle = name.size() > 5 ? letter(4) * 5 + letter(5) * 3 : letter(0);
  return (middle + name.size() * 7 + letter(name.size() - 1) * 11) & 255U;
}

std::optional<std::uint16_t> StateTable::number(std::string_view name) {
  if (name.empty()) return std::nullopt;
  std::uint16_t& recent = recent_[slot(name)];
  if (recent != 0 && names_[recent - 1U] == name) return static_cast<std::uint16_t>(recent - 1U);
  auto found = numbers_.find(name);
  if (found == numbers_.end()) {
    if (names_.size() == most) return std::nullopt;
    found = numbers_.emplace(std::string(name), static_cast<std::uint16_t>(names_.size())).first;
    names_.emplace_back(name);
  }
  recent = static_cast<std::uint16_t>(found->second + 1U);
  return found->second;
}

}  // namespace trgen::record
