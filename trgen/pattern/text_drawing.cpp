// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/text_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace trgen::pattern {
namespace {

constexpr std::uint32_t most_columns = 32, most_rows = 32, most_blocks = 16;

/// A block of a grid: the ranks of one plane.
class Block {
 public:
  Block(const Pattern& pattern, std::vector<std::size_t> loud) : axes_(*pattern.axes), loud_(std::move(loud)) {}

  std::string text(std::uint32_t plane, std::string_view indent) const {
    const Axis& across = axis(0);
    const std::uint32_t rows = loud_.size() > 1 ? axis(1).extent : 1;
    const std::size_t width =
        std::to_string(axes_.numbering->first() + axes_.numbering->step() * axes_.numbering->count()).size();
    std::string text;
    for (std::uint32_t y = 0; y < rows; ++y) {
      text += fmt::format("{}{} ", indent, across.wraps ? '~' : ' ');
      for (std::uint32_t x = 0; x < across.extent; ++x) {
        if (x > 0) text += "--";
        text += name(x, y, plane, width);
      }
      text += fmt::format(" {}\n", across.wraps ? '~' : ' ');
      if (loud_.size() < 2) continue;
      if (y + 1 == rows && !axis(1).wraps) continue;
      text += fmt::format("{}  ", indent);
      for (std::uint32_t x = 0; x < across.extent; ++x)
        text += fmt::format("{}{:>{}}", x > 0 ? "  " : "", y + 1 == rows ? '~' : '|', width);
      text += '\n';
    }
    return text;
  }

 private:
  const Axis& axis(std::size_t number) const { return axes_.axes[loud_[number]]; }

  std::string name(std::uint32_t x, std::uint32_t y, std::uint32_t plane, std::size_t width) const {
    std::uint64_t at = std::uint64_t{x} * axis(0).stride;
    if (loud_.size() > 1) at += std::uint64_t{y} * axis(1).stride;
    for (std::size_t k = 2; k < loud_.size(); ++k) {
      at += std::uint64_t{plane % axis(k).extent} * axis(k).stride;
      plane /= axis(k).extent;
    }
    if (at >= axes_.numbering->count()) return std::string(width, ' ');
    const auto position = static_cast<std::uint32_t>((at + axes_.offset) % axes_.numbering->count());
    return fmt::format("{:>{}}", axes_.numbering->rank(position), width);
  }

  const Axes& axes_;
  std::vector<std::size_t> loud_;  ///< numbers of the axes that are not silent
};

}  // namespace

std::vector<std::uint32_t> patterns_of_pairs(const Explanation& explanation, const std::vector<Pattern>& patterns) {
  std::vector<std::uint32_t> of_part(explanation.parts.size() + 1);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (const std::size_t part : patterns[i].parts) of_part[part + 1] = static_cast<std::uint32_t>(i + 1);
  }
  std::vector<std::uint32_t> found;
  found.reserve(explanation.owners.size());
  for (const std::uint32_t owner : explanation.owners) found.push_back(of_part[owner]);
  return found;
}

char sign_of(std::uint32_t number) {
  constexpr std::string_view signs = "*123456789abcdefghijklmnopqrstuvwxyz";
  return number < signs.size() ? signs[number] : '+';
}

std::string matrix_drawing(const TrafficGraph& graph, const std::vector<std::uint32_t>& pattern_of_pair,
                           std::uint32_t most, std::string_view indent) {
  const std::uint32_t ranks = graph.ranks();
  const std::uint32_t share = (ranks + most - 1) / most;  // ranks of a cell, along each side
  const std::uint32_t cells = (ranks + share - 1) / share;
  std::vector<std::map<std::uint32_t, std::uint64_t>> inside(std::size_t{cells} * cells);
  for (std::size_t i = 0; i < graph.pairs().size(); ++i) {
    const Pair& pair = graph.pairs()[i];
    const std::size_t low = pair.low / share;
    const std::size_t high = pair.high / share;
    if (pair.up.messages > 0) inside[low * cells + high][pattern_of_pair[i]] += pair.up.messages;
    if (pair.down.messages > 0) inside[high * cells + low][pattern_of_pair[i]] += pair.down.messages;
  }
  std::string text;
  for (std::uint32_t row = 0; row < cells; ++row) {
    text += indent;
    for (std::uint32_t column = 0; column < cells; ++column) {
      const auto& cell = inside[std::size_t{row} * cells + column];
      const auto heaviest =
          std::max_element(cell.begin(), cell.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
      text += column == 0 ? "" : " ";
      text += cell.empty() ? '.' : sign_of(heaviest->first);
    }
    text += '\n';
  }
  return text;
}

std::string grid_drawing(const Pattern& pattern, std::string_view indent) {
  if (!pattern.axes || !pattern.is_grid()) return "";
  std::vector<std::size_t> loud;
  for (std::size_t k = 0; k < pattern.axes->axes.size(); ++k) {
    if (!pattern.axes->axes[k].silent) loud.push_back(k);
  }
  const auto extent = [&](std::size_t number) {
    return number < loud.size() ? pattern.axes->axes[loud[number]].extent : 1U;
  };
  std::uint64_t planes = 1;
  for (std::size_t k = 2; k < loud.size(); ++k) planes *= extent(k);
  if (loud.empty() || loud.size() > 4 || extent(0) > most_columns || extent(1) > most_rows || planes > most_blocks)
    return "";
  std::string text;
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    if (loud.size() == 3) text += fmt::format("{}z = {}\n", indent, plane);
    if (loud.size() == 4) text += fmt::format("{}z = {}, w = {}\n", indent, plane % extent(2), plane / extent(2));
    text += Block(pattern, loud).text(plane, indent);
  }
  return text;
}

}  // namespace trgen::pattern
