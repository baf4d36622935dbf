// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace trgen::extrapolation {
namespace {

/// The value of a run, where it has one for all its ranks: (quantity, value) by run.
using Points = std::vector<std::pair<std::int64_t, std::int64_t>>;

constexpr std::int64_t most_things = 1 << 20, most_number = std::int64_t{1} << 50;

bool agrees(const Law& law, const std::vector<Sample>& samples) {
  return std::all_of(samples.begin(), samples.end(), [&](const Sample& each) { return law.at(each.at) == each.value; });
}

std::size_t runs_of(const std::vector<Sample>& samples) {
  std::set<const Run*> runs;
  for (const Sample& each : samples) runs.insert(each.at.run);
  return runs.size();
}

/// One value for each number that the variable has; empty if a value of it has two, or it does not apply.
std::optional<Points> points_of(const std::vector<Sample>& samples, const Variable& variable) {
  std::map<std::int64_t, std::int64_t> made;
  for (const Sample& each : samples) {
    const auto at = variable.of(each.at);
    if (!at || std::abs(each.value) > most_number) return std::nullopt;
    if (made.emplace(*at, each.value).first->second != each.value) return std::nullopt;
  }
  return Points(made.begin(), made.end());
}

std::int64_t share_of(std::int64_t things, std::int64_t places, std::int64_t place, bool even) {
  if (even) return (place + 1) * things / places - place * things / places;
  return things / places + (place < things % places ? 1 : 0);
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
        for (const unsigned less : {0U, 3U, 1U, 2U}) {
          Law law{.kind = Law::Kind::share, .a = factor, .b = more, .variable = side_, .even = even};
          law.first_less = (less & 1U) != 0;
          law.last_less = (less & 2U) != 0;
          const std::int64_t middle = about - more * places;
          for (law.last = std::max<std::int64_t>(1, middle - places); law.last <= middle + 3 * places; ++law.last) {
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

}  // namespace

std::optional<std::int64_t> Variable::of(const Place& place) const {
  if (kind == Kind::rung || kind == Kind::rungs_left) {
    if (place.rungs == 0) return std::nullopt;
    return kind == Kind::rung ? place.rung : place.rungs - place.rung;
  }
  const Run& run = *place.run;
  const std::int64_t ranks = run.ranks();
  const auto log_of = [](std::uint64_t number) -> std::optional<std::int64_t> {
    return std::has_single_bit(number) ? std::optional<std::int64_t>(std::countr_zero(number)) : std::nullopt;
  };
  if (kind == Kind::ranks) return ranks;
  if (kind == Kind::log_ranks) return log_of(run.ranks());
  if (kind == Kind::ranks_squared) return ranks * ranks;
  const auto& sides_of = run.sides(rule);
  if (!sides_of) return std::nullopt;
  const std::int64_t side = (*sides_of)[first];
  if (kind == Kind::log_side) return log_of((*sides_of)[first]);
  if (kind == Kind::side_squared) return side * side;
  return kind == Kind::sides ? side * (*sides_of)[second] : side;
}

std::optional<std::int64_t> Law::at(const Place& place) const {
  if (kind == Kind::constant) return a;
  const auto v = variable.of(place);
  if (!v) return std::nullopt;
  switch (kind) {
    case Kind::linear:
      return a * *v + b;
    case Kind::quotient:
    case Kind::inverse:
      return *v > 0 && a % *v == 0 ? std::optional(a / *v + b) : std::nullopt;
    case Kind::floor:
      return *v > 0 ? std::optional(a / *v) : std::nullopt;
    case Kind::nearest:
      return *v > 0 ? std::optional((2 * a + (a < 0 ? -*v : *v)) / (2 * *v)) : std::nullopt;
    case Kind::ceiling:
      return *v > 0 ? std::optional((a + *v - 1) / *v) : std::nullopt;
    default:
      break;
  }
  const std::int64_t at = variable.kind == Variable::Kind::ranks
                              ? std::int64_t{place.rank}
                              : place.run->place(variable.rule, place.rank)[variable.first];
  const std::int64_t less = (first_less && at == 0 ? 1 : 0) + (last_less && at + 1 == *v ? 1 : 0);
  return a * (share_of(last, *v, at, even) - less + b);
}

std::string Law::words() const {
  switch (kind) {
    case Kind::constant:
      return fmt::format("{}", a);
    case Kind::linear:
      return fmt::format("{} * {} {} {}", a, variable.words, b < 0 ? "-" : "+", std::abs(b));
    case Kind::quotient:
      return fmt::format("{} / {}", a, variable.words);
    case Kind::inverse:
      return fmt::format("{} / {} {} {}", a, variable.words, b < 0 ? "-" : "+", std::abs(b));
    case Kind::floor:
      return fmt::format("floor({} / {})", a, variable.words);
    case Kind::nearest:
      return fmt::format("{} / {}, rounded", a, variable.words);
    case Kind::ceiling:
      return fmt::format("ceil({} / {})", a, variable.words);
    case Kind::share:
      break;
  }
  return fmt::format("{} * (share of {} over {}{}{})", a, last, variable.words,
                     first_less || last_less ? ", without the ends" : "", b == 0 ? "" : fmt::format(", {:+}", b));
}

LawCatalogue::LawCatalogue(const std::vector<GridRule>& rules, const Admitted& admitted) {
  using Kind = Variable::Kind;
  variables_.push_back({.kind = Kind::ranks, .words = "ranks"});
  variables_.push_back({.kind = Kind::log_ranks, .words = "log2(ranks)"});
  variables_.push_back({.kind = Kind::ranks_squared, .words = "ranks^2"});
  variables_.push_back({.kind = Kind::rung, .words = "rung"});
  variables_.push_back({.kind = Kind::rungs_left, .words = "(rungs - rung)"});
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    if (!admitted[rule]) continue;
    const GridRule& of = rules[rule];
    for (unsigned d = 0; of.dimensions > 1 && d < of.dimensions; ++d) {
      const std::string side = fmt::format("side {} of the {}", "xyz"[d], of.name);
      variables_.push_back({.kind = Kind::side, .rule = rule, .first = d, .words = side});
      variables_.push_back({.kind = Kind::log_side, .rule = rule, .first = d, .words = fmt::format("log2({})", side)});
      variables_.push_back({.kind = Kind::side_squared, .rule = rule, .first = d, .words = fmt::format("{}^2", side)});
      for (unsigned e = d + 1; of.dimensions > 2 && e < of.dimensions; ++e) {
        variables_.push_back({.kind = Kind::sides,
                              .rule = rule,
                              .first = d,
                              .second = e,
                              .words = fmt::format("sides {} * {} of the {}", "xyz"[d], "xyz"[e], of.name)});
      }
    }
  }
}

std::vector<Law> LawCatalogue::that_give(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                                         bool times) const {
  std::vector<Law> found;
  const Law constant{.kind = Law::Kind::constant, .a = samples.front().value, .variable = {}};
  if (agrees(constant, samples)) {
    if (runs_of(samples) >= 1 + least_spare) found.push_back(constant);
    return found;
  }
  using Step = void (Fitter::*)(std::vector<Law>&) const;
  const std::vector<Step> steps =
      times ? std::vector<Step>{&Fitter::nearest, &Fitter::lines}
            : std::vector<Step>{&Fitter::quotients, &Fitter::inverses, &Fitter::lines, &Fitter::rounded};
  for (const Step fit : steps) {
    for (const Variable& variable : variables_) {
      if (const auto points = points_of(samples, variable); points && points->size() > 1)
        (Fitter(samples, variable, *points, least_spare).*fit)(found);
      if (found.size() >= most) return found;
    }
    if (!found.empty()) return found;
  }
  if (times || runs_of(samples) < 1 + least_spare) return found;
  for (const Variable& variable : variables_) {
    if (variable.kind != Variable::Kind::side && variable.kind != Variable::Kind::ranks) continue;
    ShareFitter(samples, variable).run(found, most);
    if (found.size() >= most) break;
  }
  return found;
}

}  // namespace trgen::extrapolation
