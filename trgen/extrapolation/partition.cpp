// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace trgen::extrapolation {
namespace {

/// Places on a side: the first, one between, the last, and the only one.
constexpr std::array<std::string_view, 4> place_names{"first", "middle", "last", "only"};

std::uint32_t end_of(std::uint32_t place, std::uint32_t side) {
  if (side == 1) return 3;
  return place == 0 ? 0 : place + 1 == side ? 2 : 1;
}

constexpr std::size_t alternatives = 8;

}  // namespace

std::optional<std::uint32_t> Partition::of(const Place& place) const {
  if (kind == Kind::whole) return 0;
  if (kind == Kind::rank_parity) return place.rank % 2;
  if (kind == Kind::rung_ends) {  // the only rung is a first one
    if (place.rungs == 0) return std::nullopt;
    return place.rung == 0 ? 0 : end_of(place.rung, place.rungs);
  }
  if (kind == Kind::rungs) return place.of_levels ? std::optional(place.rung) : std::nullopt;
  if (kind == Kind::role) {
    const auto has = has_role(plays, along, levels, place);
    return has ? std::optional<std::uint32_t>(*has ? 1 : 0) : std::nullopt;
  }
  const auto& side = place.run->sides(rule);
  if (!side) return std::nullopt;
  const Sides at = place.run->place(rule, place.rank);
  std::uint32_t number = 0;
  for (unsigned d = 0; d < 3; ++d) {
    if ((along >> d & 1U) == 0) continue;
    number = kind == Kind::parity ? 2 * number + at[d] % 2 : 4 * number + end_of(at[d], (*side)[d]);
  }
  if (kind != Kind::neighbour) return number;
  bool has = true;
  for (unsigned d = 0; d < 3; ++d) has = has && (step[d] == 0 || at[d] != (step[d] > 0 ? (*side)[d] - 1 : 0));
  return 2 * number + (has ? 1 : 0);
}

std::string Partition::class_words(std::uint32_t number) const {
  if (kind == Kind::whole) return "all ranks";
  if (kind == Kind::rank_parity) return number == 0 ? "even ranks" : "odd ranks";
  if (kind == Kind::rungs) return fmt::format("level {}", number);
  if (kind == Kind::role) return number == 1 ? "those ranks" : "other ranks";
  if (kind == Kind::rung_ends) return fmt::format("{} rung", place_names[number % 4]);
  std::string text;
  if (kind == Kind::neighbour) {
    text = number % 2 == 1 ? "with that neighbour" : "without that neighbour";
    number /= 2;
  }
  for (unsigned d = 3; d-- > 0;) {
    if ((along >> d & 1U) == 0) continue;
    const std::uint32_t digit = kind == Kind::parity ? number % 2 : number % 4;
    number /= kind == Kind::parity ? 2 : 4;
    const std::string_view name = kind != Kind::parity ? place_names[digit] : digit == 0 ? "even" : "odd";
    text = fmt::format("{} {}{}{}", "xyz"[d], name, text.empty() ? "" : ", ", text);
  }
  return text;
}

std::vector<Partition> partitions(const std::vector<GridRule>& rules, const Admitted& admitted) {
  using Kind = Partition::Kind;
  std::vector<Partition> made{{.kind = Kind::whole, .words = "all ranks"}};
  for (unsigned dimensions = 1; dimensions <= 3; ++dimensions) {  // few classes first
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
      for (unsigned along = 1; admitted[rule] && along < 1U << rules[rule].dimensions; ++along) {
        if (static_cast<unsigned>(__builtin_popcount(along)) != dimensions) continue;
        std::string axes;
        for (unsigned d = 0; d < 3; ++d) {
          if ((along >> d & 1U) != 0) axes += "xyz"[d];
        }
        made.push_back({Kind::ends, rule, along, fmt::format("ends along {} of the {}", axes, rules[rule].name)});
      }
    }
    if (dimensions > 1) continue;
    made.push_back({.kind = Kind::rung_ends, .words = "ends of the ladder"});
    made.push_back({.kind = Kind::rank_parity, .words = "even and odd ranks"});
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
      for (unsigned d = 0; admitted[rule] && rules[rule].dimensions > 1 && d < rules[rule].dimensions; ++d)
        made.push_back(
            {Kind::parity, rule, 1U << d, fmt::format("even and odd {} of the {}", "xyz"[d], rules[rule].name)});
    }
  }
  made.push_back({.kind = Kind::rungs, .words = "each level"});
  return made;
}

std::optional<std::int64_t> ValueModel::at(const Place& place) const {
  const auto number = partition.of(place);
  if (!number) return std::nullopt;
  const auto found = laws.find(*number);
  return found == laws.end() ? std::nullopt : found->second.at(place);
}

std::string ValueModel::why_not(const Place& place) const {
  const auto number = partition.of(place);
  if (!number) return fmt::format("{} have no {}", place.run->scale().words(), partition.words);
  const auto found = laws.find(*number);
  if (found == laws.end())
    return fmt::format("no input has ranks such as rank {} ({}: {})", place.rank, partition.words,
                       partition.class_words(*number));
  return fmt::format("the law {} has no whole number for rank {} of {}", found->second.words(), place.rank,
                     place.run->ranks());
}

std::string ValueModel::words() const {
  std::string text;
  for (const auto& [number, law] : laws) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", law.words());
    if (partial()) text += fmt::format(" where {}", partition.class_words(number));
  }
  return partial() ? fmt::format("{} ({})", text, partition.words) : text;
}

ValueModel ValueModel::constant(std::int64_t number) {
  return {.partition = {}, .laws = {{0U, Law{.kind = Law::Kind::constant, .a = number, .variable = {}}}}};
}

std::optional<ValueModel> Fit::over(const Partition& partition, const std::vector<Sample>& samples,
                                    unsigned least_spare, bool constant, bool times) const {
  std::map<std::uint32_t, std::vector<Sample>> classes;
  for (const Sample& each : samples) {
    const auto number = partition.of(each.at);
    if (!number) return std::nullopt;
    classes[*number].push_back(each);
  }
  ValueModel made{.partition = partition, .laws = {}};
  for (const auto& [number, of] : classes) {
    if (constant) {
      const std::int64_t first = of.front().value;
      if (std::any_of(of.begin(), of.end(), [&](const Sample& each) { return each.value != first; }))
        return std::nullopt;
      made.laws[number] = {.kind = Law::Kind::constant, .a = first, .variable = {}};
      continue;
    }
    std::vector<Law> laws = laws_.that_give(of, least_spare, 1, times);
    if (laws.empty()) return std::nullopt;
    made.laws[number] = std::move(laws.front());
  }
  return made;
}

std::optional<ValueModel> Fit::value(const std::vector<Sample>& samples, unsigned least_spare, bool times,
                                     const Heading& heading) const {
  if (auto checked = value_with(samples, 1, times, heading); checked || least_spare > 0) return checked;
  auto made = value_with(samples, 0, times, heading);
  if (made) made->checked = false;
  return made;
}

std::optional<ValueModel> Fit::value_with(const std::vector<Sample>& samples, unsigned least_spare, bool times,
                                          const Heading& heading) const {
  const bool of_levels = samples.front().at.of_levels;
  for (const Partition& each : partitions_) {
    if (auto made = over(each, samples, least_spare, false, times)) return made;
    if (of_levels && each.kind == Partition::Kind::whole) {
      if (auto made = of_faces(samples, least_spare, times)) return made;
    }
  }
  if (times) return std::nullopt;
  if (auto made = of_faces(samples, least_spare, times)) return made;
  const std::vector<Law> cells = laws_.of_cells(samples, least_spare, alternatives, heading);
  if (cells.empty()) return std::nullopt;
  const auto applies = std::find_if(cells.begin(), cells.end(), [&](const Law& law) {
    return law.at({&target_, 0, 0, 1});
  });
  ValueModel made;
  made.laws.emplace(0U, applies == cells.end() ? cells.front() : *applies);
  return made;
}

std::optional<ValueModel> Fit::of_faces(const std::vector<Sample>& samples, unsigned least_spare, bool times) const {
  std::vector<Law> laws = laws_.of_faces(samples, least_spare, 1, times);
  if (laws.empty()) return std::nullopt;
  ValueModel made;
  made.laws.emplace(0U, std::move(laws.front()));
  return made;
}

std::optional<ValueModel> Fit::role(const std::vector<Sample>& samples, const Levels& levels) const {
  const auto tried = [&](LevelRole plays, unsigned along, std::string words) -> std::optional<ValueModel> {
    Partition by{.kind = Partition::Kind::role, .along = along, .words = std::move(words)};
    by.levels = levels;
    by.plays = plays;
    for (const Sample& each : samples) {
      if (by.of(each.at) != each.value) return std::nullopt;
    }
    ValueModel made{.partition = std::move(by), .laws = {}};
    for (std::uint32_t number = 0; number < 2; ++number) made.laws[number] = Law{.a = number, .variable = {}};
    return made;
  };
  if (auto owners = tried(LevelRole::owner, 0, "ranks that have points")) return owners;
  for (unsigned d = 0; d < 3; ++d) {
    for (const LevelRole plays : {LevelRole::taker, LevelRole::giver}) {
      if (auto made = tried(plays, d, plays == LevelRole::taker ? "ranks that take points" : "ranks that give points"))
        return made;
    }
  }
  return std::nullopt;
}

std::optional<ValueModel> Fit::choice(const std::vector<Sample>& samples) const {
  for (const Partition& each : partitions_) {
    if (auto made = over(each, samples, 0, true, false)) return made;
  }
  return std::nullopt;
}

std::string Fit::doubt(const std::vector<Sample>& samples, const ValueModel& taken) const {
  if (!taken.checked)
    return fmt::format("{} fits, but has as many parameters as it has inputs, so none checks it", taken.words());
  if (taken.is_constant()) return {};
  std::map<std::uint32_t, std::vector<Sample>> classes;
  for (const Sample& each : samples) classes[*taken.partition.of(each.at)].push_back(each);
  for (const auto& [number, of] : classes) {
    const Law& law = taken.laws.at(number);
    if (law.kind == Law::Kind::cells && !law.varies_with_rank()) continue;  // an exact quotient
    std::vector<Law> others = law.kind == Law::Kind::cells   ? laws_.of_cells(of, 1, alternatives, {})
                              : law.kind == Law::Kind::faces ? laws_.of_faces(of, 1, alternatives, false)
                                                             : laws_.that_give(of, 1, alternatives);
    if (law.kind == Law::Kind::floor || law.kind == Law::Kind::ceiling || law.kind == Law::Kind::square) {
      others.push_back(law);
      others.back().a = law.last;
    }
    std::uint32_t rungs = 0;
    const bool of_levels = of.front().at.of_levels;
    for (const Sample& each : of) rungs = std::max(rungs, each.at.rungs);
    const std::uint64_t places = std::uint64_t{target_.ranks()} * (of_levels ? rungs : 1);
    for (std::uint64_t each = 0; each < places; each += 1 + target_.ranks() / 64) {
      const auto rank = static_cast<std::uint32_t>(each % target_.ranks());
      const Place place{&target_, rank, static_cast<std::uint32_t>(each / target_.ranks()), rungs, of_levels};
      if (taken.partition.of(place) != number) continue;
      if (law.kind == Law::Kind::faces && !law.faces.has_points(place)) continue;  // it may have nothing to do
      const auto value = law.at(place);
      for (const Law& other : others) {
        const auto otherwise = other.at(place);
        if (!otherwise || otherwise == value) continue;
        return fmt::format("{} fits all inputs, and so does {}: on rank {} of {} they give {} and {}", law.words(),
                           other.words(), rank, target_.ranks(), value.value_or(0), *otherwise);
      }
    }
  }
  return {};
}

std::string Fit::cut_element(const std::vector<Sample>& samples, const ValueModel& taken) const {
  const auto all_of_elements = [&](std::int64_t element) {
    return std::all_of(samples.begin(), samples.end(), [&](const Sample& each) { return each.value % element == 0; });
  };
  const std::int64_t element = all_of_elements(8) ? 8 : 4;
  if (!all_of_elements(element)) return {};
  const Place first = samples.front().at;
  for (std::uint32_t rank = 0; rank < target_.ranks(); rank += 1 + target_.ranks() / 64) {
    const Place place{&target_, rank, first.rung, first.rungs, first.of_levels};
    const auto bytes = taken.at(place);
    if (!bytes || *bytes % element == 0) continue;
    return fmt::format(
        "{} fits all inputs, where bytes are multiples of {}, and gives {} on rank {} of {}: no input "
        "shows how such a share is rounded",
        taken.words(), element, *bytes, rank, target_.ranks());
  }
  return {};
}

std::string Fit::differ(const std::vector<Law>& laws, std::uint32_t rungs) const {
  for (std::uint32_t rung = 0; rung < rungs; ++rung) {
    for (std::uint32_t rank = 0; rank < target_.ranks(); rank += 1 + target_.ranks() / 64) {
      const Place place{&target_, rank, rung, rungs, true};
      if (!laws.front().faces.has_points(place)) continue;
      const auto value = laws.front().at(place);
      for (const Law& other : laws) {
        if (other.at(place) == value) continue;
        return fmt::format("{} fits all inputs, and so does {}: on rank {} of {} they give {} and {}",
                           laws.front().words(), other.words(), rank, target_.ranks(), value.value_or(0),
                           other.at(place).value_or(0));
      }
    }
  }
  return {};
}

}  // namespace trgen::extrapolation
