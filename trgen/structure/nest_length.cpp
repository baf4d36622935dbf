// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/nest_length.hpp"

#include <algorithm>

#include "trgen/structure/loop_laws.hpp"

namespace trgen::structure {
namespace {

constexpr std::uint64_t of_message = 12;
constexpr std::uint64_t of_call = 1;
constexpr std::uint64_t of_number = 4;
constexpr std::uint64_t of_number_by_rank = 16;
constexpr std::uint64_t of_constant_by_rank = 2;
constexpr std::uint64_t of_no_expression = 10'000;

bool are_powers_of_two(const Columns& columns, const std::vector<std::uint32_t>& entries) {
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const std::int64_t before = columns.numbers(entries[i - 1]).front();
    const std::int64_t number = columns.numbers(entries[i]).front();
    if (before <= 0 || number <= 0) return false;
    up += number % 2 == 0 && number / 2 == before ? 1U : 0U;
    down += before % 2 == 0 && before / 2 == number ? 1U : 0U;
  }
  return std::max(up, down) == entries.size() - 1;
}

}  // namespace

std::uint64_t NestLength::of(const std::vector<Nest>& nodes, std::vector<std::uint64_t>& around) {
  std::uint64_t length = 0;
  for (const Nest& each : nodes) {
    if (each.count == 0) {
      length += of_event(each, around);
    } else if (each.count == 1) {
      length += of(each.body, around);
    } else {
      around.push_back(each.count);
      length += of_loop + of(each.body, around);
      around.pop_back();
    }
  }
  return length;
}

std::uint64_t NestLength::of_event(const Nest& event, const std::vector<std::uint64_t>& around) {
  const bool message = record::is_message(columns_.event(event.event).kind);
  std::uint64_t length = message ? of_message : of_call;
  for (const FieldName name :
       {FieldName::peer, FieldName::tag, FieldName::communicator, FieldName::bytes, FieldName::extra}) {
    const Nest::Sequence& sequence = event.columns[static_cast<std::size_t>(name)];
    if (sequence.empty()) continue;
    std::uint64_t least = of_no_expression;
    for (const Columns& form : columns_.forms(event.event, name))
      least = std::min(least, of_field(form, sequence, around));
    length += least;
  }
  return length;
}

std::uint64_t NestLength::of_field(const Columns& columns, const Nest::Sequence& sequence,
                                   const std::vector<std::uint64_t>& around) {
  work_ += sequence.size();
  if (sequence.size() == 1) return columns.is_uniform(sequence.front()) ? 0 : of_constant_by_rank;
  std::vector<std::int64_t> values;
  values.reserve(sequence.size());
  for (const std::uint32_t column : sequence) values.push_back(columns.fingerprint(column));
  const LoopLaws laws(values, around);
  std::uint64_t length = 0;
  for (std::size_t loop = 0; loop < around.size(); ++loop) {
    if (laws.of(loop) != Law::affine) continue;
    const bool uniform = columns.differ_alike(sequence.front(), sequence[laws.second_iteration(loop)]);
    length += uniform ? of_number : of_number_by_rank;
  }
  if (laws.entries() == 1) return length;
  if (laws.entries() > most_table_entries) return of_no_expression;
  std::vector<std::uint32_t> entries;
  for (std::uint64_t entry = 0; entry < laws.entries(); ++entry) entries.push_back(sequence[laws.run_of_entry(entry)]);
  const bool uniform = std::all_of(entries.begin(), entries.end(), [&](auto each) { return columns.is_uniform(each); });
  if (uniform && are_powers_of_two(columns, entries)) return length + of_number;
  values.clear();
  for (const std::uint32_t column : entries) values.push_back(columns.fingerprint(column));
  const std::size_t pieces = pieces_of_table(values).size();
  if (pieces > most_table_pieces) return of_no_expression;
  return length + pieces * (uniform ? of_number : of_number_by_rank);
}

}  // namespace trgen::structure
