// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/structure.hpp"

#include <algorithm>

namespace trgen::structure {

bool has_field(const Event& event, FieldName name) {
  if (name == FieldName::gap) return true;
  if (record::is_message(event.kind)) return name != FieldName::extra || event.kind == record::Kind::receive;
  return event.collective && name != FieldName::tag;
}

std::uint64_t draws(std::uint64_t executions, std::uint64_t ranks) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(executions, ranks, &product) || product > most_draws ? most_draws + 1 : product;
}

std::size_t listed_fields(const Structure& structure) {
  std::size_t count = 0;
  for (const Event& event : structure.events)
    count += static_cast<std::size_t>(
        std::count_if(event.fields.begin(), event.fields.end(), [](const Field& field) { return field.listed; }));
  return count;
}

}  // namespace trgen::structure
