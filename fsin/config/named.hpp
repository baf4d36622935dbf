// SPDX-License-Identifier: Apache-2.0
// Named: a row of the table that gives the values of an enum their names in configurations.
#pragma once

#include <string_view>

namespace fsin::config {

/// inline constexpr std::array arbiter_names{Named{Arbiter::round_robin, "round-robin", "each in turn"}, ...};
template <class E>
struct Named {
  E value;
  std::string_view name;
  std::string_view doc;
};
template <class E>
Named(E, const char*, const char*) -> Named<E>;

/// The name of a value; empty if the table does not have it.
template <class Table, class E>
constexpr std::string_view name_of(const Table& table, E value) {
  for (const auto& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

}  // namespace fsin::config
