// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/field_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/structure/formula.hpp"
#include "trgen/structure/over_ranks.hpp"

namespace trgen::structure {
namespace {

/// The values of a field, by rank of the event and execution, are looked at one by one: no more than this many.
constexpr std::uint64_t most_values = std::uint64_t{1} << 22;
/// The longest table over iterations.
constexpr std::uint64_t most_entries = 64;

std::vector<std::uint32_t> members_of(const RankSet& set) {
  std::vector<std::uint32_t> members;
  SeriesWalk walk(set.members);
  for (std::uint32_t i = 0; i < set.size; ++i) members.push_back(static_cast<std::uint32_t>(walk.next()));
  return members;
}

/// The values of all ranks in one execution.
std::vector<std::int64_t> column(const std::vector<std::vector<std::int64_t>>& all, std::uint64_t run) {
  std::vector<std::int64_t> made;
  for (const auto& of_rank : all) made.push_back(of_rank[run]);
  return made;
}

}  // namespace

FieldFormulas::FieldFormulas(const Structure& structure) {
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

std::string FieldFormulas::over_ranks(const Values& numbers, std::uint32_t set) {
  Points points;
  for (std::size_t i = 0; i < numbers.size(); ++i) points.emplace_back(members_[set][i], numbers[i]);
  const auto found = formula_of(points, "rank");
  if (!found) fail("a value of an event is no short expression of the rank");
  return found.value_or("");
}

/// All values of a field: by rank of the set, then by execution.
std::vector<FieldFormulas::Values> FieldFormulas::values_of(const Field& field, std::uint32_t set, std::uint64_t runs) {
  std::vector<Values> all;
  if (field.listed || runs * members_[set].size() > most_values) {
    fail(field.listed ? "a value of an event has no structure" : "a value of an event varies too often to look at");
    return all;
  }
  FieldWalk walk(field);
  for (std::size_t i = 0; i < members_[set].size(); ++i) {
    walk.next();
    Series series{walk.numbers().front(), field.alternatives[walk.alternative()].shape, {}};
    series.steps.assign(walk.numbers().begin() + 1, walk.numbers().end());
    SeriesWalk values(series);
    Values& made = all.emplace_back();
    const std::uint64_t length = series.is_constant() ? 1 : runs;
    for (std::uint64_t k = 0; k < length; ++k) made.push_back(values.next());
    made.resize(runs, made.front());
  }
  return all;
}

/// The expression of a field; empty after fail().
std::string FieldFormulas::value(const Event& event, FieldName name, std::uint32_t set,
                                 const std::vector<Around>& around, std::int64_t least) {
  std::uint64_t runs = 1;
  for (const Around& each : around) {
    if (__builtin_mul_overflow(runs, each.count, &runs)) runs = most_values + 1;
  }
  const Field& field = event.field(name);
  const bool steady = !field.listed && std::all_of(field.alternatives.begin(), field.alternatives.end(),
                                                   [](const Alternative& each) { return each.shape.empty(); });
  const std::vector<Values> all = values_of(field, set, steady ? 1 : runs);
  for (const Values& of_rank : all) {
    if (*std::min_element(of_rank.begin(), of_rank.end()) < least) fail("a value of an event is too small");
  }
  if (all.empty() || !why_.empty()) return {};
  if (steady) return over_ranks(column(all, 0), set);
  std::string text = affine(all, set, around);
  return text.empty() && why_.empty() ? table(all, set, around) : text;
}

/// A base, and a multiple of each loop variable; empty if the values are not of this kind.
std::string FieldFormulas::affine(const std::vector<Values>& all, std::uint32_t set,
                                  const std::vector<Around>& around) {
  const std::uint64_t runs = all.front().size();
  std::vector<Values> slopes;
  std::vector<std::uint64_t> within(around.size(), 1);
  for (std::size_t loop = around.size(); loop-- > 1;) within[loop - 1] = within[loop] * around[loop].count;
  for (std::size_t loop = 0; loop < around.size(); ++loop) {
    Values& slope = slopes.emplace_back();
    for (const Values& of_rank : all) slope.push_back(of_rank[within[loop]] - of_rank[0]);
  }
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    for (std::uint64_t run = 0; run < runs; ++run) {
      std::int64_t expected = all[rank][0];
      for (std::size_t loop = 0; loop < around.size(); ++loop)
        expected += slopes[loop][rank] * static_cast<std::int64_t>(run / within[loop] % around[loop].count);
      if (expected != all[rank][run]) return {};
    }
  }
  const std::string base = over_ranks(column(all, 0), set);
  std::string text = base == "0" ? "" : base;
  for (std::size_t loop = 0; loop < around.size(); ++loop) {
    const std::string slope = over_ranks(slopes[loop], set);
    if (slope == "0") continue;
    if (!text.empty()) text += " + ";
    text += slope == "1" ? around[loop].variable : fmt::format("{} * {}", around[loop].variable, slope);
  }
  if (text.empty()) return base;
  return text.find(' ') == std::string::npos ? text : fmt::format("({})", text);
}

/// A number for each value of the innermost loop variables, if these alone decide.
std::string FieldFormulas::table(const std::vector<Values>& all, std::uint32_t set, const std::vector<Around>& around) {
  const std::uint64_t runs = all.front().size();
  std::uint64_t period = 1;
  std::string index;
  for (std::size_t loop = around.size(); loop-- > 0;) {
    index = period == 1 ? around[loop].variable : fmt::format("{} + {} * {}", index, around[loop].variable, period);
    period *= around[loop].count;
    if (period > most_entries) break;
    const bool decides = std::all_of(all.begin(), all.end(), [&](const Values& of_rank) {
      for (std::uint64_t run = period; run < runs; ++run) {
        if (of_rank[run] != of_rank[run % period]) return false;
      }
      return true;
    });
    if (!decides) continue;
    const std::string variable = index.find(' ') == std::string::npos ? index : fmt::format("({})", index);
    return entries(all, set, variable, 0, period);
  }
  fail("a value of an event is no short expression of the iteration");
  return {};
}

std::string FieldFormulas::entries(const std::vector<Values>& all, std::uint32_t set, const std::string& variable,
                                   std::uint64_t from, std::uint64_t to) {
  Points points;
  for (std::uint64_t run = from; run < to; ++run) points.emplace_back(static_cast<std::int64_t>(run), all[0][run]);
  const bool same = std::all_of(all.begin(), all.end(), [&](const Values& of_rank) {
    return std::equal(of_rank.begin() + static_cast<std::ptrdiff_t>(from),
                      of_rank.begin() + static_cast<std::ptrdiff_t>(to),
                      all[0].begin() + static_cast<std::ptrdiff_t>(from));
  });
  if (same) {
    if (const auto found = formula_of(points, variable)) return *found;
  }
  if (to - from == 1) return over_ranks(column(all, from), set);
  const std::uint64_t middle = (from + to) / 2;
  return fmt::format("({} < {} ? {} : {})", variable, middle, entries(all, set, variable, from, middle),
                     entries(all, set, variable, middle, to));
}

}  // namespace trgen::structure
