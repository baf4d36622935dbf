// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fsin::calibration {
namespace {

constexpr double not_held_out = std::numeric_limits<double>::quiet_NaN();

/// Cross-validation: for each fold, fits to the points outside it and calls judge(index, models) for each point in it.
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

/// Errors of the held-out sizes: all of them, and those not beside a jump.
struct Held {
  explicit Held(std::size_t points) : all(points, not_held_out), inside(points, not_held_out) {}
  void judge(std::size_t i, double error, bool beside_jump) {
    all[i] = error;
    if (!beside_jump) inside[i] = error;
  }

  std::vector<double> all, inside;
};

bool begins_beside(const Piecewise& model, std::span<const Point> points, std::size_t i) {
  return std::any_of(model.segments.begin(), model.segments.end(), [&](const Segment& each) {
    return each.from > points[i - 1].bytes && each.from <= points[i + 1].bytes;
  });
}

// Smallest reduction of the error that justifies another parameter: as a part of the least error, and absolute.
constexpr double not_worth_part = 0.1;
constexpr double not_worth_at_all = 0.005;

/// Cap on counted errors: sizes beside a jump would drown all others, so errors above 50 % count as 50 %.
const double most_counted = std::log(1.5);

double score_of(const Errors& errors) {
  double sum = 0, count = 0;
  for (const double each : errors.logarithmic) {
    if (std::isnan(each)) continue;
    sum += std::min(each, most_counted);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

/// True when a model is so much better that it may have more parameters.
bool is_worth(double simpler, double better) {
  return simpler > std::max(better * (1 + not_worth_part), better + not_worth_at_all);
}

std::size_t best_of(const std::vector<Choice>& choices) {
  std::vector<double> scores;
  for (const Choice& each : choices) scores.push_back(score_of(each.held_out));
  const double least = *std::min_element(scores.begin(), scores.end());
  const auto first =
      std::find_if(scores.begin(), scores.end(), [least](double score) { return !is_worth(score, least); });
  return static_cast<std::size_t>(first - scores.begin());
}

}  // namespace

PiecewiseFit piecewise_fit(std::span<const Point> points, std::optional<std::size_t> segments, std::size_t most) {
  const std::size_t limit = segments.value_or(most);
  const std::vector<Piecewise> models = fit_piecewise(points, limit);
  std::vector<Held> held(models.size(), Held(points.size()));
  std::size_t usable = models.size();
  hold_out(
      points, [&](std::span<const Point> rest) { return fit_piecewise(rest, limit); },
      [&](std::size_t i, const std::vector<Piecewise>& fitted) {
        usable = std::min(usable, fitted.size());
        for (std::size_t k = 0; k < std::min(fitted.size(), held.size()); ++k) {
          held[k].judge(i, log_error(fitted[k].ns(points[i].bytes), points[i].ns), begins_beside(fitted[k], points, i));
        }
      });
  PiecewiseFit fit;
  for (std::size_t k = 0; k < usable; ++k) {
    fit.choices.push_back({{errors_of_model(points, models[k]), errors_of(points, std::move(held[k].all)),
                            errors_of(points, std::move(held[k].inside))},
                           k + 1});
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
    Held held(points.size());
    hold_out(
        points, [&](std::span<const Point> rest) { return fit_loggps(rest, announces); },
        [&](std::size_t i, const Loggps& model) {
          const bool beside = model.eager && *model.eager >= points[i - 1].bytes && *model.eager < points[i + 1].bytes;
          held.judge(i, log_error(model.ns(points[i].bytes), points[i].ns), beside);
        });
    fit.judged = {errors_of_model(points, fit.model), errors_of(points, std::move(held.all)),
                  errors_of(points, std::move(held.inside))};
    if (!announces || best.judged.held_out.mean > fit.judged.held_out.mean + not_worth_at_all) best = std::move(fit);
  }
  return best;
}

}  // namespace fsin::calibration
