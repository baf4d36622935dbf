// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/piecewise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fsin/calibration/rounding.hpp"
#include "fsin/calibration/two_terms.hpp"

namespace fsin::calibration {
namespace {

constexpr std::size_t most_breaks = 100;
constexpr double endless = std::numeric_limits<double>::infinity();

TwoTerms line_of(std::span<const Point> points) {
  std::vector<Term> terms;
  for (const Point& point : points) terms.push_back({1, point.size(), point.ns});
  return fit_two_terms(terms);
}

/// Indices at which a segment may begin, and the end.
std::vector<std::size_t> breaks_of(std::size_t points) {
  std::vector<std::size_t> breaks;
  const std::size_t step = (points + most_breaks - 1) / most_breaks;
  for (std::size_t i = 0; i < points; i += step) breaks.push_back(i);
  while (breaks.size() > 1 && points - breaks.back() < least_points) breaks.pop_back();
  breaks.push_back(points);
  return breaks;
}

/// Divisions of the points into 1, 2, ... segments with the least error.
class Divisions {
 public:
  Divisions(std::span<const Point> points, std::size_t most) : breaks_(breaks_of(points.size())) {
    const std::size_t n = breaks_.size();
    std::vector<double> costs(n * n, endless);
    for (std::size_t i = 0; i + 1 < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        const std::size_t count = breaks_[j] - breaks_[i];
        if (count >= least_points || count == points.size()) {
          costs[i * n + j] = line_error(points.subspan(breaks_[i], count));
        }
      }
    }
    std::vector<double> before(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(n));
    from_.emplace_back(n, 0);
    for (std::size_t k = 2; k <= most; ++k) {
      std::vector<double> now(n, endless);
      std::vector<std::size_t> from(n, 0);
      for (std::size_t j = 1; j < n; ++j) {
        for (std::size_t i = 1; i < j; ++i) {
          const double cost = before[i] + costs[i * n + j];
          if (cost < now[j]) {
            now[j] = cost;
            from[j] = i;
          }
        }
      }
      if (now[n - 1] == endless) return;
      from_.push_back(std::move(from));
      before = std::move(now);
    }
  }

  std::size_t most() const { return from_.size(); }

  /// Index at which each of `count` segments begins.
  std::vector<std::size_t> begins(std::size_t count) const {
    std::vector<std::size_t> begins(count, 0);
    std::size_t end = breaks_.size() - 1;
    for (std::size_t k = count; k-- > 0;) {
      end = from_[k][end];
      begins[k] = breaks_[end];
    }
    return begins;
  }

 private:
  std::vector<std::size_t> breaks_;
  std::vector<std::vector<std::size_t>> from_;  ///< by segments - 1 and end: where the last segment begins
};

/// Size at which a segment begins between two measured sizes.
std::uint64_t begin_of(const Segment& left, const Segment& right, const Point& last, const Point& first) {
  const double meet = (left.latency_ns - right.latency_ns) / (right.byte_ns - left.byte_ns);
  const double middle = std::sqrt(std::max(last.size(), 1.0) * first.size());
  const double place = meet > last.size() && meet <= first.size() ? meet : middle;
  return std::clamp(static_cast<std::uint64_t>(std::ceil(place)), last.bytes + 1, first.bytes);
}

Piecewise lines_over(std::span<const Point> points, const std::vector<std::size_t>& begins) {
  Piecewise model;
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : points.size();
    const TwoTerms line = line_of(points.subspan(begins[k], end - begins[k]));
    Segment segment{0, rounded(line.p), rounded(line.q), end - begins[k]};
    if (k > 0) segment.from = begin_of(model.segments.back(), segment, points[begins[k] - 1], points[begins[k]]);
    model.segments.push_back(segment);
  }
  return model;
}

}  // namespace

double Piecewise::ns(std::uint64_t bytes) const {
  const auto after = std::upper_bound(segments.begin(), segments.end(), bytes,
                                      [](std::uint64_t size, const Segment& each) { return size < each.from; });
  const Segment& segment = *(after - 1);
  return segment.latency_ns + segment.byte_ns * static_cast<double>(bytes);
}

double line_error(std::span<const Point> points) { return line_of(points).error; }

std::vector<std::size_t> best_division(std::span<const Point> points, std::size_t count) {
  const Divisions divisions(points, count);
  return divisions.most() < count ? std::vector<std::size_t>{} : divisions.begins(count);
}

std::vector<Piecewise> fit_piecewise(std::span<const Point> points, std::size_t most) {
  const Divisions divisions(points, most);
  std::vector<Piecewise> models;
  for (std::size_t count = 1; count <= divisions.most(); ++count) {
    models.push_back(lines_over(points, divisions.begins(count)));
  }
  return models;
}

}  // namespace fsin::calibration
