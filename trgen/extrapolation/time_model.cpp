// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/time_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace trgen::extrapolation {
namespace {

/// A term p^(numerator / denominator) (log2 p)^logs, with a constant beside it or without.
struct Term {
  int numerator = 0;
  int denominator = 1;
  int logs = 0;
  bool with_constant = true;
  bool none = false;  ///< the constant alone
  int of_size = 0;    ///< power of the size
};

/// Extra-P's exponents: up to which power of the logarithm each stands.
struct Exponent {
  int numerator;
  int denominator;
  int most_logs;
};
constexpr std::array exponents{Exponent{1, 4, 2}, Exponent{1, 3, 2}, Exponent{1, 2, 2}, Exponent{2, 3, 2},
                               Exponent{3, 4, 2}, Exponent{1, 1, 2}, Exponent{3, 2, 2}, Exponent{2, 1, 2},
                               Exponent{5, 2, 2}, Exponent{5, 4, 1}, Exponent{4, 3, 1}, Exponent{3, 1, 1},
                               Exponent{4, 5, 0}, Exponent{5, 3, 0}, Exponent{7, 4, 0}, Exponent{9, 4, 0},
                               Exponent{7, 3, 0}, Exponent{8, 3, 0}, Exponent{11, 4, 0}};

/// Terms with two coefficients and any exponent need as many points as Extra-P asks for.
constexpr std::size_t least_points_of_normal_form = 5;

/// Shares of work that is divided: by all ranks, by a side of a square or a cube of them, by two sides of a cube, by a
/// cell of a multipartition.
constexpr std::array shares{Exponent{-1, 1, 0}, Exponent{-1, 2, 0}, Exponent{-1, 3, 0}, Exponent{-2, 3, 0},
                            Exponent{-3, 2, 0}};

constexpr int most_power_of_size = 3;

/// From two points on square numbers of ranks: shares of all ranks, and of a cell of a multipartition.
std::vector<Term> square_shares() {
  return {{.none = true},
          {.numerator = -1, .with_constant = false},
          {.numerator = -3, .denominator = 2, .with_constant = false}};
}

bool is_square(double number) {
  const double root = std::round(std::sqrt(number));
  return root * root == number;
}

std::vector<Term> terms(bool normal_form) {
  std::vector<Term> all{{.none = true}, {.numerator = -1, .with_constant = false}};
  for (const Exponent& each : shares) all.push_back({.numerator = each.numerator, .denominator = each.denominator});
  all.push_back({.logs = 1});
  all.push_back({.numerator = 1});
  if (!normal_form) return all;
  all.push_back({.logs = 2});
  for (const Exponent& each : exponents) {
    for (int logs = 0; logs <= each.most_logs; ++logs) {
      if (each.numerator == 1 && each.denominator == 1 && logs == 0) continue;  // a p + b is there already
      all.push_back({each.numerator, each.denominator, logs, true, false});
    }
  }
  return all;
}

/// The same, each also with powers of the size, which stand alone too.
std::vector<Term> sized_terms() {
  std::vector<Term> all = terms(false);
  const std::vector<Term> plain = all;
  for (int power = 1; power <= most_power_of_size; ++power) {
    for (const bool with_constant : {false, true}) all.push_back({.with_constant = with_constant, .of_size = power});
  }
  for (int power = 1; power <= most_power_of_size; ++power) {
    for (Term each : plain) {
      each.of_size = power;
      if (!each.none) all.push_back(each);
    }
  }
  return all;
}

double base(const Term& term, const TimePoint& at) {
  if (term.none) return 0;
  const double logs = term.logs == 0 ? 1 : std::pow(std::log2(at.ranks), static_cast<double>(term.logs));
  return std::pow(at.ranks, static_cast<double>(term.numerator) / term.denominator) * logs *
         std::pow(at.size, static_cast<double>(term.of_size));
}

std::size_t coefficients(const Term& term) { return term.with_constant && !term.none ? 2 : 1; }

/// Least squares over the points but one (`without` of them or more: over all).
TimeModel fitted(const Term& term, std::span<const TimePoint> points, std::size_t without) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i == without) continue;
    const double at = base(term, points[i]);
    n += 1;
    x += at;
    y += points[i].time;
    xx += at * at;
    xy += at * points[i].time;
  }
  TimeModel made;
  made.exponent = static_cast<double>(term.numerator) / term.denominator;
  made.logs = term.logs;
  made.of_size = term.of_size;
  if (term.none) {
    made.c0 = y / n;
  } else if (!term.with_constant) {
    made.c1 = xx > 0 ? xy / xx : 0;
  } else {
    const double spread = n * xx - x * x;
    made.c1 = spread > 1e-12 * xx * n ? (n * xy - x * y) / spread : 0;
    made.c0 = (y - made.c1 * x) / n;
    if (term.numerator < 0 && made.c1 < 0) {  // a share of work that grows, and a constant below 0, are noise
      made.c0 = y / n;
      made.c1 = 0;
    } else if (term.numerator < 0 && made.c0 < 0) {
      made.c0 = 0;
      made.c1 = xx > 0 ? xy / xx : 0;
    }
  }
  return made;
}

std::string words(const Term& term) {
  if (term.none) return "c0";
  std::string text = term.with_constant ? "c0 + c1" : "c1";
  if (term.numerator != 0) {
    text += term.denominator == 1 ? fmt::format(" * p^{}", term.numerator)
                                  : fmt::format(" * p^({}/{})", term.numerator, term.denominator);
  }
  if (term.of_size > 0) text += fmt::format(" * n^{}", term.of_size);
  if (term.logs > 0) text += term.logs == 1 ? " * log2(p)" : fmt::format(" * log2(p)^{}", term.logs);
  return text;
}

/// The error of a term over points that are left out in turn; none where it has too many coefficients.
std::optional<TimeModel> judged(const Term& term, std::span<const TimePoint> points) {
  if (points.size() < coefficients(term) + 1) return std::nullopt;
  if (term.logs > 0 && points.front().ranks < 2) return std::nullopt;
  TimeModel made = fitted(term, points, points.size());
  made.form = words(term);
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double predicted = std::max(0.0, fitted(term, points, i).at(points[i].ranks, points[i].size));
    made.left_out.push_back(predicted);
    const double both = predicted + points[i].time;
    const double off = std::abs(predicted - points[i].time);
    sum += both > 0 ? 2 * off / both : 0;
    made.worst = std::max(made.worst, points[i].time > 0 ? off / points[i].time : both > 0 ? 1.0 : 0.0);
  }
  made.error = sum / static_cast<double>(points.size());
  return made;
}

}  // namespace

double TimeModel::at(double ranks, double size) const {
  double term = c1 == 0 ? 0 : c1 * std::pow(ranks, exponent) * std::pow(size, of_size);
  if (term != 0 && logs != 0) term *= std::pow(std::log2(ranks), logs);
  return std::max(0.0, c0 + term);
}

void Means::add(const Scale& scale, double sum, double values) {
  auto& [all, number] = sums_[scale];
  all += sum;
  number += values;
}

std::vector<TimePoint> Means::points() const {
  std::vector<TimePoint> made;
  for (const auto& [scale, sum] : sums_)
    made.push_back({static_cast<double>(scale.ranks), sum.second > 0 ? sum.first / sum.second : 0,
                    scale.size == 0 ? 1 : static_cast<double>(scale.size)});
  return made;
}

TimeModel time_model(const std::vector<TimePoint>& points) {
  static const std::array<std::vector<Term>, 4> catalogues{terms(false), terms(true), sized_terms(), square_shares()};
  const bool sized = std::any_of(points.begin(), points.end(),
                                 [&](const TimePoint& each) { return each.size != points.front().size; });
  const bool two_squares = points.size() == 2 && is_square(points.front().ranks) && is_square(points.back().ranks);
  const std::vector<Term>& all = catalogues[sized                                         ? 2
                                            : two_squares                                 ? 3
                                            : points.size() < least_points_of_normal_form ? 0
                                                                                          : 1];
  std::optional<TimeModel> best;
  for (const Term& term : all) {
    const auto made = judged(term, points);
    if (!made) continue;
    // The constant comes first, and is kept unless something is much better.
    const double bar = !best ? 0 : best->form == "c0" ? *best->error / 2 : *best->error - 1e-12;
    if (!best || *made->error < bar) best = made;
  }
  if (best) return *best;
  TimeModel made = fitted(all.front(), points, points.size());
  made.form = words(all.front());
  return made;
}

}  // namespace trgen::extrapolation
