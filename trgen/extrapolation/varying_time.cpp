// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/varying_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trgen::extrapolation {
namespace {

/// A division is made where what is predicted is off by less than this share of what it is off by without.
constexpr double clearly_better = 0.8;
constexpr std::size_t most_partitions = 24;

constexpr std::size_t index_of(Pass pass) { return static_cast<std::size_t>(pass); }

/// The group whose model an execution of a group has.
std::size_t group_of(std::size_t group, bool begins, bool very_first, bool first) {
  if (group == index_of(Pass::very_first) && !very_first) group = index_of(begins ? Pass::first : Pass::other);
  return group == index_of(Pass::first) && !first ? index_of(Pass::other) : group;
}

/// A way to divide executions.
struct Division {
  bool very_first = false;
  bool first = false;
  const Partition* partition = nullptr;
};

class VaryingFitter {
 public:
  explicit VaryingFitter(const std::vector<MeasuredTimes>& times) : times_(times) {}

  /// How far off executions are that are predicted from the other inputs, altogether. Classes of one input are
  /// predicted as all ranks are.
  double off(const Division& by) {
    Division plain = by;
    plain.partition = &whole_;
    const Models all = models(plain);
    const Models own = by.partition->kind == Partition::Kind::whole ? all : models(by);
    double sum = 0;
    for (const MeasuredTimes& each : times_) {
      const auto of_class = by.partition->of(each.at);
      if (!of_class) return INFINITY;
      for (std::size_t group = 0; group < pass_groups; ++group) {
        const std::size_t to = group_of(group, each.begins, by.very_first, by.first);
        if (each.groups[group].count == 0) continue;
        const Scale& scale = each.at.run->scale();
        auto predicted = left_out(own.at({*of_class, to}), scale);
        if (!predicted) predicted = left_out(all.at({0, to}), scale);
        const double expected = predicted.value_or(all.at({0, to}).model.at(scale));
        for (const TimeSamples::Sample& sample : each.groups[group].samples)
          sum += sample.weight * std::abs(static_cast<double>(sample.time) - expected);
      }
    }
    return sum;
  }

  VaryingTime fitted(const Division& by) {
    VaryingTime made{
        .very_first = by.very_first, .first = by.first, .partition = *by.partition, .classes = {}, .whole = {}};
    for (auto& [key, spread] : spreads(by)) made.classes[key.first][key.second] = std::move(spread);
    Division plain = by;
    plain.partition = &whole_;
    for (auto& [key, spread] : spreads(plain)) made.whole[key.second] = std::move(spread);
    return made;
  }

  const Partition& whole() const { return whole_; }

 private:
  struct Modelled {
    TimeModel model;
    std::vector<TimePoint> points;
  };
  using Key = std::pair<std::uint32_t, std::size_t>;  ///< class of ranks, group
  using Models = std::map<Key, Modelled>;

  template <class Visit>
  void each_group(const Division& by, Visit visit) const {
    for (const MeasuredTimes& each : times_) {
      const std::uint32_t of_class = by.partition->of(each.at).value_or(0);
      for (std::size_t group = 0; group < pass_groups; ++group) {
        if (each.groups[group].count > 0)
          visit(Key{of_class, group_of(group, each.begins, by.very_first, by.first)}, each, each.groups[group]);
      }
    }
  }

  Models models(const Division& by) const {
    std::map<Key, Means> means;
    each_group(by, [&](const Key& key, const MeasuredTimes& of, const MeasuredTimes::Group& group) {
      means[key].add(of.at.run->scale(), group.sum, group.count);
    });
    Models made;
    for (const auto& [key, of] : means) {
      Modelled& model = made[key];
      model.points = of.points();
      model.model = time_model(model.points);
    }
    return made;
  }

  std::map<Key, TimeSpread> spreads(const Division& by) const {
    std::map<Key, std::map<Scale, std::vector<TimeSamples::Sample>>> samples;
    each_group(by, [&](const Key& key, const MeasuredTimes& of, const MeasuredTimes::Group& group) {
      auto& to = samples[key][of.at.run->scale()];
      to.insert(to.end(), group.samples.begin(), group.samples.end());
    });
    std::map<Key, TimeSpread> made;
    for (auto& [key, of] : models(by)) made[key] = time_spread(std::move(of.model), samples[key]);
    return made;
  }

  static std::optional<double> left_out(const Modelled& of, const Scale& scale) {
    const double size = scale.size == 0 ? 1 : static_cast<double>(scale.size);
    for (std::size_t i = 0; i < of.model.left_out.size(); ++i) {
      if (of.points[i].ranks == scale.ranks && of.points[i].size == size) return of.model.left_out[i];
    }
    return std::nullopt;
  }

  const std::vector<MeasuredTimes>& times_;
  Partition whole_{.kind = Partition::Kind::whole, .words = "all ranks"};
};

}  // namespace

Pass VaryingTime::group_of(Pass pass, bool begins) const {
  return static_cast<Pass>(extrapolation::group_of(index_of(pass), begins, very_first, first));
}

const TimeSpread* VaryingTime::of(const Place& place, Pass pass) const {
  const auto number = partition.of(place);
  const auto found = number ? classes.find(*number) : classes.end();
  for (const Groups* const groups : {found == classes.end() ? &whole : &found->second, &whole}) {
    for (std::size_t group = index_of(pass); group < pass_groups; ++group) {
      if ((*groups)[group]) return &*(*groups)[group];
    }
    for (std::size_t group = index_of(pass); group-- > 0;) {
      if ((*groups)[group]) return &*(*groups)[group];
    }
  }
  return nullptr;
}

VaryingTime fit_varying(const std::vector<MeasuredTimes>& times, const std::vector<Partition>& told_apart) {
  VaryingFitter fitter(times);
  Division best{.partition = &fitter.whole()};
  double least = fitter.off(best);
  const auto offer = [&](const std::vector<Division>& others) {
    Division taken = best;
    double least_of_others = clearly_better * least;
    for (const Division& each : others) {
      const double off = fitter.off(each);
      if (off >= least_of_others) continue;
      least_of_others = off;
      taken = each;
    }
    if (least_of_others < clearly_better * least) least = least_of_others;
    best = taken;
  };
  const auto offer_passes = [&] {
    offer({{true, false, best.partition}, {false, true, best.partition}, {true, true, best.partition}});
  };
  offer_passes();
  std::vector<Division> by_rank;
  for (std::size_t i = 0; i < std::min(told_apart.size(), most_partitions); ++i)
    by_rank.push_back({best.very_first, best.first, &told_apart[i]});
  offer(by_rank);
  if (best.partition->kind != Partition::Kind::whole) offer_passes();  // what ranks hid may show now
  return fitter.fitted(best);
}

}  // namespace trgen::extrapolation
