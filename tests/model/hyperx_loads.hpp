// SPDX-License-Identifier: Apache-2.0
// Loads of the links of a HyperX, by walking every way of a pattern from its definition: coordinates, dimension order,
// an even share for each of parallel links. Knows nothing of the geometry in fsin/topology.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "fsin/topology/switches/hyperx.hpp"

namespace model {

class HyperXLoads {
 public:
  using Point = std::vector<unsigned>;

  explicit HyperXLoads(fsin::topology::HyperXParams params) : params_(std::move(params)) {
    Point at(params_.dims.size(), 0);
    do {
      points_.push_back(at);
    } while (next(at));
  }

  /// From every node to every other one, so many phits a cycle each.
  void all_pairs(double phits) {
    const double pairs = double(params_.terminals) * params_.terminals * phits;
    for (const Point& from : points_) {
      for (const Point& to : points_) walk(from, to, pairs);
    }
  }
  /// From every node one phit a cycle to the switch that `target` gives for its own.
  template <class Target>
  void pattern(Target target) {
    for (const Point& from : points_) walk(from, target(from), params_.terminals);
  }
  /// The same by way of any switch, all equally likely; not where the target is the switch itself.
  template <class Target>
  void pattern_by_any_switch(Target target) {
    for (const Point& from : points_) detour(from, target(from), params_.terminals);
  }
  void all_pairs_by_any_switch(double phits) {
    const double pairs = double(params_.terminals) * params_.terminals * phits;
    for (const Point& from : points_) {
      for (const Point& to : points_) detour(from, to, pairs);
    }
  }

  double most(unsigned dimension) const {
    double most = 0;
    for (const auto& [link, load] : loads_) most = std::get<2>(link) == dimension ? std::max(most, load) : most;
    return most;
  }
  double least(unsigned dimension) const {
    double least = most(dimension);
    for (const auto& [link, load] : loads_) least = std::get<2>(link) == dimension ? std::min(least, load) : least;
    return least;
  }
  double most() const {
    double most = 0;
    for (const auto& [link, load] : loads_) most = std::max(most, load);
    return most;
  }

 private:
  bool next(Point& at) const {
    for (std::size_t d = 0; d < at.size(); ++d) {
      if (++at[d] < params_.dims[d]) return true;
      at[d] = 0;
    }
    return false;
  }
  void detour(const Point& from, const Point& to, double phits) {
    if (from == to) return;
    for (const Point& via : points_) {
      walk(from, via, phits / static_cast<double>(points_.size()));
      walk(via, to, phits / static_cast<double>(points_.size()));
    }
  }
  void walk(Point here, const Point& to, double phits) {
    for (unsigned d = 0; d < here.size(); ++d) {
      if (here[d] == to[d]) continue;
      const Point before = here;
      here[d] = to[d];
      const unsigned width = params_.width.size() == 1 ? params_.width[0] : params_.width[d];
      loads_[{before, here, d}] += phits / width;
    }
  }

  fsin::topology::HyperXParams params_;
  std::vector<Point> points_;
  std::map<std::tuple<Point, Point, unsigned>, double> loads_;
};

}  // namespace model
