// SPDX-License-Identifier: Apache-2.0
// Above: measured medians with their ranges, the fit and the best affine model, on logarithmic axes. Below: the errors
// of the fit by size, those of sizes that were held out beside them; an error beyond the axis stands there as a number.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "fsin/core/append.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/calibration.hpp"

namespace fsin::report {
namespace {

constexpr double axis_left = 76, axis_right = 744, time_top = 64, time_bottom = 384, error_top = 420,
                 error_bottom = 540;
constexpr std::string_view measured_colour = "#333", fit_colour = "#0072b2", affine_colour = "#e69f00",
                           held_colour = "#d55e00";

/// From a logarithmic range to a range of the picture.
struct Axis {
  double low, high;  ///< decimal logarithms
  double begin, end;
  double operator()(double value) const { return begin + (std::log10(value) - low) / (high - low) * (end - begin); }
};

class Picture {
 public:
  explicit Picture(const Calibration& calibration)
      : calibration_(calibration), x_(size_axis(calibration)), y_(time_axis(calibration)) {}

  std::string draw() {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 590\" width=\"760\" height=\"590\" "
        "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#333\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    const bool pieces = calibration_.model == FittedModel::piecewise;
    add("<text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">Time of a message one way: {}</text>\n",
        pieces ? fmt::format("piecewise, {}", counted(calibration_.piecewise.model.segments.size(), "segment"))
               : std::string("loggps"));
    legend();
    grids();
    breaks();
    curve([this](std::size_t i) { return calibration_.baselines.front().ns[i]; }, affine_colour,
          " stroke-dasharray=\"5 4\"");
    fit();
    points();
    errors();
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(svg_, format, std::forward<Args>(args)...);
  }

  static double shown(std::uint64_t bytes) { return std::max<double>(static_cast<double>(bytes), 0.5); }
  static Axis size_axis(const Calibration& calibration) {
    return {std::log10(shown(calibration.points.front().bytes) / 1.3),
            std::log10(shown(calibration.points.back().bytes) * 1.3), axis_left, axis_right};
  }
  static Axis time_axis(const Calibration& calibration) {
    double low = calibration.points.front().low, high = 0;
    for (const auto& each : calibration.points) {
      low = std::min(low, each.low);
      high = std::max(high, each.high);
    }
    return {std::log10(low / 1.6), std::log10(high * 1.3), time_bottom, time_top};
  }

  void legend() {
    add("<circle cx=\"22\" cy=\"44\" r=\"3\" fill=\"{}\"/><text x=\"32\" y=\"48\">measured, median and range</text>\n",
        measured_colour);
    add("<path d=\"M236 44H262\" stroke=\"{}\" stroke-width=\"2\"/><text x=\"268\" y=\"48\">fit</text>\n", fit_colour);
    add("<path d=\"M310 44H336\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/><text x=\"342\" "
        "y=\"48\">best affine</text>\n",
        affine_colour);
    add("<circle cx=\"444\" cy=\"44\" r=\"3.5\" fill=\"none\" stroke=\"{}\"/><text x=\"454\" y=\"48\">error of a size "
        "that was held out</text>\n",
        held_colour);
  }

  void line(double x1, double y1, double x2, double y2, std::string_view colour) {
    add("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>", x1, y1, x2, y2, colour);
  }

  void grids() {
    const int powers = static_cast<int>((x_.high - x_.low) / std::log10(2.0));
    const int step = powers > 16 ? 4 : powers > 8 ? 2 : 1;
    for (int power = 0; power < 51; power += step) {
      const double x = x_(std::ldexp(1, power));
      if (x < axis_left || x > axis_right) continue;
      line(x, time_top, x, time_bottom, "#e2e2e2");
      line(x, error_top, x, error_bottom, "#e2e2e2");
      add("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\" fill=\"#666\">{}</text>\n", x, error_bottom + 18,
          size_text(std::uint64_t{1} << static_cast<unsigned>(power)));
    }
    for (int power = -3; power < 16; ++power) {
      const double y = y_(std::pow(10, power));
      if (y > time_bottom || y < time_top) continue;
      line(axis_left, y, axis_right, y, "#e2e2e2");
      add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#666\">{}</text>\n", axis_left - 8, y + 4.5,
          seconds_text(std::pow(10, power - 9)));
    }
    add("<text x=\"{}\" y=\"582\" text-anchor=\"middle\" fill=\"#666\">size of the message</text>\n",
        (axis_left + axis_right) / 2);
    add("<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\" fill=\"#666\">logarithmic "
        "error</text>\n",
        (error_top + error_bottom) / 2);
  }

  void breaks() {
    if (calibration_.model == FittedModel::loggps) {
      if (calibration_.loggps.model.eager) break_at(*calibration_.loggps.model.eager);
      return;
    }
    for (const calibration::Segment& each : calibration_.piecewise.model.segments) {
      if (each.from > 0) break_at(each.from);
    }
  }
  void break_at(std::uint64_t bytes) {
    const double x = x_(shown(bytes));
    add("<path d=\"M{0:.1f} {1}V{2}M{0:.1f} {3}V{4}\" stroke=\"#999\" stroke-dasharray=\"2 3\"/>\n", x, time_top,
        time_bottom, error_top, error_bottom);
  }

  template <class Of>
  void curve(Of of, std::string_view colour, std::string_view style) {
    add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{} d=\"", colour, style);
    for (std::size_t i = 0; i < calibration_.points.size(); ++i) {
      add("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', x_(shown(calibration_.points[i].bytes)),
          std::clamp(y_(of(i)), time_top, time_bottom));
    }
    add("\"/>\n");
  }

  /// Drawn through many sizes, so that bends and jumps show where they are.
  void fit() {
    add("<path fill=\"none\" stroke=\"{}\" stroke-width=\"2\" d=\"", fit_colour);
    const double first = shown(calibration_.points.front().bytes), last = shown(calibration_.points.back().bytes);
    constexpr int steps = 600;
    for (int i = 0; i <= steps; ++i) {
      const double size = first * std::pow(last / first, static_cast<double>(i) / steps);
      add("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', x_(size),
          std::clamp(y_(calibration_.ns(static_cast<std::uint64_t>(size))), time_top, time_bottom));
    }
    add("\"/>\n");
  }

  void points() {
    for (const calibration::Point& each : calibration_.points) {
      const double x = x_(shown(each.bytes));
      if (each.count > 1) line(x, y_(each.low), x, y_(each.high), "#aaa");
      add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.2\" fill=\"{}\"/>\n", x, y_(each.ns), measured_colour);
    }
  }

  void errors() {
    const auto& [fitted, held_out, inside] = calibration_.judged();
    const double most = std::max({0.02, fitted.worst, inside.worst});
    const double step = most > 2      ? std::ceil(most / 4)
                        : most > 0.8  ? 0.5
                        : most > 0.4  ? 0.2
                        : most > 0.16 ? 0.1
                        : most > 0.08 ? 0.05
                                      : 0.02;
    const double full = std::ceil(most / step) * step;
    const auto y = [&](double fraction) { return error_bottom - fraction / full * (error_bottom - error_top); };
    for (double value = 0; value < full + step / 2; value += step) {
      line(axis_left, y(value), axis_right, y(value), "#e2e2e2");
      add("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#666\">{:.0f} %</text>\n", axis_left - 8,
          y(value) + 4.5, 100 * value);
    }
    int beyond = 0;
    for (std::size_t i = 0; i < calibration_.points.size(); ++i) {
      const double x = x_(shown(calibration_.points[i].bytes));
      add("<path d=\"M{:.1f} {}V{:.1f}\" stroke=\"{}\" stroke-width=\"3\"/>", x, error_bottom,
          y(std::expm1(fitted.logarithmic[i])), fit_colour);
      if (std::isnan(held_out.logarithmic[i])) continue;
      const double error = std::expm1(held_out.logarithmic[i]);
      add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"none\" stroke=\"{}\"/>\n", x, y(std::min(error, full)),
          held_colour);
      if (error > full) {
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\" font-size=\"11\" fill=\"{}\">{:.0f} %</text>\n", x - 6,
            y(full) + 12 + 12 * (beyond++ % 3), held_colour, 100 * error);
      }
    }
  }

  const Calibration& calibration_;
  Axis x_, y_;
  std::string svg_;
};

}  // namespace

std::string calibration_svg(const Calibration& calibration) { return Picture(calibration).draw(); }

}  // namespace fsin::report
