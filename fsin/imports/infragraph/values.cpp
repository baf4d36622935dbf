// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/infragraph/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/decimal.hpp"
#include "fsin/core/text.hpp"

namespace fsin::imports::infragraph {
namespace {

const std::vector<config::Tree> no_entries;

bool fits_name(std::string_view name) {
  constexpr std::string_view others = " -_()<>[]";
  return name.size() <= 200 && std::all_of(name.begin(), name.end(), [&](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  others.find(c) != std::string_view::npos;
         });
}

}  // namespace

const std::vector<config::Tree>& Values::maps(const config::Tree& map, std::string_view key) {
  const config::Tree* found = map.find(key);
  if (found == nullptr || found->kind == config::Tree::Kind::null) return no_entries;
  if (!found->is_list()) {
    wrong(found->mark, fmt::format("{} must be a list", key));
    return no_entries;
  }
  const auto other =
      std::find_if(found->items.begin(), found->items.end(), [](const config::Tree& each) { return !each.is_map(); });
  if (other == found->items.end()) return found->items;
  wrong(other->mark, fmt::format("each of {} must be a map", key));
  return no_entries;
}

std::optional<Text> Values::text(const config::Tree& map, std::string_view key, std::string_view what) {
  const config::Tree* found = map.find(key);
  if (found != nullptr && found->is_scalar() && !found->text.empty()) return Text{found->text, found->mark};
  wrong(found != nullptr ? found->mark : map.mark, fmt::format("{} needs a text `{}`", what, key));
  return std::nullopt;
}

std::string Values::name(const config::Tree& map, std::string_view what) {
  const auto made = text(map, "name", what);
  if (!made) return {};
  if (!fits_name(made->text))
    wrong(made->mark, fmt::format("the name {} may have 200 letters, digits, blanks and -_()<>[], and no others",
                                  in_quotes(made->text)));
  return made->text;
}

std::uint64_t Values::count(const config::Tree& map, std::optional<std::uint64_t> fallback) {
  const config::Tree* found = map.find("count");
  if (found == nullptr && fallback) {
    tallies_.add("no `count`: the highest index in the connections gives it", map.mark);
    return *fallback;
  }
  const auto value = found != nullptr && found->is_scalar() ? parse_natural(found->text) : std::nullopt;
  if (value && *value <= most_nodes) return *value;
  wrong(found != nullptr ? found->mark : map.mark,
        fmt::format("expected a whole `count` from 0 to {}{}", most_nodes,
                    found != nullptr && found->is_scalar() ? ", not " + in_quotes(found->text) : ""));
  return 0;
}

std::optional<Values::Measured> Values::measured(const config::Tree* map, std::string_view what) {
  if (map == nullptr || map->kind == config::Tree::Kind::null) return std::nullopt;
  const auto fail = [&](const Mark& mark, std::string message) -> std::optional<Measured> {
    wrong(mark, std::move(message));
    return std::nullopt;
  };
  if (!map->is_map()) return fail(map->mark, fmt::format("the {} must be a map of a unit and its value", what));
  const config::Tree* choice = map->find("choice");
  const config::Tree* value = nullptr;
  if (choice != nullptr) {
    value = map->find(choice->text);
    if (value == nullptr)
      return fail(choice->mark,
                  fmt::format("the {} chooses {}, and has no value of it", what, in_quotes(choice->text)));
  } else {
    if (map->items.empty()) return std::nullopt;
    if (map->items.size() > 1)
      return fail(map->items[1].key_mark, fmt::format("the {} has several values, and no `choice`", what));
    value = &map->items.front();
  }
  const auto number = value->is_scalar() ? parse_real(value->text) : std::nullopt;
  if (!number || !(*number >= 0) || *number > 1e12)
    return fail(value->mark, fmt::format("the {} must be a number from 0 to 1e12", what));
  std::string unit = value->key;
  std::erase(unit, '_');
  return Measured{std::move(unit), *number, value->mark};
}

std::uint64_t Values::rate(const config::Tree* map, std::uint64_t lanes) {
  const auto made = measured(map, "bandwidth");
  if (!made) return 0;
  double giga = 0;
  if (made->unit == "gigabitspersecond") {
    giga = made->value;
  } else if (made->unit == "gigabytespersecond") {
    giga = 8 * made->value;
  } else if (made->unit == "gigatransferspersecond") {
    giga = static_cast<double>(lanes) * made->value;
    tallies_.add(fmt::format("transfers a second: a transfer is taken for {}, since the file has no lanes; lanes=N "
                             "behind the file says how many, and codes of lines count as bytes",
                             counted(lanes, "bit")),
                 made->mark);
  } else {
    wrong(made->mark, "the bandwidth must be in gigabits_per_second, gigabytes_per_second or gigatransfers_per_second");
    return 0;
  }
  if (giga >= 1e-6 && giga <= 1e8) return static_cast<std::uint64_t>(std::llround(giga * 1e9));
  wrong(made->mark, "the bandwidth must be 1 kb/s to 1e8 Gb/s");
  return 0;
}

std::uint64_t Values::delay(const config::Tree* map) {
  const auto made = measured(map, "latency");
  if (!made) return 0;
  const double to_ps = made->unit == "ns" ? 1e3 : made->unit == "us" ? 1e6 : made->unit == "ms" ? 1e9 : 0;
  if (to_ps == 0) {
    wrong(made->mark, "the latency must be in ns, us or ms");
  } else if (made->value * to_ps > 1e15) {
    wrong(made->mark, "the latency must not be above 1000 s");
  } else {
    return static_cast<std::uint64_t>(std::llround(made->value * to_ps));
  }
  return 0;
}

void Values::tell_others(const config::Tree& map, std::initializer_list<std::string_view> known) {
  for (const config::Tree& each : map.items) {
    if (std::find(known.begin(), known.end(), each.key) == known.end())
      tallies_.add(fmt::format("{}: no key of an experiment says this", in_quotes(each.key)), each.key_mark);
  }
}

}  // namespace fsin::imports::infragraph
