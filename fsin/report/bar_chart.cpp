// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

#include "fsin/core/append.hpp"
#include "fsin/core/markup.hpp"

namespace fsin::report {
namespace {

// Told apart by colour-blind readers and in print (Okabe and Ito's palette, without yellow).
constexpr std::array<std::string_view, 6> bar_colours{"#56748f", "#e69f00", "#009e73", "#cc79a7", "#0072b2", "#d55e00"};
constexpr double plot_left = 64;
constexpr double plot_top = 74;
constexpr double plot_height = 260;
constexpr double bar_width = 44;
constexpr double bar_gap = 6;
constexpr double group_gap = 46;

struct Scale {
  double top = 1;   ///< value at the upper edge
  double step = 0;  ///< between two grid lines
  int decimals = 0;
  double y(double value) const { return plot_top + plot_height * (1 - value / top); }
};

/// Grid lines at 1, 2 or 5 times a power of ten, four to nine of them.
Scale scale_for(double largest) {
  if (!(largest > 0)) return {.top = 1, .step = 0.25, .decimals = 2};
  double power = 1;
  int decimals = 0;
  while (power * 10 <= largest) power *= 10;
  while (power > largest) {
    power /= 10;
    ++decimals;
  }
  const double lead = largest / power;
  const double step = (lead < 2 ? 0.2 : lead < 5 ? 0.5 : 1) * power;
  if (lead < 5 && power <= 1) ++decimals;
  return {.top = std::ceil(largest * 1.04 / step) * step, .step = step, .decimals = decimals};
}

const stats::Estimate& shown(const ComparedCell& cell, bool relative) { return relative ? *cell.ratio : cell.value; }

double reach(const stats::Estimate& estimate) {
  return estimate.mean + (std::isfinite(estimate.half_width) ? estimate.half_width : 0);
}

std::string value_label(double value, bool relative) {
  if (relative) return fmt::format("{:.2f}", value);
  return value >= 1000 ? fmt::format("{:.3g}k", value / 1000) : fmt::format("{:.3g}", value);
}

class Chart {
 public:
  Chart(const FileComparison& comparison, bool relative) : comparison_(comparison), relative_(relative) {
    double largest = 0;
    for (const auto& cell : comparison.cells) {
      if (cell) largest = std::max(largest, reach(shown(*cell, relative)));
    }
    scale_ = scale_for(largest);
    group_ = static_cast<double>(comparison.columns.size()) * (bar_width + bar_gap) - bar_gap;
    width_ = plot_left + group_gap + static_cast<double>(comparison.rows.size()) * (group_ + group_gap) + 16;
    width_ = std::max(width_, 480.0);
  }

  std::string draw(const std::string& title) {
    const double height = plot_top + plot_height + 44;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#333\">\n",
        width_, height);
    add("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    add("<text x=\"16\" y=\"26\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", markup_text(title));
    legend();
    grid();
    for (std::size_t row = 0; row < comparison_.rows.size(); ++row) group(row);
    add("<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{1}\" stroke=\"#333\"/>\n", plot_left, scale_.y(0), width_ - 16);
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(svg_, format, std::forward<Args>(args)...);
  }

  void legend() {
    double x = 16;
    for (std::size_t column = 0; column < comparison_.columns.size(); ++column) {
      add("<rect x=\"{:.1f}\" y=\"42\" width=\"12\" height=\"12\" fill=\"{}\"/>", x,
          bar_colours[column % bar_colours.size()]);
      add("<text x=\"{:.1f}\" y=\"53\">{}</text>\n", x + 18, markup_text(comparison_.columns[column]));
      x += 40 + 7.2 * static_cast<double>(comparison_.columns[column].size());
    }
  }

  void grid() {
    const auto lines = static_cast<int>(std::lround(scale_.top / scale_.step));
    for (int i = 0; i <= lines; ++i) {
      const double value = scale_.step * i;
      add("<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#e2e2e2\"/>", plot_left, scale_.y(value),
          width_ - 16);
      const std::string label =
          value >= 10000 ? fmt::format("{:g}k", value / 1000) : fmt::format("{:.{}f}", value, scale_.decimals);
      add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#666\">{}</text>\n", plot_left - 8,
          scale_.y(value) + 4.5, label);
    }
    add("<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\" fill=\"#666\">{}</text>\n",
        plot_top + plot_height / 2,
        relative_ ? markup_text(comparison_.metric + ", relative to " + comparison_.columns.front())
                  : markup_text(comparison_.metric));
  }

  void group(std::size_t row) {
    const double left = plot_left + group_gap + static_cast<double>(row) * (group_ + group_gap);
    for (std::size_t column = 0; column < comparison_.columns.size(); ++column) {
      const auto& cell = comparison_.at(row, column);
      if (cell) bar(left + static_cast<double>(column) * (bar_width + bar_gap), column, shown(*cell, relative_));
    }
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", left + group_ / 2, scale_.y(0) + 22,
        markup_text(comparison_.rows[row]));
  }

  void bar(double x, std::size_t column, const stats::Estimate& estimate) {
    const double y = scale_.y(estimate.mean);
    add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"{}\"/>", x, y, bar_width,
        scale_.y(0) - y, bar_colours[column % bar_colours.size()]);
    const double middle = x + bar_width / 2;
    if (std::isfinite(estimate.half_width) && estimate.half_width > 0) {
      const double upper = scale_.y(reach(estimate));
      const double lower = scale_.y(std::max(0.0, estimate.mean - estimate.half_width));
      add("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {1:.1f}H{4:.1f}M{3:.1f} {2:.1f}H{4:.1f}\" stroke=\"#222\" "
          "stroke-width=\"1.2\" fill=\"none\"/>",
          middle, upper, lower, middle - 6, middle + 6);
    }
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"12\">{}</text>\n", middle,
        scale_.y(reach(estimate)) - 5, value_label(estimate.mean, relative_));
  }

  const FileComparison& comparison_;
  bool relative_;
  Scale scale_;
  double group_ = 0;
  double width_ = 0;
  std::string svg_;
};

}  // namespace

std::string bar_chart_svg(const FileComparison& comparison, const std::string& title, bool relative) {
  const bool has_ratios = std::all_of(comparison.cells.begin(), comparison.cells.end(),
                                      [](const auto& cell) { return !cell || cell->ratio.has_value(); });
  return Chart(comparison, relative && has_ratios).draw(title);
}

}  // namespace fsin::report
