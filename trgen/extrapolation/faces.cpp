// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/faces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "trgen/extrapolation/law_fitters.hpp"

namespace trgen::extrapolation {
namespace {

constexpr int most_ghosts = 2;
constexpr std::uint64_t most_side = 1 << 20;
constexpr std::uint64_t most_size = std::uint64_t{1} << 50;
constexpr std::int64_t most_value = std::int64_t{1} << 50;
constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};

using Ghosts = std::array<int, 3>;

/// All choices of dimensions and ghosts: the volume first, then those of few ghosts and dimensions.
std::vector<Ghosts> all_ghosts(unsigned dimensions) {
  std::vector<Ghosts> made;
  Ghosts each{-1, -1, -1};
  const auto add = [&](auto&& self, unsigned d) -> void {
    if (d == dimensions) {
      if (std::any_of(each.begin(), each.end(), [](int ghosts) { return ghosts >= 0; })) made.push_back(each);
      return;
    }
    for (int ghosts = -1; ghosts <= most_ghosts; ++ghosts) {
      each[d] = ghosts;
      self(self, d + 1);
    }
  };
  add(add, 0);
  const auto rank = [&](const Ghosts& of) {
    int ghosts = 0, counted = 0;
    for (unsigned d = 0; d < dimensions; ++d) {
      ghosts += std::max(of[d], 0);
      counted += of[d] >= 0 ? 1 : 0;
    }
    const bool volume = ghosts == 0 && counted == static_cast<int>(dimensions);
    return std::array{volume ? 0 : 1, ghosts, counted};
  };
  std::stable_sort(made.begin(), made.end(), [&](const Ghosts& a, const Ghosts& b) { return rank(a) < rank(b); });
  return made;
}

std::vector<std::uint64_t> divisors(std::uint64_t of) {
  std::vector<std::uint64_t> made;
  for (std::uint64_t by = 1; by <= of / by && by < most_side; ++by) {
    if (of % by != 0) continue;
    made.push_back(by);
    if (by != of / by) made.push_back(of / by);
  }
  return made;
}

class Finder {
 public:
  Finder(const std::vector<Sample>& samples, const FaceSearch& search) : samples_(samples), search_(search) {}

  std::vector<FaceLaw> run() {
    const bool of_levels = samples_.front().at.of_levels;
    const std::vector<std::uint64_t> parts =
        of_levels ? std::vector<std::uint64_t>{} : divisors(static_cast<std::uint64_t>(samples_.front().value));
    for (const Ghosts& ghosts : all_ghosts(search_.dimensions)) {
      if (of_levels) {
        for (unsigned coarsest = search_.coarsest.value_or(0); coarsest <= search_.coarsest.value_or(most_coarsest);
             ++coarsest)
          offer({.levels = {search_.rule, coarsest}, .side = 0, .ghosts = ghosts});
      } else if (std::count_if(ghosts.begin(), ghosts.end(), [](int each) { return each >= 0; }) > 1) {
        offer_sides(ghosts, parts);
      }
      if (found_.size() >= search_.most) break;
    }
    return std::move(found_);
  }

 private:
  /// What a rank has along one dimension divides its number, which leaves few sides to try.
  void offer_sides(const Ghosts& ghosts, const std::vector<std::uint64_t>& parts) {
    const auto counts = std::find_if(ghosts.begin(), ghosts.end(), [](int each) { return each >= 0; });
    const std::uint64_t ranks =
        (*samples_.front().at.run->sides(search_.rule))[static_cast<std::size_t>(counts - ghosts.begin())];
    for (const std::uint64_t part : parts) {
      const auto more = static_cast<std::uint64_t>(*counts);
      if (part > more && (part - more) * ranks <= most_side)
        offer({.levels = {search_.rule, 0}, .side = (part - more) * ranks, .ghosts = ghosts});
    }
  }

  void offer(FaceLaw law) {
    std::map<std::uint64_t, std::int64_t> by_size;
    fresh_ = true;
    for (const Sample& each : samples_) {
      const auto size = law.size(each.at);
      if (!size || by_size.emplace(*size, each.value).first->second != each.value) return;
      if (!search_.times && !is_multiple(each.value, *size)) return;
    }
    if (by_size.size() < (search_.times ? 3 : 2)) return;
    if (search_.times && !fit_times(law, by_size)) return;
    if (!search_.times) law.slope = static_cast<double>(factor_);
    found_.push_back(law);
  }

  /// Of the same factor for all samples, beginning with the first one.
  bool is_multiple(std::int64_t value, std::uint64_t size) {
    const auto by = static_cast<std::int64_t>(size);
    if (by == 0 || value % by != 0) return false;
    if (fresh_) factor_ = value / by;
    fresh_ = false;
    return value / by == factor_;
  }

  /// Rounding leaves an interval of slopes for each number that may be added.
  static bool fit_times(FaceLaw& law, const std::map<std::uint64_t, std::int64_t>& by_size) {
    const auto [least, low] = *by_size.begin();
    const auto [largest, high] = *by_size.rbegin();
    const double slope = static_cast<double>(high - low) / static_cast<double>(largest - least);
    const std::int64_t about = low - std::llround(slope * static_cast<double>(least));
    for (const std::int64_t added : {about, about - 1, about + 1}) {
      double from = 0, to = 1e300;
      for (const auto& [size, value] : by_size) {
        if (size == 0) {
          if (value != added) to = -1;
          continue;
        }
        from = std::max(from, (static_cast<double>(value - added) - 0.5) / static_cast<double>(size));
        to = std::min(to, (static_cast<double>(value - added) + 0.5) / static_cast<double>(size));
      }
      if (from >= to) continue;
      law.added = added;
      law.slope = from + (to - from) / 2;
      return true;
    }
    return false;
  }

  const std::vector<Sample>& samples_;
  const FaceSearch& search_;
  std::int64_t factor_ = 0;  ///< of the law at hand
  bool fresh_ = true;        ///< no sample of it was looked at yet
  std::vector<FaceLaw> found_;
};

}  // namespace

std::optional<std::uint64_t> FaceLaw::points(const Place& place) const {
  if (side == 0) return levels.points(place);
  return place.run->sides(levels.rule) ? std::optional(side) : std::nullopt;
}

std::optional<std::uint64_t> FaceLaw::size(const Place& place) const {
  const auto along = points(place);
  if (!along) return std::nullopt;
  const Sides& sides = *place.run->sides(levels.rule);
  const Sides at = place.run->place(levels.rule, place.rank);
  std::uint64_t made = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (ghosts[d] < 0) continue;
    made *= points_at(at[d], sides[d], *along) + static_cast<std::uint64_t>(ghosts[d]);
    if (made > most_size) return std::nullopt;
  }
  return made;
}

bool FaceLaw::has_points(const Place& place) const {
  const auto along = points(place);
  return along && extrapolation::has_points(*place.run, levels.rule, place.rank, *along);
}

std::optional<std::int64_t> FaceLaw::at(const Place& place) const {
  const auto made = size(place);
  if (!made) return std::nullopt;
  const double value = slope * static_cast<double>(*made);
  return value < static_cast<double>(most_value) ? std::optional(added + std::llround(value)) : std::nullopt;
}

std::string FaceLaw::words() const {
  std::string text = fmt::format("{}", slope);
  for (unsigned d = 0; d < 3; ++d) {
    if (ghosts[d] >= 0)
      text += fmt::format(" * ({} of {} + {})", axes[d], side == 0 ? "the level" : fmt::format("{}", side), ghosts[d]);
  }
  return added == 0 ? text : fmt::format("{} + {}", text, added);
}

std::vector<FaceLaw> face_laws(const std::vector<Sample>& samples, const FaceSearch& search) {
  for (const Sample& each : samples) {
    if (!each.at.run->sides(search.rule) || each.at.of_levels != samples.front().at.of_levels || each.value < 0 ||
        each.value > most_value || (!search.times && each.value == 0)) {
      return {};
    }
  }
  if (runs_of(samples) < search.least_runs || (search.times && !samples.front().at.of_levels)) return {};
  return Finder(samples, search).run();
}

}  // namespace trgen::extrapolation
