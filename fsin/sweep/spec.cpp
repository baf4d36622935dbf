// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "fsin/core/decimal.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/sweep/range.hpp"

namespace fsin::sweep {
namespace {

using config::Tree;

constexpr std::array<std::string_view, 3> section_keys{"grid", "zip", "seeds"};
constexpr std::uint64_t most_seeds = 100000;

/// A value as a label: "0.3", "8x8", "hotspot nodes 4".
std::string label_of(const Tree& value) {
  std::string text;
  if (value.is_scalar()) return value.text;
  for (const Tree& item : value.items) {
    if (!text.empty()) text += value.is_list() ? "x" : " ";
    if (value.is_map() && item.key != "type") text += item.key + " ";
    text += label_of(item);
  }
  return text.empty() ? "null" : text;
}

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Spec read(const Tree& section) {
    if (!section.is_map()) {
      diagnostics_.error(section.mark, "sweep must be a map with grid, zip or seeds");
      return {};
    }
    for (const Tree& entry : section.items) {
      if (entry.key == "grid") {
        grid(entry);
      } else if (entry.key == "zip") {
        zip(entry);
      } else if (entry.key == "seeds") {
        seeds(entry);
      } else {
        diagnostics_.error(entry.key_mark, fmt::format("unknown key {} in sweep{}", in_quotes(entry.key),
                                                       suggestion(entry.key, section_keys, "keys of sweep")));
      }
    }
    check_size(section);
    return std::move(spec_);
  }

 private:
  void seeds(const Tree& value) {
    const auto number = value.is_scalar() ? parse_whole_number(value.text) : std::nullopt;
    if (number && *number >= 1 && *number <= most_seeds) {
      spec_.seeds = static_cast<unsigned>(*number);
    } else {
      diagnostics_.error(value.mark, fmt::format("seeds must be a whole number from 1 to {}", most_seeds));
    }
  }

  void grid(const Tree& section) {
    if (!section.is_map())
      return diagnostics_.error(section.mark, "grid must be a map: a key and the list of its values");
    for (const Tree& entry : section.items) {
      if (is_range(entry)) {
        if (const auto list = expand_range(entry, diagnostics_))
          add(entry, {.name = entry.key, .steps = values(*list)});
      } else if (entry.is_list()) {
        add(entry, {.name = entry.key, .steps = values(entry)});
      } else if (entry.is_map()) {
        add(entry, {.name = entry.key, .steps = named(entry)});
      } else {
        diagnostics_.error(
            entry.mark,
            fmt::format(
                "{} must have a list of values, a range {{from: 0.1, to: 0.9, step: 0.1}}, or a map of named points",
                in_quotes(entry.key)));
      }
    }
  }

  std::vector<Step> values(const Tree& list) const {
    std::vector<Step> steps;
    for (const Tree& item : list.items) steps.push_back({label_of(item), {{list.key, item, 0}}});
    return steps;
  }

  /// An axis of named points: name -> map of keys and values.
  std::vector<Step> named(const Tree& map) {
    std::vector<Step> steps;
    for (const Tree& entry : map.items) {
      Step step{entry.key, {}};
      if (!entry.is_map()) {
        diagnostics_.error(entry.mark, fmt::format("the named point {} must be a map of keys and values, e.g. "
                                                   "{{network.preset: adaptive-3vc}}",
                                                   in_quotes(entry.key)));
      }
      for (const Tree& setting : entry.items) step.settings.push_back({setting.key, setting, 0});
      steps.push_back(std::move(step));
    }
    return steps;
  }

  void zip(const Tree& section) {
    if (!section.is_map() || section.items.empty()) {
      return diagnostics_.error(section.mark, "zip must be a map: keys and lists of equal length");
    }
    Axis axis;
    std::vector<Tree> lists;
    for (const Tree& entry : section.items) {
      const auto list = is_range(entry) ? expand_range(entry, diagnostics_) : std::optional(entry);
      if (!list) return;
      lists.push_back(*list);
    }
    const std::size_t length = lists.front().items.size();
    for (const Tree& entry : lists) {
      axis.name += (axis.name.empty() ? "" : "+") + entry.key;
      if (!entry.is_list() || entry.items.size() != length) {
        return diagnostics_.error(
            entry.mark, fmt::format("the lists of zip must be of equal length: {} has {}, {} has {}",
                                    in_quotes(lists.front().key), length, in_quotes(entry.key), entry.items.size()));
      }
    }
    for (std::size_t i = 0; i < length; ++i) {
      Step step;
      for (const Tree& entry : lists) {
        step.label += (step.label.empty() ? "" : " ") + label_of(entry.items[i]);
        step.settings.push_back({entry.key, entry.items[i], 0});
      }
      axis.steps.push_back(std::move(step));
    }
    add(section, std::move(axis));
  }

  void add(const Tree& at, Axis axis) {
    if (axis.steps.empty()) return diagnostics_.error(at.mark, fmt::format("{} has no values", in_quotes(axis.name)));
    for (std::size_t i = 0; i < axis.steps.size(); ++i) {
      const auto same = [&](const Step& each) { return each.label == axis.steps[i].label; };
      if (std::count_if(axis.steps.begin(), axis.steps.begin() + static_cast<std::ptrdiff_t>(i), same) != 0) {
        diagnostics_.error(
            at.mark, fmt::format("{} has the value {} twice", in_quotes(axis.name), in_quotes(axis.steps[i].label)));
      }
    }
    spec_.axes.push_back(std::move(axis));
  }

  void check_size(const Tree& section) {
    std::size_t points = 1;
    for (const Axis& axis : spec_.axes) {
      points *= axis.steps.size();
      if (points > most_points) {
        return diagnostics_.error(section.mark, fmt::format("the sweep has more than {} points", most_points));
      }
    }
  }

  Diagnostics& diagnostics_;
  Spec spec_;
};

}  // namespace

std::string Point::name() const { return labels.empty() ? "base" : fmt::format("{}", fmt::join(labels, ", ")); }

Spec read_spec(const Tree& section, Diagnostics& diagnostics) { return Reader(diagnostics).read(section); }

std::vector<Point> points_of(const Spec& spec) {
  std::vector<Point> points(1);
  for (std::size_t number = 0; number < spec.axes.size(); ++number) {
    const Axis& axis = spec.axes[number];
    std::vector<Point> longer;
    longer.reserve(points.size() * axis.steps.size());
    for (const Point& point : points) {
      for (const Step& step : axis.steps) {
        Point next = point;
        next.labels.push_back(step.label);
        for (const Setting& setting : step.settings) next.settings.push_back({setting.path, setting.value, number});
        longer.push_back(std::move(next));
      }
    }
    points = std::move(longer);
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i].number = i;
  return points;
}

}  // namespace fsin::sweep
