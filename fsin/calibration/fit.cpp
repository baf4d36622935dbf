// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fsin::calibration {
namespace {

constexpr double not_held_out = std::numeric_limits<double>::quiet_NaN();

/// Fits to the points that fold by fold stay, and calls judge(index, models) for each that is held out.
template <class Fit, class Judge>
void hold_out(std::span<const Point> points, Fit fit, Judge judge) {
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Point> rest;
    std::vector<std::size_t> held;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool inner = i > 0 && i + 1 < points.size();
      if (inner && i % folds == fold) {
        held.push_back(i);
      } else {
        rest.push_back(points[i]);
      }
    }
    if (held.empty()) continue;
    const auto models = fit(std::span<const Point>(rest));
    for (const std::size_t i : held) judge(i, models);
  }
}

/// Half the width of the interval of the mean of what was held out.
double standard_error(const Errors& errors) {
  double sum = 0, squares = 0, count = 0;
  for (const double each : errors.logarithmic) {
    if (std::isnan(each)) continue;
    sum += each;
    squares += each * each;
    ++count;
  }
  if (count < 2) return 0;
  const double variance = std::max(0.0, (squares - sum * sum / count) / (count - 1));
  return std::sqrt(variance / count);
}

std::size_t best_of(const std::vector<Choice>& choices) {
  const auto least = std::min_element(choices.begin(), choices.end(), [](const Choice& one, const Choice& other) {
    return one.held_out.mean < other.held_out.mean;
  });
  const double limit = std::log1p(least->held_out.mean) + standard_error(least->held_out);
  const auto first = std::find_if(choices.begin(), choices.end(),
                                  [&](const Choice& each) { return std::log1p(each.held_out.mean) <= limit; });
  return static_cast<std::size_t>(first - choices.begin());
}

}  // namespace

PiecewiseFit piecewise_fit(std::span<const Point> points, std::optional<std::size_t> segments, std::size_t most) {
  const std::size_t limit = segments.value_or(most);
  const std::vector<Piecewise> models = fit_piecewise(points, limit);
  std::vector<std::vector<double>> held(models.size(), std::vector<double>(points.size(), not_held_out));
  std::size_t usable = models.size();
  hold_out(
      points, [&](std::span<const Point> rest) { return fit_piecewise(rest, limit); },
      [&](std::size_t i, const std::vector<Piecewise>& fitted) {
        usable = std::min(usable, fitted.size());
        for (std::size_t k = 0; k < std::min(fitted.size(), held.size()); ++k) {
          held[k][i] = log_error(fitted[k].ns(points[i].bytes), points[i].ns);
        }
      });
  PiecewiseFit fit;
  for (std::size_t k = 0; k < usable; ++k) {
    fit.choices.push_back({k + 1, errors_of_model(points, models[k]), errors_of(points, held[k])});
  }
  fit.chosen = segments ? fit.choices.size() - 1 : best_of(fit.choices);
  fit.model = models[fit.chosen];
  return fit;
}

LoggpsFit loggps_fit(std::span<const Point> points) {
  LoggpsFit best;
  for (const bool announces : {false, true}) {
    LoggpsFit fit;
    fit.model = fit_loggps(points, announces);
    std::vector<double> held(points.size(), not_held_out);
    hold_out(
        points, [&](std::span<const Point> rest) { return fit_loggps(rest, announces); },
        [&](std::size_t i, const Loggps& model) { held[i] = log_error(model.ns(points[i].bytes), points[i].ns); });
    fit.fitted = errors_of_model(points, fit.model);
    fit.held_out = errors_of(points, std::move(held));
    if (!announces || fit.held_out.mean < best.held_out.mean) best = std::move(fit);
  }
  return best;
}

}  // namespace fsin::calibration
