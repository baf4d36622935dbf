// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/drawn_field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "trgen/extrapolation/grown_fields.hpp"

namespace trgen::extrapolation {

void DrawnField::add(std::uint32_t rank, const DrawnOrder& order) {
  std::vector<Source> sources;
  for (const DrawnPart& each : order.parts)
    sources.push_back({each.times == nullptr ? nullptr : each.times->of(at_.at(rank), each.pass), each.known});
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) {
    return each.shape == order.shape && each.sources == sources;
  });
  choice_.add(found - kept_.begin(), static_cast<std::size_t>(-1));
  if (found == kept_.end()) kept_.push_back({order.shape, std::move(sources), 0});
  ++kept_[static_cast<std::size_t>(choice_.last())].ranks;
}

structure::Spread DrawnField::spread_of(const Source& source, std::uint64_t draws) const {
  if (source.spread == nullptr) return {{{draws, source.known}}};
  const Scale& scale = at_.target().scale();
  const ClassTimes times = source.spread->at(scale);
  // Each draw stands for an equal share of all times, and is that of the class in which the middle of its share lies.
  structure::Spread made;
  double behind = 0, sum = 0;
  std::uint64_t taken = 0;
  std::vector<std::uint64_t> counts;
  for (std::size_t i = 0; i < times.size(); ++i) {
    behind += spread_shares[i];
    const std::uint64_t to =
        i + 1 == times.size()
            ? draws
            : std::min(draws, static_cast<std::uint64_t>(std::llround(behind * static_cast<double>(draws))));
    counts.push_back(to - taken);
    sum += static_cast<double>(to - taken) * times[i];
    taken = to;
  }
  const double wanted = source.spread->mean.at(scale) * static_cast<double>(draws);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (counts[i] == 0) continue;
    const std::int64_t value = std::llround(sum > 0 ? times[i] * wanted / sum : 0);
    if (!made.classes.empty() && made.classes.back().value == value) {
      made.classes.back().times += counts[i];
    } else {
      made.classes.push_back({counts[i], value});
    }
  }
  return made;
}

structure::Field DrawnField::field(std::uint64_t runs) const {
  structure::Field made{.drawn = true, .choice = choice_.series(), .alternatives = {}};
  std::optional<std::int64_t> only;
  bool alike = true;
  for (const Kept& each : kept_) {
    structure::Alternative& to = made.alternatives.emplace_back();
    to.shape = each.shape;
    std::vector<std::uint64_t> executions{each.shape.empty() ? runs : 1};
    for (const std::uint64_t element : structure::executions_of_elements(each.shape)) executions.push_back(element);
    for (std::size_t i = 0; i < executions.size(); ++i) {
      to.spreads.push_back(spread_of(each.sources[i], structure::draws(executions[i], each.ranks)));
      const std::vector<structure::Spread::Class>& classes = to.spreads.back().classes;
      alike = alike && classes.size() == 1 && classes.front().value == only.value_or(classes.front().value);
      only = classes.front().value;
    }
  }
  return alike ? constant_field(only.value_or(0)) : made;
}

}  // namespace trgen::extrapolation
