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

inline constexpr std::int64_t most_things = 1 << 20, most_number = std::int64_t{1} << 50;
inline constexpr std::int64_t most_root = 64, most_added = 2;  // of squares
inline constexpr std::int64_t most_shift = 2;
inline constexpr unsigned most_power_of_size = 3;

/// The size of a run to this power; empty where it is not known, or is too large.
inline std::optional<std::int64_t> size_power(const Run& run, unsigned power) {
  std::int64_t made = 1;
  for (unsigned i = 0; i < power; ++i) {
    if (run.scale().size == 0 || made > most_number / static_cast<std::int64_t>(run.scale().size)) return std::nullopt;
    made *= static_cast<std::int64_t>(run.scale().size);
  }
  return made;
}

/// `law`: a Law, or one of its parts that has values by itself.
template <class AnyLaw>
bool agrees(const AnyLaw& law, const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(), [&](const Sample& each) { return law.at(each.at) == each.value; });
}

inline std::size_t runs_of(const std::vector<Sample>& samples) {
  std::set<const Run*> runs;
  for (const Sample& each : samples) runs.insert(each.at.run);
  return runs.size();
}

inline bool sizes_differ(const std::vector<Sample>& samples) {
  const auto size = [](const Sample& of) { return of.at.run->scale().size; };
  return std::any_of(samples.begin(), samples.end(),
                     [&](const Sample& each) { return size(each) != size(samples.front()); });
}

/// A value, where the variable and the power of the size have these values.
struct Point {
  std::int64_t x = 0;
  std::int64_t size = 1;
  std::int64_t y = 0;
};
using Points = std::vector<Point>;

/// One value for each pair of the variable and the power of the size, ascending; empty if a pair has two, or there is
/// none.
inline std::optional<Points> points_of(const std::vector<Sample>& samples, const Variable& variable, unsigned power) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> made;
  for (const Sample& each : samples) {
    const auto at = variable.of(each.at);
    const auto size = size_power(*each.at.run, power);
    if (!at || !size || std::abs(each.value) > most_number) return std::nullopt;
    if (made.emplace(std::pair(*at, *size), each.value).first->second != each.value) return std::nullopt;
  }
  Points points;
  for (const auto& [at, y] : made) points.push_back({at.first, at.second, y});
  return points;
}

/// Laws over one variable and a power of the size.
class Fitter {
 public:
  Fitter(const std::vector<Sample>& samples, const Variable& variable, unsigned power, const Points& points,
         std::size_t spare)
      : samples_(samples), variable_(variable), power_(power), points_(points), spare_(spare) {}

  /// Laws with one parameter besides the variable: y = k s / x
  void quotients(std::vector<Law>& out) const {
    if (points_.size() < 1 + spare_ || is_log()) return;
    const Point& at = points_.front();
    if (std::abs(at.y) <= most_number / std::max<std::int64_t>(at.x, 1) && at.x * at.y % at.size == 0)
      add({.kind = Law::Kind::quotient, .a = at.x * at.y / at.size, .variable = variable_}, out);
  }

  /// Multiples of a logarithm, as the rungs of a ladder, or of the number of a rung.
  void multiples(std::vector<Law>& out) const {
    using Kind = Variable::Kind;
    const bool counts = variable_.kind == Kind::rungs_done || variable_.kind == Kind::rungs_left;
    if (points_.size() < 1 + spare_ || !(is_log() || counts)) return;
    const auto [x, size, y] = points_.back();
    if (x > 0 && y % x == 0 && y / x % size == 0)
      add({.kind = Law::Kind::linear, .a = y / x / size, .variable = variable_}, out);
  }

  /// A side, a number of ranks or a size, and a few more or less: the turns of a sweep from the first to the last.
  void shifts(std::vector<Law>& out) const {
    using Kind = Variable::Kind;
    const bool plain = power_ == 0 && (variable_.kind == Kind::side || variable_.kind == Kind::ranks);
    if (points_.size() < 1 + spare_ || !(plain || (power_ == 1 && variable_.kind == Kind::one))) return;
    const std::int64_t b = points_.front().y - points_.front().x * points_.front().size;
    if (std::abs(b) <= most_shift) add({.kind = Law::Kind::linear, .a = 1, .b = b, .variable = variable_}, out);
  }

  /// y = a s x + b
  void lines(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_) return;
    const auto by_product = [](const Point& a, const Point& b) { return a.x * a.size < b.x * b.size; };
    const auto [least, most] = std::minmax_element(points_.begin(), points_.end(), by_product);
    const std::int64_t x0 = least->x * least->size, x1 = most->x * most->size;
    if (x1 == x0 || (most->y - least->y) % (x1 - x0) != 0) return;
    const std::int64_t slope = (most->y - least->y) / (x1 - x0);
    add({.kind = Law::Kind::linear, .a = slope, .b = least->y - slope * x0, .variable = variable_}, out);
  }

  /// y = k s / x + b
  void inverses(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || is_log()) return;
    const Point& first = points_.front();
    const auto other = std::find_if(points_.rbegin(), points_.rend(),
                                    [&](const Point& each) { return each.size * first.x != first.size * each.x; });
    if (first.x <= 0 || other == points_.rend() || other->x <= 0) return;
    // y0 - y1 = k (s0 x1 - s1 x0) / (x0 x1)
    const std::int64_t apart = first.size * other->x - other->size * first.x, product = first.x * other->x;
    if (std::abs(first.y - other->y) > most_number / product || (first.y - other->y) * product % apart != 0) return;
    const std::int64_t k = (first.y - other->y) * product / apart;
    if (std::abs(k) > most_number / first.size || k * first.size % first.x != 0) return;
    add({.kind = Law::Kind::inverse, .a = k, .b = first.y - k * first.size / first.x, .variable = variable_}, out);
  }

  /// Half the width of what rounding leaves open is the error of the numerator.
  void nearest(std::vector<Law>& out) const {
    if (points_.size() < 1 + spare_ || points_.front().x <= 0 || is_log()) return;
    const std::int64_t sign = points_.front().y < 0 ? -1 : 1;
    std::int64_t low = 0, high = most_number;
    for (const auto& [x, size, y] : points_) {
      if (sign * y < 0 || sign * y > most_number / x / 2) return;
      low = std::max(low, up(sign * y * x - x / 2, size));
      high = std::min(high, (sign * y * x + x / 2) / size);
    }
    if (low <= high)
      add({.kind = Law::Kind::nearest, .a = sign * (low + (high - low) / 2), .variable = variable_}, out);
  }

  void rounded(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || points_.front().x <= 0 || is_log()) return;
    std::int64_t floor_low = 0, floor_high = most_number, ceiling_low = 0, ceiling_high = most_number;
    for (const auto& [x, size, y] : points_) {
      if (y <= 0 || y > most_number / x) return;
      floor_low = std::max(floor_low, up(y * x, size));
      floor_high = std::min(floor_high, (y * x + x - 1) / size);
      ceiling_low = std::max(ceiling_low, up((y - 1) * x + 1, size));
      ceiling_high = std::min(ceiling_high, y * x / size);
    }
    if (floor_low <= floor_high)
      add({.kind = Law::Kind::floor, .a = floor_low, .last = floor_high, .variable = variable_}, out);
    if (ceiling_low <= ceiling_high)
      add({.kind = Law::Kind::ceiling, .a = ceiling_low, .last = ceiling_high, .variable = variable_}, out);
  }

  /// y = factor * (floor(k s / x) + b)^2; first where some k is divided evenly on all inputs, as points on a side are.
  void squares(std::vector<Law>& out) const {
    if (points_.size() < 2 + spare_ || points_.front().x <= 0 || is_log() || power_ > 1) return;
    std::int64_t common = 0, sides = 1;
    for (const Point& each : points_) common = std::gcd(common, each.y);
    for (const Point& each : points_) sides = std::lcm(sides, std::min(each.x, most_number / sides));
    if (common <= 0) return;
    const std::size_t before = out.size();
    for (std::int64_t root = 1; root * root <= common && root <= most_root; ++root) {
      if (common % (root * root) != 0) continue;
      const std::int64_t factor = common / (root * root);
      for (std::int64_t b = 0; b <= most_added; ++b) {
        std::int64_t low = 1, high = most_number;
        for (const auto& [x, size, y] : points_) {
          const std::int64_t floor = std::llround(std::sqrt(static_cast<double>(y / factor))) - b;
          low = std::max(low, up(floor * x, size));
          high = std::min(high, (floor * x + x - 1) / size);
        }
        Law law{.kind = Law::Kind::square, .a = low, .b = b, .last = high, .factor = factor, .variable = variable_};
        if (low <= high) add(std::move(law), out);
      }
    }
    std::stable_partition(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                          [&](const Law& law) { return law.last / sides * sides >= law.a; });
  }

 private:
  bool is_log() const {  // nothing is divided by one
    return variable_.kind == Variable::Kind::log_ranks || variable_.kind == Variable::Kind::log_side;
  }
  /// A quotient rounded up.
  static std::int64_t up(std::int64_t number, std::int64_t by) {
    return number <= 0 ? number / by : (number + by - 1) / by;
  }
  void add(Law law, std::vector<Law>& out) const {
    law.power = power_;
    if (agrees(law, samples_)) out.push_back(std::move(law));
  }

  const std::vector<Sample>& samples_;
  const Variable& variable_;
  unsigned power_;
  const Points& points_;
  std::size_t spare_;
};

/// Shares of a side, times a power of the size. `of_size`: of as many things as the size, give or take a few.
class ShareFitter {
 public:
  ShareFitter(const std::vector<Sample>& samples, const Variable& side, unsigned power, bool of_size)
      : samples_(samples), side_(side), power_(power), of_size_(of_size) {}

  void run(std::vector<Law>& out, std::size_t most) {
    const std::int64_t factor = factor_of_differences();
    if (factor <= 0) return;
    const auto shortest = std::min_element(samples_.begin(), samples_.end(), [&](const Sample& a, const Sample& b) {
      return *side_.of(a.at) < *side_.of(b.at);
    });
    const std::int64_t places = *side_.of(shortest->at);
    const std::int64_t about = plain_value(*shortest) / factor * places;
    if (about > most_things) return;
    for (const std::int64_t more : {0, 2, 1, -1, -2}) {
      for (const bool even : {false, true}) {
        for (const unsigned less : ends_that_are_less) {
          Law law{.kind = Law::Kind::share, .a = factor, .b = more, .variable = side_};
          law.share = {.things = 0, .even = even, .first_less = (less & 1U) != 0, .last_less = (less & 2U) != 0};
          law.power = power_;
          law.things_of_size = of_size_;
          const std::int64_t middle = of_size_ ? 0 : about - more * places;
          const std::int64_t first = of_size_ ? -most_things_more : std::max<std::int64_t>(1, middle - places);
          const std::int64_t last = of_size_ ? most_things_more : middle + 3 * places;
          for (std::int64_t things = first; things <= last; ++things) {
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
  static constexpr std::int64_t most_things_more = 2;

  std::int64_t plain_value(const Sample& of) const { return of.value / *size_power(*of.at.run, power_); }

  /// The step by which values differ within a run; 0 where they do not.
  std::int64_t factor_of_differences() const {
    std::map<const Run*, std::int64_t> first;
    std::int64_t factor = 0;
    for (const Sample& each : samples_) {
      const auto size = size_power(*each.at.run, power_);
      if (!side_.of(each.at) || each.value <= 0 || !size || each.value % *size != 0) return 0;
      factor = std::gcd(factor, plain_value(each) - first.emplace(each.at.run, plain_value(each)).first->second);
    }
    const bool divides = factor != 0 && std::all_of(samples_.begin(), samples_.end(), [&](const Sample& each) {
                           return plain_value(each) % factor == 0;
                         });
    return divides ? std::abs(factor) : 0;
  }

  const std::vector<Sample>& samples_;
  const Variable& side_;
  unsigned power_;
  bool of_size_;
};

}  // namespace trgen::extrapolation
