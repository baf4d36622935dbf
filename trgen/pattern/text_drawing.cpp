// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/text_drawing.hpp"

#include <fmt/format.h>

#include <utility>

#include "trgen/pattern/matrix.hpp"

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

char sign_of(std::uint32_t number) {
  constexpr std::string_view signs = "*123456789abcdefghijklmnopqrstuvwxyz";
  return number < signs.size() ? signs[number] : '+';
}

std::string matrix_drawing(const TrafficGraph& graph, const std::vector<std::uint32_t>& pattern_of_pair,
                           std::uint32_t most, std::string_view indent) {
  const Matrix matrix = matrix_of(graph, pattern_of_pair, most);
  std::string text;
  for (std::uint32_t row = 0; row < matrix.side; ++row) {
    text += indent;
    for (std::uint32_t column = 0; column < matrix.side; ++column) {
      const auto cell = matrix.patterns.find({row, column});
      text += column == 0 ? "" : " ";
      text += cell == matrix.patterns.end() ? '.' : sign_of(cell->second);
    }
    text += '\n';
  }
  return text;
}

std::string grid_drawing(const Pattern& pattern, std::string_view indent) {
  if (!pattern.axes || !pattern.is_grid()) return "";
  const std::vector<std::size_t> loud = pattern.axes->loud();
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
