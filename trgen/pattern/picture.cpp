// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "fsin/core/append.hpp"
#include "fsin/core/markup.hpp"
#include "trgen/pattern/matrix.hpp"

namespace trgen::pattern {
namespace {

// Colours that differ in lightness as well, from the palette of M. Okabe and K. Ito, Color universal design, 2008. They
// can be told from white and from near-black.
constexpr std::array<std::string_view, 7> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#56b4e9", "#e69f00", "#8c7a1a"};
constexpr double matrix_side = 460, border = 24, top = 64, row_height = 22, grid_left = border + matrix_side + 48;
constexpr std::uint32_t most_cells = 256;
constexpr std::uint32_t most_drawn = 1024;  ///< ranks of a grid

std::string_view colour(std::uint32_t number) {
  return number == 0 ? "var(--rest)" : colours[(number - 1) % colours.size()];
}

/// A point of the drawn grid.
struct Point {
  double x = 0;
  double y = 0;
};

class Svg {
 public:
  Svg(const TrafficGraph& graph, const std::vector<Pattern>& patterns) : graph_(graph) {
    for (const Pattern& each : patterns) {
      ++grid_number_;
      if (each.is_grid() && each.axes && each.axes->numbering->count() <= most_drawn) {
        grid_ = &each;
        break;
      }
    }
  }

  std::string text(std::string_view title, const std::vector<std::uint32_t>& pattern_of_pair,
                   const std::vector<Entry>& legend, const std::string& rest) {
    const double width =
        grid_ == nullptr ? 2 * border + std::max(matrix_side, 640.0) : grid_left + matrix_side + border;
    const double legend_top = top + matrix_side + 44;
    const double height =
        legend_top + row_height * static_cast<double>(legend.size() + (rest.empty() ? 0 : 1)) + border;
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" )"
        R"(font-family="sans-serif" font-size="13">)",
        width, height);
    add("\n<title>{}</title>\n", fsin::markup_text(title));
    add("<style>svg{{--paper:#fff;--ink:#222;--line:#999;--rest:#777;color-scheme:light dark}}"
        "@media(prefers-color-scheme:dark){{svg{{--paper:#15181c;--ink:#e8e8e8;--line:#777;--rest:#aaa}}}}"
        "text{{fill:var(--ink)}}</style>\n");
    add("<rect width=\"100%\" height=\"100%\" style=\"fill:var(--paper)\"/>\n");
    add("<text x=\"{}\" y=\"30\" font-size=\"16\" font-weight=\"600\">{}</text>\n", border, fsin::markup_text(title));
    matrix(pattern_of_pair);
    if (grid_ != nullptr) grid();
    for (std::size_t i = 0; i < legend.size(); ++i)
      entry(legend_top + row_height * static_cast<double>(i), static_cast<std::uint32_t>(i + 1), legend[i]);
    if (!rest.empty())
      entry(legend_top + row_height * static_cast<double>(legend.size()), 0, {"without a pattern", rest});
    return std::move(text_) + "</svg>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fsin::append(text_, format, std::forward<Args>(args)...);
  }

  void matrix(const std::vector<std::uint32_t>& pattern_of_pair) {
    const Matrix cells = matrix_of(graph_, pattern_of_pair, most_cells);
    const double side = matrix_side / cells.side;
    add("<text x=\"{}\" y=\"{}\">sender (down), receiver (across)</text>\n", border, top - 10);
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" style=\"fill:none;stroke:var(--line)\"/>\n", border, top,
        matrix_side, matrix_side);
    for (const auto& [where, number] : cells.patterns) {
      add("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" style=\"fill:{}\"/>\n",
          border + side * where.second, top + side * where.first, side, side, colour(number));
    }
  }

  /// The planes of the grid beside each other, with the links along x and y; a wrap is a short stub at both ends.
  void grid() {
    const Axes& axes = *grid_->axes;
    const std::vector<std::size_t> loud = axes.loud();
    const std::uint32_t columns = axes.axes[loud[0]].extent;
    const std::uint32_t rows = loud.size() > 1 ? axes.axes[loud[1]].extent : 1;
    const std::uint32_t count = axes.numbering->count();
    const std::uint32_t planes = std::max(1U, (count + columns * rows - 1) / (columns * rows));
    const auto across = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(planes) * rows / columns)));
    const std::uint32_t planes_across = std::clamp(across, 1U, planes);
    const std::uint32_t planes_down = (planes + planes_across - 1) / planes_across;
    const double unit =
        std::min(matrix_side / ((columns + 1.0) * planes_across), matrix_side / ((rows + 1.0) * planes_down));
    add("<text x=\"{}\" y=\"{}\">ranks of the grid{}</text>\n", grid_left, top - 10,
        planes > 1 ? fmt::format(", {} planes", planes) : "");
    const auto point = [&](std::uint32_t position) {
      const std::uint32_t x = axes.coordinate(position, loud[0]);
      const std::uint32_t y = loud.size() > 1 ? axes.coordinate(position, loud[1]) : 0;
      std::uint64_t plane = 0;
      for (std::size_t k = axes.axes.size(); k-- > 0;) {
        if (k != loud[0] && (loud.size() < 2 || k != loud[1]))
          plane = plane * axes.axes[k].extent + axes.coordinate(position, k);
      }
      return Point{
          grid_left +
              unit * (static_cast<double>(x) + 1 + (columns + 1.0) * static_cast<double>(plane % planes_across)),
          top + unit * (static_cast<double>(y) + 1 + (rows + 1.0) * static_cast<double>(plane / planes_across))};
    };
    for (std::uint32_t position = 0; position < count; ++position) links(axes, loud, position, point, unit);
    for (std::uint32_t position = 0; position < count; ++position) {
      const Point at = point(position);
      add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" style=\"fill:var(--paper);stroke:{}\"/>\n", at.x, at.y,
          std::min(0.32 * unit, 13.0), colour(grid_number_));
      if (unit < 24) continue;
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"10\" text-anchor=\"middle\">{}</text>\n", at.x, at.y + 3.5,
          axes.numbering->rank(position));
    }
  }

  template <class At>
  void links(const Axes& axes, const std::vector<std::size_t>& loud, std::uint32_t position, At point, double unit) {
    const std::uint32_t count = axes.numbering->count();
    for (std::size_t number = 0; number < std::min<std::size_t>(2, loud.size()); ++number) {
      const Axis& axis = axes.axes[loud[number]];
      const std::uint32_t own = axes.coordinate(position, loud[number]);
      const Point from = point(position);
      const double x = number == 0 ? 1 : 0;
      if (axis.wraps && own == 0) line(from, {from.x - 0.5 * unit * x, from.y - 0.5 * unit * (1 - x)}, true);
      if (axis.wraps && own + 1 == axis.extent)
        line(from, {from.x + 0.5 * unit * x, from.y + 0.5 * unit * (1 - x)}, true);
      if (own + 1 == axis.extent) continue;
      const std::uint64_t turned = std::uint64_t{from_offset(position, axes.offset, count)} + axis.stride;
      if (turned < count) line(from, point(static_cast<std::uint32_t>((turned + axes.offset) % count)), false);
    }
  }
  void line(Point from, Point to, bool wrap) {
    add("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" style=\"stroke:{}{}\"/>\n", from.x, from.y, to.x,
        to.y, colour(grid_number_), wrap ? ";stroke-dasharray:2 2" : "");
  }

  void entry(double y, std::uint32_t number, const Entry& entry) {
    add("<rect x=\"{}\" y=\"{:.0f}\" width=\"12\" height=\"12\" style=\"fill:{}\"/>", border, y - 10, colour(number));
    add("<text x=\"{}\" y=\"{:.0f}\">{}: {}</text>\n", border + 20, y, fsin::markup_text(entry.title),
        fsin::markup_text(entry.share));
  }

  const TrafficGraph& graph_;
  const Pattern* grid_ = nullptr;
  std::uint32_t grid_number_ = 0;
  std::string text_;
};

}  // namespace

std::string picture(std::string_view title, const TrafficGraph& graph, const std::vector<Pattern>& patterns,
                    const std::vector<std::uint32_t>& pattern_of_pair, const std::vector<Entry>& legend,
                    const std::string& rest) {
  return Svg(graph, patterns).text(title, pattern_of_pair, legend, rest);
}

}  // namespace trgen::pattern
