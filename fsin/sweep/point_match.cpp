// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/point_match.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace fsin::sweep {
namespace {

using Places = std::set<std::pair<std::string, std::string>>;

Places places_of(const Plan& plan, std::size_t point) {
  Places places;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) places.insert({plan.axes[i], plan.points[point].labels[i]});
  return places;
}

class Matcher {
 public:
  Matcher(std::size_t points_a, std::size_t points_b) : partner_(points_a), taken_(points_b, false) {}

  /// Pairs what is still alone and has the same key, first with first.
  template <class KeyA, class KeyB>
  void match(KeyA key_a, KeyB key_b) {
    std::map<decltype(key_b(0)), std::vector<std::size_t>> free;
    for (std::size_t i = taken_.size(); i-- > 0;) {
      if (!taken_[i]) free[key_b(i)].push_back(i);
    }
    for (std::size_t i = 0; i < partner_.size(); ++i) {
      if (partner_[i]) continue;
      const auto found = free.find(key_a(i));
      if (found == free.end() || found->second.empty()) continue;
      partner_[i] = found->second.back();
      taken_[found->second.back()] = true;
      found->second.pop_back();
    }
  }

  PointMatch take() const {
    PointMatch result;
    for (std::size_t i = 0; i < partner_.size(); ++i) {
      if (partner_[i]) {
        result.pairs.emplace_back(i, *partner_[i]);
      } else {
        result.only_a.push_back(i);
      }
    }
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      if (!taken_[i]) result.only_b.push_back(i);
    }
    return result;
  }

 private:
  std::vector<std::optional<std::size_t>> partner_;  ///< of each point of the first plan
  std::vector<bool> taken_;
};

}  // namespace

PointMatch match_points(const Plan& a, const Plan& b, const std::vector<FlatConfig>& configs_a,
                        const std::vector<FlatConfig>& configs_b) {
  Matcher matcher(a.points.size(), b.points.size());
  matcher.match([&](std::size_t i) { return places_of(a, i); }, [&](std::size_t i) { return places_of(b, i); });
  matcher.match([&](std::size_t i) { return configs_a[i]; }, [&](std::size_t i) { return configs_b[i]; });
  matcher.match([&](std::size_t i) { return a.points[i].name; }, [&](std::size_t i) { return b.points[i].name; });
  return matcher.take();
}

}  // namespace fsin::sweep
