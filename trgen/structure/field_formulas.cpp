// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/field_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/structure/formula.hpp"

namespace trgen::structure {
namespace {

std::vector<std::uint32_t> members_of(const RankSet& set) {
  std::vector<std::uint32_t> members;
  SeriesWalk walk(set.members);
  for (std::uint32_t i = 0; i < set.size; ++i) members.push_back(static_cast<std::uint32_t>(walk.next()));
  return members;
}

Columns::Numbers differences(const Columns::Numbers& of, const Columns::Numbers& from) {
  Columns::Numbers made;
  for (std::size_t i = 0; i < of.size(); ++i) made.push_back(of[i] - from[i]);
  return made;
}

}  // namespace

FieldFormulas::FieldFormulas(const Structure& structure) : ranks_(structure.ranks) {
  for (const RankSet& set : structure.sets) members_.push_back(members_of(set));
}

void FieldFormulas::fail(std::string why) {
  if (why_.empty()) why_ = std::move(why);
}

std::string FieldFormulas::condition(std::uint32_t own, std::uint32_t among) {
  Points points;
  for (const std::uint32_t rank : members_[among]) {
    points.emplace_back(rank, std::binary_search(members_[own].begin(), members_[own].end(), rank) ? 1 : 0);
  }
  const auto found = condition_of(points, "rank");
  if (!found) fail(fmt::format("the {} ranks of an event follow no short condition", members_[own].size()));
  return found.value_or("");
}

std::string FieldFormulas::over_ranks(const Numbers& numbers, std::uint32_t set) {
  Points points;
  for (std::size_t i = 0; i < numbers.size(); ++i) points.emplace_back(members_[set][i], numbers[i]);
  const auto found = formula_of(points, "rank");
  if (!found) fail("a value of an event is no short expression of the rank");
  return found.value_or("");
}

std::optional<Columns> FieldFormulas::columns(const Event& event, FieldName name, std::uint32_t set,
                                              const std::vector<Around>& around) {
  std::uint64_t runs = 1;
  for (const Around& each : around) {
    if (__builtin_mul_overflow(runs, each.count, &runs)) runs = Columns::most_runs + 1;
  }
  const Field& field = event.field(name);
  auto found = Columns::of(field, static_cast<std::uint32_t>(members_[set].size()), runs);
  if (!found) fail(field.listed ? "a value of an event has no structure" : "a value of an event varies too much");
  return found;
}

std::string FieldFormulas::value(const Columns& columns, std::uint32_t set, const std::vector<Around>& around,
                                 std::int64_t least) {
  for (std::uint32_t column = 0; column < columns.size(); ++column) {
    if (std::ranges::min(columns.numbers(column)) < least) fail("a value of an event is too small");
  }
  std::vector<std::int64_t> fingerprints;
  for (const std::uint32_t column : columns.sequence()) fingerprints.push_back(columns.fingerprint(column));
  std::vector<std::uint64_t> counts;
  for (const Around& each : around) counts.push_back(each.count);
  const LoopLaws laws(fingerprints, counts);
  if (!why_.empty()) return {};
  const std::string base = table(columns, set, laws, around);
  std::string text = base == "0" ? "" : base;
  for (std::size_t loop = 0; loop < around.size(); ++loop) {
    if (laws.of(loop) != Law::affine) continue;
    const std::string slope = over_ranks(differences(columns.numbers(columns.column_at(laws.second_iteration(loop))),
                                                     columns.numbers(columns.column_at(0))),
                                         set);
    const bool down = slope.starts_with('-') && !text.empty();
    if (!text.empty()) text += down ? " - " : " + ";
    const std::string factor = down ? slope.substr(1) : slope;
    text += factor == "1" ? around[loop].variable : fmt::format("{} * {}", around[loop].variable, factor);
  }
  if (text.empty()) return base;
  return text == base || text.find(' ') == std::string::npos ? text : fmt::format("({})", text);
}

namespace {

/// Pieces of a table, halved until one is left, so that the depth of the expression is the logarithm of their number.
template <class Text>
std::string halved(const std::vector<TablePiece>& pieces, std::size_t from, std::size_t to, const std::string& variable,
                   Text text) {
  if (to - from == 1) return text(pieces[from]);
  const std::size_t middle = (from + to) / 2;
  return fmt::format("({} < {} ? {} : {})", variable, pieces[middle].from, halved(pieces, from, middle, variable, text),
                     halved(pieces, middle, to, variable, text));
}

}  // namespace

/// The values where the variables of all loops are 0 whose law is not a table.
std::string FieldFormulas::table(const Columns& columns, std::uint32_t set, const LoopLaws& laws,
                                 const std::vector<Around>& around) {
  std::vector<std::uint32_t> entries;
  if (laws.entries() <= most_table_entries) {
    for (std::uint64_t entry = 0; entry < laws.entries(); ++entry)
      entries.push_back(columns.column_at(laws.run_of_entry(entry)));
  }
  if (entries.size() == 1) return over_ranks(columns.numbers(entries.front()), set);
  std::string variable;
  std::uint64_t factor = 1;
  for (std::size_t loop = around.size(); loop-- > 0;) {
    if (laws.of(loop) != Law::table) continue;
    variable =
        factor == 1 ? around[loop].variable : fmt::format("{} * {} + {}", around[loop].variable, factor, variable);
    factor *= around[loop].count;
  }
  if (!entries.empty() && std::ranges::all_of(entries, [&](auto each) { return columns.is_uniform(each); })) {
    Points points;
    for (const std::uint32_t each : entries)
      points.emplace_back(static_cast<std::int64_t>(points.size()), columns.numbers(each).front());
    if (const auto found = formula_of(points, variable)) return *found;
  }
  std::vector<std::int64_t> fingerprints;
  for (const std::uint32_t each : entries) fingerprints.push_back(columns.fingerprint(each));
  const std::vector<TablePiece> pieces = pieces_of_table(fingerprints);
  if (entries.empty() || pieces.size() > most_table_pieces) {
    fail("a value of an event is no short expression of the iteration");
    return {};
  }
  return halved(pieces, 0, pieces.size(), variable, [&](const TablePiece& piece) {
    const Numbers& first = columns.numbers(entries[piece.from]);
    if (piece.to == piece.from + 1 || entries[piece.from] == entries[piece.from + 1]) return over_ranks(first, set);
    const Numbers slope = differences(columns.numbers(entries[piece.from + 1]), first);
    Numbers base = first;
    for (std::size_t i = 0; i < base.size(); ++i) base[i] -= slope[i] * static_cast<std::int64_t>(piece.from);
    const std::string name = variable.find(' ') == std::string::npos ? variable : fmt::format("({})", variable);
    return fmt::format("({} + {} * {})", over_ranks(base, set), name, over_ranks(slope, set));
  });
}

std::string FieldFormulas::partner(const Event& event, std::uint32_t set, const std::vector<Around>& around) {
  auto found = columns(event, FieldName::peer, set, around);
  if (!found) return {};
  if (members_[set].size() == 1 && event.form != PeerForm::absolute) {
    const std::int64_t rank = members_[set].front();
    found = found->changed([&](std::size_t, std::int64_t number) {
      return event.form == PeerForm::exclusive_or ? number ^ rank : (rank + number) % ranks_;
    });
    return value(*found, set, around);
  }
  const std::string number = value(*found, set, around);
  if (event.form == PeerForm::absolute || number.empty()) return number;
  if (number == "0") return "rank";
  if (event.form == PeerForm::exclusive_or) return fmt::format("rank ^ {}", number);
  if (found->size() == 1 && found->is_uniform(0) && 2 * found->numbers(0).front() > ranks_)
    return fmt::format("(rank + ranks - {}) % ranks", ranks_ - found->numbers(0).front());
  return fmt::format("(rank + {}) % ranks", number);
}

}  // namespace trgen::structure
