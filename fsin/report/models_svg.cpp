// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "fsin/core/append.hpp"
#include "fsin/core/markup.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/report/models_text.hpp"
#include "fsin/report/plain_page.hpp"

namespace fsin::report {
namespace {

using study::ModelComparison;
using study::ModelResult;

// Told apart by colour-blind readers and in print (Okabe and Ito's palette).
constexpr std::array<std::string_view, 6> model_colours{"#222222", "#0072b2", "#d55e00",
                                                        "#009e73", "#cc79a7", "#e69f00"};
constexpr double picture_width = 900, rows_left = 150, margin_right = 30;
constexpr double bar_height = 20, panel_gap = 58;

class Drawing {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(text_, format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  void label(double x, double y, std::string_view anchor, const std::string& text) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor, markup_text(text));
  }
  void title(double y, const std::string& text) {
    add("<text x=\"10\" y=\"{:.1f}\" class=\"title\">{}</text>", y, markup_text(text));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string_view colour_of(std::size_t model) { return model_colours[model % model_colours.size()]; }

/// "3 x as fast", with a digit behind the point where that is needed.
std::string speed_text(double times) {
  return times < 9.95 ? fmt::format("{:.1f} x as fast", times) : fmt::format("{:.0f} x as fast", times);
}

/// Bars to both sides of zero; those of models that warned are hollow.
double draw_errors(const ModelComparison& comparison, double top, Drawing& out) {
  out.title(top, fmt::format("Error of {} relative to routers; hollow bars: the model warned", comparison.figure));
  double most = 0.3;
  for (const ModelResult& model : comparison.models) most = std::max(most, std::abs(model.error));
  const double middle = (rows_left + picture_width - margin_right) / 2,
               half = (picture_width - margin_right - rows_left) / 2 - 120;
  struct Beside {
    double x, y;
    std::string text;
  };
  std::vector<Beside> told;  // last, on top of the lines
  double y = top + 14;
  for (std::size_t i = 1; i < comparison.models.size(); ++i, y += bar_height + 6) {
    const ModelResult& model = comparison.models[i];
    out.label(rows_left - 8, y + 14, "end", model.name);
    if (!model.refused.empty()) {
      out.label(rows_left, y + 14, "start", "no result");
      continue;
    }
    const double length = half * std::abs(model.error) / most;
    const double x = model.error < 0 ? middle - length : middle;
    out.add(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{}\" "
        "stroke=\"{}\"/>",
        x, y, length, bar_height, colour_of(i), model.warns() ? 0.15 : 0.85, colour_of(i));
    const std::string speed = model.cpu_s > 0 ? ", " + speed_text(comparison.models[0].cpu_s / model.cpu_s) : "";
    told.push_back({model.error < 0 ? middle + 6 : x + length + 6, y + 14, error_text(model.error) + speed});
  }
  out.add("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#555\"/>", middle, top + 8, y);
  for (const double edge : {-0.3, 0.3}) {
    out.add(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#999\" stroke-dasharray=\"4 3\"/>",
        middle + half * edge / most, top + 8, y);
  }
  for (const Beside& each : told)
    out.add("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"beside\">{}</text>", each.x, each.y, markup_text(each.text));
  out.label(middle + half * 0.3 / most, y + 13, "middle", "+30%");
  out.label(middle - half * 0.3 / most, y + 13, "middle", "-30%");
  return y + panel_gap;
}

/// A line for each model over rows, on a logarithmic scale of cycles.
double draw_sizes(const ModelComparison& comparison, double top, Drawing& out) {
  out.title(top, "Mean latency of messages by size, cycles");
  constexpr double height = 200;
  double least = 1e300, most = 1;
  for (const study::ModelRow& row : comparison.sizes) {
    for (const double value : row.values) {
      if (value <= 0) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  if (least > most) return top;
  const double low = std::floor(std::log10(least)), high = std::max(low + 1, std::ceil(std::log10(most)));
  const double base = top + 16 + height;
  const auto y_of = [&](double value) { return base - height * (std::log10(value) - low) / (high - low); };
  for (double power = low; power <= high; ++power) {
    const double y = y_of(std::pow(10, power));
    out.add("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>", rows_left,
            picture_width - margin_right, y, y);
    out.label(rows_left - 8, y + 4, "end", fmt::format("{:.0f}", std::pow(10, power)));
  }
  const double step = (picture_width - margin_right - rows_left) / static_cast<double>(comparison.sizes.size());
  const auto x_of = [&](std::size_t row) { return rows_left + step * (static_cast<double>(row) + 0.5); };
  for (std::size_t row = 0; row < comparison.sizes.size(); ++row)
    out.label(x_of(row), base + 16, "middle", comparison.sizes[row].name);
  for (std::size_t model = 0; model < comparison.models.size(); ++model) {
    std::string points;
    for (std::size_t row = 0; row < comparison.sizes.size(); ++row) {
      const double value = comparison.sizes[row].values[model];
      if (value <= 0) continue;
      points += fmt::format("{:.1f},{:.1f} ", x_of(row), y_of(value));
      out.add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>", x_of(row), y_of(value), colour_of(model));
    }
    out.add("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>", points, colour_of(model));
  }
  return base + panel_gap;
}

/// The end of every rank: dots, one line a model.
double draw_ranks(const ModelComparison& comparison, double top, Drawing& out) {
  if (comparison.models[0].ranks.empty()) return top;
  out.title(top, "Last cycle of each rank");
  Cycle most = 1;
  for (const ModelResult& model : comparison.models) most = std::max(most, model.cycles);
  double y = top + 26;
  for (std::size_t i = 0; i < comparison.models.size(); ++i, y += 22) {
    const ModelResult& model = comparison.models[i];
    out.label(rows_left - 8, y + 4, "end", model.name);
    out.add("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>", rows_left,
            picture_width - margin_right, y, y);
    const std::size_t every = model.ranks.size() / 2000 + 1;
    for (std::size_t rank = 0; rank < model.ranks.size(); rank += every) {
      const double x = rows_left + (picture_width - margin_right - rows_left) * static_cast<double>(model.ranks[rank]) /
                                       static_cast<double>(most);
      out.add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\" fill-opacity=\"0.35\"/>", x, y, colour_of(i));
    }
  }
  out.label(rows_left, y + 6, "start", "0");
  out.label(picture_width - margin_right, y + 6, "end", grouped_text(most) + " cycles");
  return y + 30;
}

}  // namespace

std::string models_svg(const ModelComparison& comparison) {
  Drawing out;
  double x = rows_left;
  for (std::size_t i = 0; i < comparison.models.size(); ++i) {
    out.add("<rect x=\"{:.1f}\" y=\"34\" width=\"12\" height=\"12\" fill=\"{}\"/>", x, colour_of(i));
    out.label(x + 17, 45, "start", comparison.models[i].name);
    x += 110;
  }
  const double below = draw_errors(comparison, 80, out);
  const double end = draw_ranks(comparison, draw_sizes(comparison, below, out), out);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1:.0f}\" width=\"{0}\" height=\"{1:.0f}\">\n"
      "<style>text{{font:13px sans-serif;fill:#222}}.title{{font-weight:bold}}"
      ".beside{{paint-order:stroke;stroke:white;stroke-width:5px}}</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"10\" y=\"20\" class=\"title\">{2}</text>\n{3}</svg>\n",
      picture_width, end, markup_text(comparison.headline), out.text());
}

std::string models_page(const ModelComparison& comparison) {
  return plain_page(
      comparison.name + ": models", comparison.name + ": models side by side",
      {{"picture", models_svg(comparison), Ground::white}, {"numbers", page_text(models_text(comparison))}});
}

}  // namespace fsin::report
