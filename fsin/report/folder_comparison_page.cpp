// SPDX-License-Identifier: Apache-2.0
// A comparison of two folders as a page: for each figure the ratios B / A with their intervals, and all numbers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/append.hpp"
#include "fsin/core/markup.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/folder_comparison.hpp"
#include "fsin/report/folder_comparison_rows.hpp"
#include "fsin/report/plain_page.hpp"
#include "fsin/stats/titles.hpp"

namespace fsin::report {
namespace {

constexpr double picture_width = 900, margin_right = 24, row_height = 22, top = 10, digit_width = 7.5;
constexpr std::size_t most_rows = 200, longest_name = 48;

/// Ratios of a figure, a row a point, beside the line at which A and B are the same.
class Ratios {
 public:
  explicit Ratios(const FigureRows& figure) : figure_(figure) {
    std::size_t longest = 0;
    for (const auto& each : figure.compared) {
      const auto& ratio = each.figure->difference.ratio;
      if (!ratio || !std::isfinite(ratio->value)) continue;
      shown_.push_back(&each);
      longest = std::max(longest, each.point->name.size());
      const double width = std::isfinite(ratio->half_width) ? ratio->half_width : 0;
      farthest_ = std::max(farthest_, std::abs(ratio->value - 1) + width);
    }
    left_out_ = shown_.size() - std::min(shown_.size(), most_rows);
    shown_.resize(shown_.size() - left_out_);
    left_ = 20 + 7.3 * static_cast<double>(std::min(longest, longest_name));
  }

  std::string draw() {
    if (shown_.empty()) return "<p class=\"quiet\">A is zero in every point: there are no ratios.</p>\n";
    const double bottom = top + row_height * static_cast<double>(shown_.size());
    add("<div class=\"wide\" tabindex=\"0\"><svg viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" height=\"{1:.0f}\" "
        "style=\"min-width:640px\" font-size=\"13\" fill=\"var(--ink)\" role=\"img\" aria-label=\"B / A of {2}, which "
        "the "
        "table has in numbers\">\n",
        picture_width, bottom + 30, markup_text(figure_.name));
    axis(bottom);
    for (std::size_t row = 0; row < shown_.size(); ++row)
      point(*shown_[row], top + row_height * (static_cast<double>(row) + 0.5));
    add("</svg></div>\n");
    if (left_out_ > 0)
      add("<p class=\"quiet\">The first {} points are drawn, and {} more are in the table.</p>\n", shown_.size(),
          left_out_);
    return std::move(text_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(text_, format, std::forward<Args>(args)...);
  }

  double x(double ratio) const {
    const double middle = (left_ + picture_width - margin_right) / 2;
    return middle + (ratio - 1) / reach() * (picture_width - margin_right - left_ - 40) / 2;
  }
  double reach() const { return std::max(farthest_, 1e-6); }

  void axis(double bottom) {
    const double rough = reach() / 2.5;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double step = rough / power < 2 ? power : rough / power < 5 ? 2 * power : 5 * power;
    const int steps = static_cast<int>(reach() / step);
    const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    // Numbers of many digits stand at every second or third line, the middle one always among them.
    const int every = std::max(1, static_cast<int>(std::ceil((digits + 4) * digit_width / (x(1 + step) - x(1)))));
    for (int i = -steps; i <= steps; ++i) {
      const double at = x(1 + i * step);
      add("<path d=\"M{:.1f} {}V{:.1f}\" stroke=\"{}\"/>\n", at, top, bottom, i == 0 ? "var(--quiet)" : "var(--line)");
      if (i % every != 0) continue;
      add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" "
          "fill=\"var(--quiet)\">{:.{}f}</text>\n",
          at, bottom + 20, 1 + i * step, digits);
    }
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"var(--quiet)\">B / A</text>\n", left_ - 10,
        bottom + 20);
  }

  void point(const FigureRows::Compared& each, double y) {
    const stats::Interval& ratio = *each.figure->difference.ratio;
    std::string name = each.point->name;
    if (name.size() > longest_name) name = name.substr(0, longest_name - 3) + "...";
    const std::string_view colour = each.figure->significant ? "var(--strong)" : "var(--mark)";
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", left_ - 10, y + 4.5, markup_text(name));
    if (std::isfinite(ratio.half_width) && ratio.half_width > 0)
      add("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-width=\"2\"/>", x(ratio.value - ratio.half_width), y,
          x(ratio.value + ratio.half_width), colour);
    add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
        x(ratio.value), y, each.figure->difference.p_value ? colour : "var(--surface)", colour);
  }

  const FigureRows& figure_;
  std::vector<const FigureRows::Compared*> shown_;
  std::size_t left_out_ = 0;
  double farthest_ = 0, left_ = 0;
  std::string text_;
};

/// The folder's own name, without those that it lies in.
std::string last_name(const std::string& folder) {
  const std::size_t end = folder.find_last_not_of('/');
  const std::size_t slash = folder.find_last_of('/', end);
  return folder.substr(slash == std::string::npos ? 0 : slash + 1, end - slash);
}

}  // namespace

std::string comparison_page(const sweep::Results& a, const sweep::Results& b,
                            const sweep::FolderComparison& comparison) {
  std::vector<PagePart> parts{{"The folders", page_text(folders_text(a, b)), Ground::surface, true}};
  if (!comparison.points.empty()) {
    const std::vector<TableRow> config = config_rows(comparison);
    parts.push_back(
        {"What was asked for",
         config.empty() ? "<p>The configuration is the same in every point of both.</p>\n" : page_table(config, 4),
         Ground::surface, true});
  }
  const std::string only = only_text(a, b, comparison);
  if (!only.empty()) parts.push_back({"Points in one folder", page_text(only), Ground::surface, true});
  if (comparison.points.empty()) {
    parts.push_back({"What came out", "<p>No point is in both.</p>\n", Ground::surface, true});
  } else {
    parts.push_back(
        {"How to read it",
         page_text(comparison_legend(comparison)) +
             "<p>Pictures: B / A, a row a point; whiskers are intervals, orange is significant, and a hollow "
             "mark has no test.</p>\n",
         Ground::surface, true});
  }
  for (const FigureRows& each : figure_rows(comparison))
    parts.push_back({stats::with_unit(stats::title_of(each.name).words, each.unit),
                     Ratios(each).draw() + page_table(each.rows, 1), Ground::surface, true});
  const std::string heading = fmt::format("{} and {}", last_name(a.folder), last_name(b.folder));
  return plain_page(heading + " compared", heading + " compared", parts);
}

}  // namespace fsin::report
