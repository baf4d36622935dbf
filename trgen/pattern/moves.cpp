// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/moves.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace trgen::pattern {
namespace {

constexpr std::size_t most_moves = 24;
constexpr std::uint64_t no_step = 0xffffffffffffffff;

class Moves {
 public:
  Moves(const Remaining& remaining, const Axes& axes, std::vector<Part>& parts)
      : remaining_(remaining), axes_(axes), parts_(parts) {}

  /// Steps in the axes, with wrap where the axis has it; where a step is made by some coordinates only and these are
  /// combs along each axis, the combs.
  void all() {
    std::unordered_map<std::uint64_t, std::uint32_t> counts;
    std::vector<std::int32_t> delta(axes_.axes.size());
    remaining_.for_pairs([&](std::uint32_t a, std::uint32_t b) { ++counts[step(a, b, delta)]; });
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order(counts.begin(), counts.end());
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    if (order.size() > most_moves) order.resize(most_moves);
    for (const auto& [code, number] : order) {
      if (number < 2 || code == no_step) continue;
      Part part{.kind = Kind::move, .offset = axes_.offset};
      part.axes = axes_.axes;
      part.delta = decoded(code);
      if (is_dimension(part)) continue;
      parts_.push_back(part);
      add_combs(part);
    }
  }

 private:
  /// A step of a stride within one silent axis is a dimension of its own, which has a part for it.
  static bool is_dimension(const Part& part) {
    std::size_t loud = 0;
    for (std::size_t k = 0; k < part.axes.size(); ++k) loud += part.delta[k] != 0 && !part.axes[k].silent ? 1 : 0;
    return loud == 0;
  }

  /// The step between two positions as a number, the same in both directions.
  std::uint64_t step(std::uint32_t a, std::uint32_t b, std::vector<std::int32_t>& delta) const {
    int sign = 0;
    for (std::size_t k = axes_.axes.size(); k-- > 0;) {
      const auto extent = static_cast<std::int32_t>(axes_.axes[k].extent);
      std::int32_t way =
          static_cast<std::int32_t>(axes_.coordinate(b, k)) - static_cast<std::int32_t>(axes_.coordinate(a, k));
      if (axes_.axes[k].wraps && 2 * way > extent) way -= extent;
      if (axes_.axes[k].wraps && 2 * way <= -extent) way += extent;
      // Half way round, both directions are one.
      const bool half = axes_.axes[k].wraps && 2 * way == extent;
      if (sign == 0 && way != 0 && !half) sign = way < 0 ? -1 : 1;
      delta[k] = half || sign >= 0 ? way : -way;
      if (axes_.axes[k].wraps && 2 * delta[k] == -extent) delta[k] = -delta[k];
    }
    std::uint64_t code = 0;
    for (std::size_t k = axes_.axes.size(); k-- > 0;) {
      const std::uint64_t width = 2 * std::uint64_t{axes_.axes[k].extent};
      if (code > (no_step >> 1) / width) return no_step;
      code = code * width + static_cast<std::uint64_t>(delta[k] + static_cast<std::int32_t>(axes_.axes[k].extent));
    }
    return code;
  }
  std::vector<std::int32_t> decoded(std::uint64_t code) const {
    std::vector<std::int32_t> delta;
    for (const Axis& axis : axes_.axes) {
      const std::uint64_t width = 2 * std::uint64_t{axis.extent};
      delta.push_back(static_cast<std::int32_t>(code % width) - static_cast<std::int32_t>(axis.extent));
      code /= width;
    }
    return delta;
  }

  void add_combs(Part part) {
    std::vector<std::vector<char>> seen(axes_.axes.size());
    for (std::size_t k = 0; k < seen.size(); ++k) seen[k].assign(axes_.axes[k].extent, 0);
    std::uint64_t starts = 0;
    for (std::uint32_t position = 0; position < remaining_.count(); ++position) {
      const std::uint32_t to = next_position(part, remaining_.count(), position);
      if (to == Numbering::none || to == position || !remaining_.has(position, to)) continue;
      ++starts;
      for (std::size_t k = 0; k < seen.size(); ++k) seen[k][axes_.coordinate(position, k)] = 1;
    }
    std::uint64_t product = 1;
    for (const std::vector<char>& each : seen) {
      const auto comb = comb_of(each);
      if (!comb) return;
      part.combs.push_back(*comb);
      product *= comb->count;
    }
    if (product == starts && starts < remaining_.count()) parts_.push_back(std::move(part));
  }
  static std::optional<Comb> comb_of(const std::vector<char>& seen) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != 0) all.push_back(i);
    }
    if (all.empty()) return std::nullopt;
    const Comb comb{all.front(), all.size() > 1 ? all[1] - all[0] : 1, static_cast<std::uint32_t>(all.size())};
    const bool even = std::all_of(all.begin(), all.end(), [&](std::uint32_t each) { return comb.holds(each); });
    return even ? std::optional(comb) : std::nullopt;
  }

  const Remaining& remaining_;
  const Axes& axes_;
  std::vector<Part>& parts_;
};

}  // namespace

void suggest_moves(const Remaining& remaining, const Axes& axes, std::vector<Part>& parts) {
  Moves(remaining, axes, parts).all();
}

}  // namespace trgen::pattern
