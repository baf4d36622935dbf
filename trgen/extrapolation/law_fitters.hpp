// SPDX-License-Identifier: Apache-2.0
// Finds the laws of one variable that give all samples (laws.hpp): each kind by the few samples that decide its
// parameters, and then by trying it on all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "trgen/extrapolation/laws.hpp"

namespace trgen::extrapolation {

/// The value of a run, where it has one for all its ranks: (quantity, value) by run.
using Points = std::vector<std::pair<std::int64_t, std::int64_t>>;

inline constexpr std::int64_t most_things = 1 << 20, most_number = std::int64_t{1} << 50;
inline constexpr std::int64_t most_root = 64, most_added = 2;  // of squares
inline constexpr std::int64_t most_shift = 2;

inline bool agrees(const Law& law, const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(), [&](const Sample& each) { return law.at(each.at) == each.value; });
}

inline std::size_t runs_of(const std::vector<Sample>& samples) {
  std::set<const Run*> runs;
  for (const Sample& each : samples) runs.insert(each.at.run);
  return runs.size();
}

/// One value for each number that the variable has; empty if a value of it has two, or it does not apply.
inline std::optional<Points> points_of(const std::vector<Sample>& samples, const Variable& variable) {
  std::map<std::int64_t, std::int64_t> made;
  for (const Sample& each : samples) {
    const auto at = variable.of(each.at);
    if (!at || std::abs(each.value) > most_number) return std::nullopt;
    if (made.emplace(*at, each.value).first->second != each.value) return std::nullopt;
  }
  return Points(made.begin(), made.end());
}

/// Laws over one variable.
class Fitter {
 public:
  Fitter(const std::vector<Sample>& samples, const Variable& variable, const Points& points, std::size_t spare)
      : samples_(samples), variable_(variable), points_(points), spare_(spare) {}

  /// Laws with one parameter besides the variable.
  void quotients(std::vector<Law>& out) const {
    if (points_.size() < 1 + spare_ || is_log()) return;
    add({.kind = Law::Kind::quotient, .a = points_[0].first * points_[0].second, .variable = variable_}, out);
  }

  /// Multiples of a logarithm, as the rungs of a ladder, or of the number of a rung.
  void multiples(std::vector<Law>& out) const {
    using Kind = Variable::Kind;
    const bool counts = variable_.kind == Kind::rungs_done || variable_.kind == Kind::rungs_left;
    if (points_.size() < 1 + spare_ || !(is_log() || counts)) return;
    const auto [x, y] = points_.back();
    if (x > 0 && y % x == 0) add({.kind = Law::Kind::linear, .a = y / x, .variable = variable_}, out);
  }

  /// A side or a number of ranks, and a few more or less: the turns of a sweep from the first to the last.
  void shifts(std::vector<Law>& out) const {
    using Kind = Variable::Kind;
    if (points_.size() < 1 + spare_ || (variable_.kind != Kind::side && variable_.kind != Kind::ranks)) return;
    const std::int64_t b = points_.front().second - points_.front().first;
    if (std::abs(b) <= most_shift) add({.kind = Law::Kind::linear, .a = 1, .b = b, .variable = variable_}, out);
  }

  void lines(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_) return;
    const auto [x0, y0] = points_.front();
    const auto [x1, y1] = points_.back();
    if ((y1 - y0) % (x1 - x0) == 0) {
      const std::int64_t slope = (y1 - y0) / (x1 - x0);
      add({.kind = Law::Kind::linear, .a = slope, .b = y0 - slope * x0, .variable = variable_}, out);
    }
  }

  /// y = k / x + b
  void inverses(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || is_log()) return;
    const auto [x0, y0] = points_.front();
    const auto [x1, y1] = points_.back();
    if (x0 > 0 && (y0 - y1) * x0 % (x1 - x0) == 0 && std::abs(y0 - y1) < most_number / x1 / x1) {
      const std::int64_t over = (y0 - y1) * x0 / (x1 - x0);  // k / x1
      add({.kind = Law::Kind::inverse, .a = over * x1, .b = y1 - over, .variable = variable_}, out);
    }
  }

  /// Half the width of what rounding leaves open is the error of the numerator.
  void nearest(std::vector<Law>& out) const {
    if (points_.size() < 1 + spare_ || points_.front().first <= 0 || is_log()) return;
    const std::int64_t sign = points_.front().second < 0 ? -1 : 1;
    std::int64_t low = 0, high = most_number;
    for (const auto& [x, y] : points_) {
      if (sign * y < 0 || sign * y > most_number / x / 2) return;
      low = std::max(low, sign * y * x - x / 2);
      high = std::min(high, sign * y * x + x / 2);
    }
    if (low <= high)
      add({.kind = Law::Kind::nearest, .a = sign * (low + (high - low) / 2), .variable = variable_}, out);
  }

  void rounded(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || points_.front().first <= 0 || is_log()) return;
    std::int64_t floor_low = 0, floor_high = most_number, ceiling_low = 0, ceiling_high = most_number;
    for (const auto& [x, y] : points_) {
      if (y <= 0 || y > most_number / x) return;
      floor_low = std::max(floor_low, y * x);
      floor_high = std::min(floor_high, y * x + x - 1);
      ceiling_low = std::max(ceiling_low, (y - 1) * x + 1);
      ceiling_high = std::min(ceiling_high, y * x);
    }
    if (floor_low <= floor_high)
      add({.kind = Law::Kind::floor, .a = floor_low, .last = floor_high, .variable = variable_}, out);
    if (ceiling_low <= ceiling_high)
      add({.kind = Law::Kind::ceiling, .a = ceiling_low, .last = ceiling_high, .variable = variable_}, out);
  }

  /// y = factor * (floor(k / x) + b)^2
  void squares(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || points_.front().first <= 0 || is_log()) return;
    std::int64_t common = 0;
    for (const auto& [x, y] : points_) common = std::gcd(common, y);
    if (common <= 0) return;
    for (std::int64_t root = 1; root * root <= common && root <= most_root; ++root) {
      if (common % (root * root) != 0) continue;
      const std::int64_t factor = common / (root * root);
      for (std::int64_t b = 0; b <= most_added; ++b) {
        std::int64_t low = 1, high = most_number;
        for (const auto& [x, y] : points_) {
          const std::int64_t floor = std::llround(std::sqrt(static_cast<double>(y / factor))) - b;
          low = std::max(low, floor * x);
          high = std::min(high, floor * x + x - 1);
        }
        Law law{.kind = Law::Kind::square, .a = low, .b = b, .last = high, .factor = factor, .variable = variable_};
        if (low <= high) add(std::move(law), out);
      }
    }
  }

 private:
  bool is_log() const {  // nothing is divided by one
    return variable_.kind == Variable::Kind::log_ranks || variable_.kind == Variable::Kind::log_side;
  }
  void add(Law law, std::vector<Law>& out) const {
    if (agrees(law, samples_)) out.push_back(std::move(law));
  }

  const std::vector<Sample>& samples_;
  const Variable& variable_;
  const Points& points_;
  std::size_t spare_;
};

/// Shares of a side.
class ShareFitter {
 public:
  ShareFitter(const std::vector<Sample>& samples, const Variable& side) : samples_(samples), side_(side) {}

  void run(std::vector<Law>& out, std::size_t most) {
    const std::int64_t factor = factor_of_differences();
    if (factor <= 0) return;
    const auto shortest = std::min_element(samples_.begin(), samples_.end(), [&](const Sample& a, const Sample& b) {
      return *side_.of(a.at) < *side_.of(b.at);
    });
    const std::int64_t places = *side_.of(shortest->at);
    const std::int64_t about = shortest->value / factor * places;
    if (about > most_things) return;
    for (const std::int64_t more : {0, 2, 1, -1, -2}) {
      for (const bool even : {false, true}) {
        for (const unsigned less : ends_that_are_less) {
          Law law{.kind = Law::Kind::share, .a = factor, .b = more, .variable = side_};
          law.share = {.things = 0, .even = even, .first_less = (less & 1U) != 0, .last_less = (less & 2U) != 0};
          const std::int64_t middle = about - more * places;
          for (std::int64_t things = std::max<std::int64_t>(1, middle - places); things <= middle + 3 * places;
               ++things) {
            law.share.things = things;
            if (!agrees(law, samples_)) continue;
            out.push_back(law);
            if (out.size() >= most) return;
          }
        }
      }
    }
  }

 private:
  /// The step by which values differ within a run; 0 where they do not.
  std::int64_t factor_of_differences() const {
    std::map<const Run*, std::int64_t> first;
    std::int64_t factor = 0;
    for (const Sample& each : samples_) {
      if (!side_.of(each.at) || each.value <= 0) return 0;
      factor = std::gcd(factor, each.value - first.emplace(each.at.run, each.value).first->second);
    }
    const bool divides = factor != 0 && std::all_of(samples_.begin(), samples_.end(),
                                                    [&](const Sample& each) { return each.value % factor == 0; });
    return divides ? std::abs(factor) : 0;
  }

  const std::vector<Sample>& samples_;
  const Variable& side_;
};

}  // namespace trgen::extrapolation
