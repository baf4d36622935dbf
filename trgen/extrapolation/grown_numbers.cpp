// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/grown_numbers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "trgen/structure/over_ranks.hpp"

namespace trgen::extrapolation {
namespace {

using structure::Field;
using structure::OverRanks;

constexpr std::uint64_t most_turns_made = 1 << 16;

/// The ranks whose values are asked for: one stands for all where they are equal.
std::span<const std::uint32_t> asked(const NumberMaker::Ranks& ranks, bool uniform) {
  return {ranks.data(), uniform ? 1 : ranks.size()};
}

/// Equal differences in a row are added at once: a number of a turn mostly rises or falls by the same.
structure::Series series_of(const std::vector<std::int64_t>& numbers) {
  structure::SeriesBuilder made;
  made.add(numbers.front(), static_cast<std::size_t>(-1));
  for (std::size_t i = 1; i < numbers.size();) {
    const std::int64_t step = numbers[i] - numbers[i - 1];
    std::uint64_t times = 0;
    for (; i < numbers.size() && numbers[i] - numbers[i - 1] == step; ++i) ++times;
    made.add_rise(step, times, static_cast<std::size_t>(-1));
  }
  return made.series();
}

}  // namespace

NumberMaker::Values NumberMaker::values(const ValueModel& model, const Ranks& ranks, const Statement& of,
                                        std::string_view quantity) {
  Values made;
  for (const std::uint32_t rank : asked(ranks, model.is_uniform()))
    made.push_back(at_.value(model, rank, of, quantity));
  return made;
}

Field NumberMaker::of_numbers(const Values& numbers) {
  OverRanks made;
  for (const std::int64_t& number : numbers) made.add({}, {&number, 1});
  return made.field();
}

Field NumberMaker::field(const ValueModel& model, const Ranks& ranks, const Statement& of, std::string_view quantity) {
  return of_numbers(values(model, ranks, of, quantity));
}

Field NumberMaker::field(const SeriesModel& model, const Ranks& ranks, const Statement& of, std::string_view quantity,
                         std::int64_t least) {
  OverRanks made;
  Values numbers;
  for (const std::uint32_t rank : asked(ranks, model.is_uniform())) {
    const auto chosen = static_cast<std::size_t>(at_.value(model.choice, rank, of, quantity));
    const SeriesModel::Way& way = model.ways[chosen];
    numbers.clear();
    for (const ValueModel& number : way.numbers)
      numbers.push_back(at_.value(number, rank, of, quantity, numbers.empty() ? least : INT64_MIN));
    made.add(way.shape, numbers);
  }
  return made.field();
}

Field NumberMaker::field(const TimeLaw& law, const Ranks& ranks, const Around& around, const Statement& of) {
  if (law.exact) return field(*law.exact, ranks, of, "the times", INT64_MIN);
  const VaryingTime& times = law.varying;
  const Place at = at_.at(ranks.front());
  const bool in_passes = at.rungs == 0 && around.turns > 1;
  const bool begins = at.rungs > 0 ? at.rung == 0 : around.turns == 1 || in_passes;
  const structure::DrawOrder passes =
      structure::draw_order(around.runs, in_passes && times.first ? around.turns : 0, times.very_first);
  DrawnOrder order{.shape = passes.shape, .parts = {}};
  for (Pass pass : passes.parts) {
    if (pass == Pass::other && begins && !in_passes) pass = Pass::first;  // each execution is the first of a pass
    order.parts.push_back({&times, times.group_of(pass, begins)});
  }
  DrawnField made(at_);
  for (const std::uint32_t rank : ranks) made.add(rank, order);
  return made.field(around.runs);
}

Field NumberMaker::of_exchange(const Statement& exchange, record::Kind way, const Ranks& ranks,
                               const std::vector<bool>& begins, std::uint64_t each, std::uint64_t runs) {
  const DrawnPart inner{&exchange.inner[way == record::Kind::send ? 0 : 1], Pass::other};
  const DrawnOrder within{.shape = {}, .parts = {inner}};
  DrawnField made(at_);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (!begins[i]) {
      made.add(ranks[i], within);
      continue;
    }
    const VaryingTime& before = exchange.gap.varying;
    DrawnOrder order{.shape = {}, .parts = {{&before, before.group_of(Pass::very_first, false)}}};
    DrawnPart again{&before, Pass::other};
    if (exchange.gap.exact) order.parts.front() = again = {.times = nullptr, .known = exact_start(exchange, ranks[i])};
    if (each > 1) {
      order.shape = {{each - 1, 1}, {}};
      order.parts.push_back(inner);
    }
    if (runs > 1) {
      order.shape.insert(order.shape.end(), {{runs - 1, each > 1 ? 3U : 1U}, {}});
      order.parts.push_back(again);
      if (each > 1) {
        order.shape.insert(order.shape.end(), {{each - 1, 1}, {}});
        order.parts.push_back(inner);
      }
    }
    made.add(ranks[i], order);
  }
  return made.field(each * runs);
}

std::int64_t NumberMaker::exact_start(const Statement& exchange, std::uint32_t rank) {
  const SeriesModel& model = *exchange.gap.exact;
  const auto& way = model.ways[static_cast<std::size_t>(at_.value(model.choice, rank, exchange, "the times"))];
  return at_.value(way.numbers.front(), rank, exchange, "the times", INT64_MIN);
}

Numbers NumberMaker::steady(const ValueModel& model, const Ranks& ranks, std::uint32_t set, const Around& around,
                            const Statement& of, std::string_view quantity) {
  const Numbers& once = steady_.of(model, set, [&]() -> Numbers {
    const Values numbers = values(model, ranks, of, quantity);
    const std::uint64_t alike = numbers.size() == 1 ? ranks.size() : 1;
    return {of_numbers(numbers), alike * std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0})};
  });
  return {once.field, around.runs * once.sum};
}

Numbers NumberMaker::by_turn(const TurnModel& model, const Ranks& ranks, const Around& around, const Statement& of,
                             std::string_view quantity, std::int64_t least) {
  Numbers made;
  if (around.turns == 0 || around.turns > most_turns_made ||
      (model.laws.size() > 1 && model.laws.size() != around.turns)) {
    at_.refuse(fmt::format("{} of {} would have to follow a loop of {} iterations, which none of the inputs has",
                           quantity, of.function, around.turns));
    return made;
  }
  const auto turns = static_cast<std::uint32_t>(around.turns);
  Values numbers;
  const auto of_turns = [&](std::uint32_t rank) {
    numbers.clear();
    for (std::uint32_t turn = 0; turn < turns && !at_.refused(); ++turn) {
      at_.set_rung(turn, turns);
      numbers.push_back(at_.value(model.laws[model.laws.size() > 1 ? turn : 0], rank, of, quantity, least));
    }
    at_.set_rung(0, 0);
    return !at_.refused();
  };
  OverRanks in_loops;
  for (const std::uint32_t rank : ranks) {
    if (!of_turns(rank)) return made;
    made.sum += (around.runs / turns) * std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
    if (in_loops.listed()) continue;
    const structure::Series series = series_of(numbers);
    numbers.assign(1, series.first);
    numbers.insert(numbers.end(), series.steps.begin(), series.steps.end());
    in_loops.add(series.shape, numbers);
  }
  if (in_loops.listed()) {  // too different from rank to rank: one difference for each turn, on all of them
    OverRanks turn_by_turn;
    const structure::Shape flat(turns - 1);
    for (const std::uint32_t rank : ranks) {
      of_turns(rank);
      std::adjacent_difference(numbers.begin(), numbers.end(), numbers.begin());
      turn_by_turn.add(flat, numbers);
    }
    in_loops = std::move(turn_by_turn);
  }
  made.field = in_loops.field();
  repeat(made.field, around.runs / turns);
  return made;
}

}  // namespace trgen::extrapolation
