// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "trgen/extrapolation/law_fitters.hpp"

namespace trgen::extrapolation {
namespace {

constexpr int most_more = 2;
constexpr std::int64_t most_points = 1 << 13;
constexpr std::int64_t word = 8;
constexpr std::int64_t most_sum = std::int64_t{1} << 50;

/// Sums of values and the largest one, by run.
struct Sums {
  std::int64_t sum = 0;
  std::int64_t samples = 0;
  std::int64_t least = 0, largest = 0;
};

class CellFitter {
 public:
  CellFitter(const std::vector<Sample>& samples, std::size_t rule, std::size_t most, const Heading& heading)
      : samples_(samples), rule_(rule), most_(most), heading_(heading) {}

  std::vector<CellLaw> run(bool with_areas) {
    if (!sums()) return {};
    const bool by_turn = samples_.front().at.rungs > 0;
    by_turn ? numbers() : rim();
    if (!with_areas) return std::move(found_);
    if (by_turn) {
      areas(CellLaw::Kind::area, CellLaw::Without::none);
    } else {
      std::array order{CellLaw::Without::last, CellLaw::Without::first, CellLaw::Without::none};
      if (heading_.before) std::swap(order[0], order[1]);
      for (const CellLaw::Without without : order) areas(CellLaw::Kind::areas, without);
    }
    return std::move(found_);
  }

 private:
  static std::int64_t side_of(const Run& run, std::size_t rule) { return (*run.sides(rule))[0]; }

  /// False where the samples are not those of all ranks of square grids, or are no sizes.
  bool sums() {
    std::set<std::pair<const Run*, std::uint32_t>> ranks;
    for (const Sample& each : samples_) {
      const auto& sides = each.at.run->sides(rule_);
      if (!sides || (*sides)[0] != (*sides)[1] || each.value < 0 || each.value > most_sum) return false;
      if ((each.at.rungs > 0) != (samples_.front().at.rungs > 0)) return false;
      Sums& of = runs_[each.at.run];
      if (of.samples++ == 0) of.least = of.largest = each.value;
      of.sum += each.value;
      of.least = std::min(of.least, each.value);
      of.largest = std::max(of.largest, each.value);
      ranks.emplace(each.at.run, each.at.rank);
      if (of.sum > most_sum) return false;
    }
    std::size_t all = 0;
    for (const auto& [run, of] : runs_) all += run->ranks();
    return ranks.size() == all;
  }

  void add_if_exact(const CellLaw& law) {
    if (found_.size() < most_ && agrees(law, samples_)) found_.push_back(law);
  }

  void rim() {
    CellLaw law{.kind = CellLaw::Kind::rim, .rule = rule_};
    std::int64_t common = 0;
    for (const auto& [run, of] : runs_) {
      const std::int64_t p = side_of(*run, rule_);
      if (of.least != of.largest || p < 2 || of.least > most_sum / p / p || of.least * p * p % (p - 1) != 0) return;
      law.factor = of.least * p * p / (p - 1);
      common = std::gcd(common, of.least);
    }
    law.unit = std::gcd(common, word);
    if (law.factor > 0) add_if_exact(law);
  }

  static std::vector<Digit> digits(int more) {
    std::vector<Digit> made;
    constexpr std::array<std::int8_t, 3> factors{1, -1, 0};
    for (const std::int8_t added : std::array<std::int8_t, 5>{0, 1, -1, 2, -2}) {
      if (std::abs(added) > more) break;
      for (const std::int8_t turn : factors) {
        for (const std::int8_t x : factors) {
          for (const std::int8_t y : factors) {
            if (x != 0 || y != 0 || turn != 0) made.push_back({x, y, turn, added});
          }
        }
      }
    }
    return made;
  }

  /// The coordinates across a sweep in the usual multipartition, whose cell k of rank (x, y) is at (x + k, y - k, k)
  /// modulo the side: forth and back, for the sender, and a plane further for the receiver.
  std::vector<std::pair<Digit, Digit>> usual() const {
    std::vector<std::pair<Digit, Digit>> made;
    for (const int further : {0, 1}) {
      for (const bool back : {false, true}) {
        const auto turn = static_cast<std::int8_t>(back ? -1 : 1);
        const auto more = static_cast<std::int8_t>(back ? -1 - further : further);
        const auto less = [](std::int8_t x, std::int8_t y, std::int8_t t, std::int8_t m) {
          return Digit{x, y, static_cast<std::int8_t>(-t), static_cast<std::int8_t>(-m)};
        };
        const std::array axes{std::pair{Digit{-1, 0, turn, more}, less(1, 1, turn, more)},
                              std::pair{less(1, 1, turn, more), less(0, 1, turn, more)},
                              std::pair{Digit{1, 0, turn, more}, less(0, 1, turn, more)}};
        for (unsigned axis = 0; axis < 3; ++axis) made.push_back(axes[(heading_.axis + axis) % 3]);
      }
    }
    return made;
  }

  static std::int64_t digit_at(const Digit& digit, const Place& at, std::size_t rule) {
    return digit.of(at.run->place(rule, at.rank), at.rung, (*at.run->sides(rule))[0]);
  }

  /// b is the least value, for all lines have a turn on some rank.
  void numbers() {
    const std::int64_t base = runs_.begin()->second.least;
    std::int64_t widest = 0;
    for (const auto& [run, of] : runs_) {
      if (of.least != base) return;
      widest = std::max(widest, of.largest - base);
    }
    if (widest == 0) return;
    std::vector<Digit> low, high;
    for (const Digit& each : digits(most_more)) {
      const auto gives = [&](auto value_of) {
        return std::all_of(samples_.begin(), samples_.end(), [&](const Sample& sample) {
          return digit_at(each, sample.at, rule_) == value_of(sample.value - base, side_of(*sample.at.run, rule_));
        });
      };
      if (gives([](std::int64_t value, std::int64_t p) { return value % p; })) low.push_back(each);
      if (gives([](std::int64_t value, std::int64_t p) { return value / p; })) high.push_back(each);
    }
    for (const Digit& u : low) {
      for (const Digit& v : high)
        add_if_exact({.kind = CellLaw::Kind::number, .rule = rule_, .factor = base, .u = u, .v = v, .share = {}});
    }
  }

  /// k n^2, which is what all cells of a plane have together on any number of ranks; 0 where it differs.
  std::int64_t plane_sum(CellLaw::Without without) const {
    std::int64_t common = 0;
    for (const auto& [run, of] : runs_) {
      const std::int64_t p = side_of(*run, rule_);
      const std::int64_t turns = of.samples / run->ranks();
      const bool by_turn = samples_.front().at.rungs > 0;
      const std::int64_t planes = by_turn ? turns : p - (without == CellLaw::Without::none ? 0 : 1);
      if (planes == 0 || of.sum % planes != 0) return 0;
      if (common != 0 && of.sum / planes != common) return 0;
      common = of.sum / planes;
    }
    return common;
  }

  void areas(CellLaw::Kind kind, CellLaw::Without without) {
    const std::int64_t sum = plane_sum(without);
    if (sum <= 0) return;
    const std::vector<Digit> all = digits(kind == CellLaw::Kind::area ? most_more : 0);
    std::vector<CellLaw> points;
    auto ends = ends_that_are_less;
    if (kind == CellLaw::Kind::area) std::swap(ends[0], ends[1]);  // a sweep does not change the boundary
    for (const unsigned less : ends) {
      for (std::int64_t things = most_points; things > 0; --things) {  // more points of less bytes first
        for (const bool even : {false, true}) {
          CellLaw law{.kind = kind, .rule = rule_, .share = {things, even, (less & 1U) != 0, (less & 2U) != 0}};
          const std::int64_t root = law.share.all();
          if (root <= 0 || root * root > sum || sum % (root * root) != 0) continue;
          law.factor = sum / (root * root);
          law.without = without;
          if (possible(law)) points.push_back(law);
        }
      }
    }
    std::stable_partition(points.begin(), points.end(), [](const CellLaw& law) { return law.factor % word == 0; });
    for (CellLaw law : points) {
      for (const auto& [u, v] : usual()) {
        law.u = u;
        law.v = v;
        add_if_exact(law);
      }
      for (std::size_t u = 0; u < all.size() && found_.size() < most_; ++u) {
        for (std::size_t v = u + 1; v < all.size(); ++v) {
          law.u = all[u];
          law.v = all[v];
          add_if_exact(law);
        }
      }
    }
  }

  /// Shares at least 1, and the largest value is one that the law can give.
  bool possible(const CellLaw& law) const {
    for (const auto& [run, of] : runs_) {
      const std::int64_t p = side_of(*run, rule_);
      std::int64_t widest = 0;
      for (std::int64_t place = 0; place < p; ++place) {
        const std::int64_t share = law.share.of(place, p);
        if (share < 1) return false;
        widest = std::max(widest, share);
      }
      if (of.largest % law.factor != 0 || of.least % law.factor != 0) return false;
      if (law.kind == CellLaw::Kind::area && of.largest != law.factor * widest * widest) return false;
    }
    return true;
  }

  const std::vector<Sample>& samples_;
  std::size_t rule_;
  std::size_t most_;
  Heading heading_;
  std::map<const Run*, Sums> runs_;
  std::vector<CellLaw> found_;
};

}  // namespace

std::uint32_t Digit::of(const Sides& at, std::uint32_t turn_at, std::uint32_t side) const {
  const std::int64_t sum = std::int64_t{x} * at[0] + std::int64_t{y} * at[1] + std::int64_t{turn} * turn_at + more;
  const std::int64_t left = sum % side;
  return static_cast<std::uint32_t>(left < 0 ? left + side : left);
}

std::string Digit::words() const {
  std::string text;
  const auto add = [&](std::int8_t factor, std::string_view name) {
    if (factor != 0) text += fmt::format("{}{}", factor < 0 ? "-" : text.empty() ? "" : "+", name);
  };
  add(x, "x");
  add(y, "y");
  add(turn, "turn");
  if (more != 0) text += fmt::format("{:+}", more);
  return fmt::format("({}) mod side", text);
}

std::optional<std::int64_t> CellLaw::at(const Place& place) const {
  const std::optional<Sides>& sides = place.run->sides(rule);
  if (!sides || (*sides)[0] != (*sides)[1]) return std::nullopt;
  const std::uint32_t p = (*sides)[0];
  const Sides at = place.run->place(rule, place.rank);
  const auto area = [&](std::uint32_t turn) {
    return factor * share.of(u.of(at, turn, p), p) * share.of(v.of(at, turn, p), p);
  };
  switch (kind) {
    case Kind::number:
      return factor + u.of(at, place.rung, p) + std::int64_t{p} * v.of(at, place.rung, p);
    case Kind::area:
      return area(place.rung);
    case Kind::areas: {
      std::int64_t sum = 0;
      for (std::uint32_t turn = without == Without::first ? 1 : 0; turn < p - (without == Without::last ? 1 : 0);
           ++turn)
        sum += area(turn);
      return sum;
    }
    case Kind::rim:
      break;
  }
  const std::int64_t squared = std::int64_t{p} * p;
  if (factor % squared * (p - 1) % squared != 0) return std::nullopt;
  const std::int64_t value = factor / squared * (p - 1) + factor % squared * (p - 1) / squared;
  return value % unit == 0 ? std::optional(value) : std::nullopt;
}

std::string CellLaw::words() const {
  if (kind == Kind::rim) return fmt::format("{} * (side - 1) / side^2", factor);
  if (kind == Kind::number) return fmt::format("{} + {} + side * {}", factor, u.words(), v.words());
  const std::string cell =
      fmt::format("{} * shares of {}{}{} at {} and {}", factor, share.things, share.even ? ", evenly rounded," : "",
                  share.first_less || share.last_less ? ", without the ends," : "", u.words(), v.words());
  if (kind == Kind::area) return cell;
  return fmt::format("the sum of {} over all turns{}", cell,
                     without == Without::none   ? ""
                     : without == Without::last ? " but the last"
                                                : " but the first");
}

std::vector<CellLaw> cell_laws(const std::vector<Sample>& samples, std::size_t rule, std::size_t most,
                               const Heading& heading, bool with_areas) {
  return CellFitter(samples, rule, most, heading).run(with_areas);
}

}  // namespace trgen::extrapolation
