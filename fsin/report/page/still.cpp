// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/still.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "fsin/core/text.hpp"
#include "fsin/report/page/html.hpp"
#include "fsin/report/page/plot_lines.hpp"
#include "fsin/stats/titles.hpp"

namespace fsin::report::page {
namespace {

constexpr std::size_t most_still_rows = 200;

/// At most five significant digits, without an exponent for ordinary sizes.
std::string short_number(double value) { return fmt::format("{:.5g}", value); }

/// A linear scale from 0, with round ticks.
struct Scale {
  double top, step, from, to;

  Scale(double largest, double at_zero, double at_top) : from(at_zero), to(at_top) {
    largest = largest > 0 ? largest : 1;
    const double power = std::pow(10.0, std::floor(std::log10(largest)));
    const double lead = largest / power;
    step = power * (lead <= 1.5 ? 0.25 : lead <= 3 ? 0.5 : lead <= 6 ? 1 : 2);
    top = std::ceil(largest / step) * step;
  }
  double at(double value) const { return from + (to - from) * value / top; }
};

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format(R"svg(<text x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)svg", x, y, anchor, escaped(text));
}

/// The main figure over the axis of PlotLines, or a bar for each point.
class Picture {
 public:
  Picture(const Json& report, const std::string& figure)
      : report_(report), figure_(report["figures"][figure]), lines_(report) {}

  std::string svg() const {
    const std::string inside = lines_.has_axis() ? curves() : bars();
    return fmt::format(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {:.0f}" role="img" aria-label="{}" )svg"
        R"svg(style="width:100%;height:auto;max-width:900px" font-size="12" fill="var(--soft)">{}</svg>)svg",
        height_, escaped(title()), inside);
  }
  std::string title() const {
    const std::string unit = figure_["unit"];
    return stats::with_unit(figure_["title"].get<std::string>(), unit);
  }

 private:
  std::optional<double> mean(std::size_t point) const {
    const Json& value = figure_["mean"][point];
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
  }
  double half(std::size_t point) const {
    const Json& value = figure_["half"][point];
    return value.is_number() ? value.get<double>() : 0;
  }
  double largest() const {
    double most = 0;
    for (std::size_t point = 0; point < report_["points"].size(); ++point) {
      most = std::max(most, mean(point).value_or(0) + std::min(half(point), mean(point).value_or(0)));
    }
    return most;
  }

  std::string curves() const {
    constexpr double left = 64, right = 712, top = 34, bottom = 330;
    double furthest = 0;
    for (const auto& [row, label] : lines_.rows()) furthest = std::max(furthest, parse_real(label).value_or(0));
    const Scale x(furthest, left, right), y(largest(), bottom, top);
    std::string text = text_at(0, 14, "start", title());
    for (double tick = 0; tick <= y.top * 1.0001; tick += y.step) {
      text += fmt::format(R"svg(<line x1="{}" x2="{}" y1="{:.1f}" y2="{:.1f}" stroke="var(--line)"/>)svg", left, right,
                          y.at(tick), y.at(tick)) +
              text_at(left - 8, y.at(tick) + 4, "end", short_number(tick));
    }
    for (double tick = 0; tick <= x.top * 1.0001; tick += x.step)
      text += text_at(x.at(tick), bottom + 18, "middle", short_number(tick));
    text += text_at(right, bottom + 38, "end", lines_.axis_title());
    height_ = bottom + 48;
    for (std::size_t line = 0; line < lines_.lines().size(); ++line) {
      text += curve(line, x, y);
      const std::string& label = lines_.lines()[line].label;
      if (label.empty()) continue;
      height_ += 18;
      text += fmt::format(R"svg(<circle cx="{}" cy="{:.1f}" r="5" fill="{}"/>)svg", left, height_ - 10, colour(line)) +
              text_at(left + 12, height_ - 6, "start", label);
    }
    return text;
  }

  std::string curve(std::size_t line, const Scale& x, const Scale& y) const {
    std::string path, marks;
    for (const auto& [row, point] : lines_.lines()[line].points) {
      const auto value = mean(point);
      if (!value) continue;
      const double across = x.at(parse_real(lines_.rows().at(row)).value_or(0)), up = y.at(std::min(*value, y.top));
      path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "M" : "L", across, up);
      if (half(point) > 0) {
        marks += fmt::format(R"svg(<line x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}" stroke="{3}"/>)svg",
                             across, y.at(std::max(0.0, *value - half(point))),
                             y.at(std::min(*value + half(point), y.top)), colour(line));
      }
      marks += mark(point, line, across, up);
    }
    return fmt::format(R"svg(<path d="{}" fill="none" stroke="{}" stroke-width="2"/>)svg", path, colour(line)) + marks;
  }

  std::string mark(std::size_t point, std::size_t line, double x, double y) const {
    const PointState state = state_of(report_, point);
    const bool hollow = state == PointState::saturated || state == PointState::stopped;
    return fmt::format(
        R"svg(<circle class="{}" cx="{:.1f}" cy="{:.1f}" r="4" fill="{}" fill-opacity="{}" stroke="{}" stroke-width="1.8"/>)svg",
        hollow ? "hollow" : "filled", x, y, hollow ? std::string_view("var(--surface)") : colour(line),
        state == PointState::unsettled ? 0.3 : 1.0, colour(line));
  }

  std::string bars() const {
    constexpr double left = 4, right = 640, size = 20;
    const Scale x(largest(), left, right);
    std::string text = text_at(0, 14, "start", title());
    double y = 24;
    const std::size_t shown = std::min<std::size_t>(report_["points"].size(), 40);
    for (std::size_t point = 0; point < shown; ++point) {
      const auto value = mean(point);
      const std::string name = lines_.name(point);
      text += text_at(left, y + 13, "start", name.empty() ? report_["points"][point]["name"].get<std::string>() : name);
      y += size;
      text += fmt::format(R"svg(<rect x="{}" y="{}" width="{:.1f}" height="13" fill="{}"/>)svg", left, y,
                          x.at(value.value_or(0)) - left, line_colours[0]) +
              text_at(x.at(value.value_or(0)) + 6, y + 11, "start", value ? short_number(*value) : "no value");
      y += size;
    }
    height_ = y + 6;
    return text;
  }

  static std::string_view colour(std::size_t line) { return line_colours[line % line_colours.size()]; }

  const Json& report_;
  const Json& figure_;
  PlotLines lines_;
  mutable double height_ = 0;
};

std::string table_head(const Json& report, const std::vector<std::string>& figures) {
  std::string text = "<tr><th>Point</th>";
  for (const std::string& name : figures) {
    const Json& figure = report["figures"][name];
    text += fmt::format(R"svg(<th class="number">{}<small>{}</small></th>)svg",
                        escaped(figure["title"].get<std::string>()), escaped(figure["unit_words"].get<std::string>()));
  }
  return text + R"svg(<th class="number">Runs</th><th>State</th></tr>)svg";
}

std::string table_row(const Json& report, const std::vector<std::string>& figures, std::size_t point) {
  const Json& own = report["points"][point];
  std::string text = fmt::format("<tr><td>{}</td>", escaped(own["name"].get<std::string>()));
  for (const std::string& name : figures) {
    const Json& mean = report["figures"][name]["mean"][point];
    const Json& half = report["figures"][name]["half"][point];
    text += R"svg(<td class="number">)svg" + (mean.is_number() ? short_number(mean.get<double>()) : std::string("–"));
    if (mean.is_number() && half.is_number()) text += fmt::format(" ± {:.2g}", half.get<double>());
    text += "</td>";
  }
  const std::string outcome = own["outcome"];
  const PointState state = state_of(report, point);
  const std::string_view words = state == PointState::stopped ? std::string_view(outcome) : words_of(state);
  return text + fmt::format(R"svg(<td class="number">{}</td><td>{}</td></tr>)svg", own["runs"].get<std::size_t>(),
                            escaped(words.empty() ? "no run yet" : words));
}

}  // namespace

std::string still_html(const Json& report) {
  std::vector<std::string> figures = printed_figures(report);
  const std::string main = report["main"];
  if (report["figures"].contains(main) && std::find(figures.begin(), figures.end(), main) == figures.end()) {
    figures.insert(figures.begin(), main);
  }
  if (figures.empty()) return "<p>No run of this report has a figure yet.</p>";
  const bool has_main = std::find(figures.begin(), figures.end(), main) != figures.end();
  const Picture picture(report, has_main ? main : figures.front());
  std::string text = fmt::format(
      "<figure><h2>{}</h2>{}<figcaption><p>Means over the runs of a point; bars are their intervals. Hollow marks: "
      "saturated, or another outcome. Pale marks: not settled.</p></figcaption></figure>\n",
      escaped(picture.title()), picture.svg());
  text += "<section class=\"card\"><h2>Points</h2><div class=\"scroll\"><table><thead>" + table_head(report, figures) +
          "</thead><tbody>\n";
  const std::size_t points = report["points"].size(), shown = std::min(points, most_still_rows);
  for (std::size_t point = 0; point < shown; ++point) text += table_row(report, figures, point) + "\n";
  text += "</tbody></table></div>";
  if (shown < points) text += fmt::format("<p>The first {} of {} points; all are in points.csv.</p>", shown, points);
  return text + "</section>\n";
}

}  // namespace fsin::report::page
