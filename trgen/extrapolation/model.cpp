// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace trgen::extrapolation {
namespace {

using structure::SeriesBuilder;

/// Who executes what is around a statement: run, rank, and the rung of a ladder with their number.
using Parents = std::vector<std::array<std::uint32_t, 4>>;

std::array<std::uint32_t, 4> parent_of(const Seen& seen) { return {seen.run, seen.rank, seen.rung, seen.rungs}; }

class Modeller {
 public:
  Modeller(const Inputs& inputs, const Fit& fit, const FormSet& partners, const GroupSet& groups, bool forced)
      : in_(inputs), fit_(fit), partners_(partners), groups_(groups), spare_(forced ? 0 : 1) {
    for (std::uint32_t run = 1; run < in_.runs.size(); ++run) {
      if (in_.runs[run].ranks() > in_.runs[largest_].ranks()) largest_ = run;
    }
  }

  std::vector<Statement> level(const std::vector<Joint>& joints, const Parents& parents, const std::string& function) {
    std::vector<Statement> made;
    for (const Joint& each : joints) made.push_back(statement(each, parents, function));
    return made;
  }

  Parents everyone() const {
    Parents all;
    for (std::uint32_t run = 0; run < in_.runs.size(); ++run) {
      for (std::uint32_t rank = 0; rank < in_.runs[run].ranks(); ++rank) all.push_back({run, rank, 0, 0});
    }
    return all;
  }

  Findings findings;
  TimeSummary times;

 private:
  template <class Value>
  std::vector<Sample> samples(const std::vector<Seen>& seen, Value value) const {
    std::vector<Sample> made;
    for (const Seen& each : seen) made.push_back({place(parent_of(each)), static_cast<std::int64_t>(value(each))});
    return made;
  }

  Place place(const std::array<std::uint32_t, 4>& at) const { return {&in_.runs[at[0]], at[1], at[2], at[3]}; }
  std::string place_of(const Seen& seen) const { return fmt::format("{}, rank {}", in_.names[seen.run], seen.rank); }

  /// "MPI_Send (send to rank 5)": for messages.
  static std::string what(const Joint& joint, const std::string& function) {
    if (joint.is.part == Part::message) {
      const Identity& first = joint.seen.front().node->is;
      return fmt::format("{} ({} rank {}, {} bytes)", function,
                         joint.is.way == record::Kind::send ? "send to" : "receive from", first.peer, first.bytes);
    }
    if (joint.is.part == Part::ladder) return fmt::format("a ladder in {}", function);
    return joint.is.part == Part::loop ? fmt::format("a loop in {}", function) : function;
  }

  std::optional<ValueModel> condition(const Joint& joint, const Parents& parents, const std::string& named) {
    if (joint.seen.size() == parents.size()) return std::nullopt;
    std::map<std::array<std::uint32_t, 4>, bool> present;
    for (const auto& each : parents) present[each] = false;
    for (const Seen& each : joint.seen) present[parent_of(each)] = true;
    std::vector<Sample> all;
    for (const auto& [at, here] : present) all.push_back({place(at), here ? 1 : 0});
    auto found = fit_.choice(all);
    if (!found) {
      add_once(
          findings.refusals,
          fmt::format("{} is executed by {} of {} ranks, which no condition of the catalogue tells from the others; "
                      "first on {}",
                      named, joint.seen.size(), parents.size(), place_of(joint.seen.front())));
      return ValueModel::constant(0);
    }
    return found;
  }

  /// A whole number with a law. Without one it is a refusal, or data.
  ValueModel number(const std::vector<Sample>& all, const Joint& joint, const std::string& named,
                    const std::string& quantity, bool may_be_data) {
    if (auto found = fit_.value(all, spare_)) {
      if (const std::string doubt = fit_.doubt(all, *found); !doubt.empty())
        add_once(findings.doubts, fmt::format("{} of {}: {}", quantity, named, doubt));
      return *found;
    }
    const std::string line = fmt::format("{} of {} follow no law of the catalogue: {}; first on {}", quantity, named,
                                         by_run(all), place_of(joint.seen.front()));
    add_once(may_be_data ? findings.data : findings.refusals, line);
    return mean_of(all);
  }

  /// "7000 on 16 ranks, 3500 to 3504 on 32 ranks".
  std::string by_run(const std::vector<Sample>& all) const {
    std::string text;
    for (std::size_t run = 0; run < in_.runs.size(); ++run) {
      std::optional<std::pair<std::int64_t, std::int64_t>> range;
      for (const Sample& each : all) {
        if (each.at.run != &in_.runs[run]) continue;
        if (!range) range = {each.value, each.value};
        range->first = std::min(range->first, each.value);
        range->second = std::max(range->second, each.value);
      }
      if (!range) continue;
      text += fmt::format("{}{}", text.empty() ? "" : ", ", range->first);
      if (range->first != range->second) text += fmt::format(" to {}", range->second);
      text += fmt::format(" on {} ranks", in_.runs[run].ranks());
    }
    return text;
  }

  /// The mean of each run, as a model over the number of ranks, at the target.
  ValueModel mean_of(const std::vector<Sample>& all) const {
    std::map<std::uint32_t, std::pair<double, double>> sums;
    for (const Sample& each : all) {
      sums[each.at.run->ranks()].first += static_cast<double>(each.value);
      sums[each.at.run->ranks()].second += 1;
    }
    std::vector<TimePoint> points;
    std::vector<Sample> means;
    for (const auto& [ranks, sum] : sums) points.push_back({static_cast<double>(ranks), sum.first / sum.second});
    for (std::size_t i = 0; i < in_.runs.size(); ++i) {
      if (const auto found = sums.find(in_.runs[i].ranks()); found != sums.end())
        means.push_back({{&in_.runs[i], 0}, std::llround(found->second.first / found->second.second)});
    }
    if (auto law = fit_.value(means, 1, true); law && !law->partial()) return *law;
    return ValueModel::constant(std::llround(time_model(points).at(fit_.target().ranks())));
  }

  template <class Of>
  std::optional<SeriesModel> series(const std::vector<Seen>& seen, Of of, bool timed) const {
    std::vector<SeriesSample> all;
    for (const Seen& each : seen) all.push_back({place(parent_of(each)), &of(*each.node)});
    return fit_series(all, fit_, spare_, timed);
  }

  template <class Of>
  TimeModel mean(const std::vector<Seen>& seen, Of of) const {
    std::map<std::uint32_t, std::pair<double, double>> sums;
    for (const Seen& each : seen) {
      const Times& all = of(*each.node);
      sums[in_.runs[each.run].ranks()].first += all.sum;
      sums[in_.runs[each.run].ranks()].second += static_cast<double>(all.count);
    }
    std::vector<TimePoint> points;
    for (const auto& [ranks, sum] : sums)
      points.push_back({static_cast<double>(ranks), sum.second > 0 ? sum.first / sum.second : 0});
    return time_model(points);
  }

  /// A law, or else the mean. `steady`: a law must not vary over executions, as those of a collective are made once.
  template <class Of>
  TimeLaw time(const std::vector<Seen>& seen, Of of, bool steady = false) {
    TimeLaw made;
    made.exact = series(
        seen, [&](const RankNode& node) -> const SeriesBuilder& { return of(node).series; }, true);
    if (steady && made.exact && !made.exact->is_steady()) made.exact.reset();
    if (made.exact) {
      times.exact_ns += in_largest(seen, of);
    } else {
      made.mean = modelled(seen, of);
    }
    return made;
  }

  /// The mean as a model, which counts in the summary of times.
  template <class Of>
  TimeModel modelled(const std::vector<Seen>& seen, Of of) {
    const TimeModel model = mean(seen, of);
    const double total = in_largest(seen, of);
    times.modelled_ns += total;
    times.error_ns += total * model.error.value_or(1);
    times.worst_ns += total * (model.error ? model.worst : 1);
    if (!model.error || *model.error > most_time_error) times.unsupported_ns += total;
    return model;
  }

  template <class Of>
  double in_largest(const std::vector<Seen>& seen, Of of) const {
    double total = 0;
    for (const Seen& each : seen) total += each.run == largest_ ? of(*each.node).sum : 0;
    return total;
  }

  Statement statement(const Joint& joint, const Parents& parents, const std::string& function) {
    Statement made;
    made.is = joint.is;
    made.function = joint.is.part == Part::call ? in_.states.all()[joint.is.state] : function;
    const std::string named = what(joint, made.function);
    made.condition = condition(joint, parents, named);
    if (joint.is.part == Part::loop || joint.is.part == Part::ladder) {
      made.count = number(samples(joint.seen, [](const Seen& each) { return each.count; }), joint, named,
                          "the iterations", false);
    } else {
      leaf(joint, named, made);
    }
    Parents own;
    for (const Seen& each : joint.seen) {
      for (std::uint32_t rung = 0; joint.is.part == Part::ladder && rung < each.count; ++rung)
        own.push_back({each.run, each.rank, rung, static_cast<std::uint32_t>(each.count)});
      if (joint.is.part != Part::ladder) own.push_back(parent_of(each));
    }
    made.body = level(joint.body, own, made.function);
    return made;
  }

  void leaf(const Joint& joint, const std::string& named, Statement& made) {
    const auto gap = [](const RankNode& node) -> const Times& { return node.gap; };
    made.gap = time(joint.seen, gap, joint.is.part == Part::exchange);
    if (joint.is.part == Part::call) {
      made.end = time(joint.seen, [](const RankNode& node) -> const Times& { return node.end; });
      if (!joint.is.facts) return;
    }
    if (joint.is.part == Part::exchange) return exchange(joint, named, made);
    const bool message = joint.is.part == Part::message;
    made.bytes = number(samples(joint.seen, [](const Seen& each) { return each.node->is.bytes; }), joint, named,
                        "the bytes", true);
    made.extra = number(samples(joint.seen, [](const Seen& each) { return each.node->is.extra; }), joint, named,
                        message ? "the order of receives" : "the received bytes", !message);
    if (message) {
      made.partners = joint.partners & partners_;
      made.partner = simplest(made.partners);
      if (made.partners.none())
        add_once(findings.refusals, fmt::format("the partners of {} follow no form of the grid; first on {}", named,
                                                place_of(joint.seen.front())));
      if (auto tags = series(
              joint.seen, [](const RankNode& node) -> const SeriesBuilder& { return node.tag; }, false)) {
        made.tag = std::move(*tags);
      } else {
        add_once(findings.refusals, fmt::format("the tags of {} follow no law of the catalogue; first on {}", named,
                                                place_of(joint.seen.front())));
      }
    } else {
      made.root = number(samples(joint.seen, [](const Seen& each) { return each.node->is.peer; }), joint, named,
                         "the roots", false);
    }
  }

  const Exchange& exchange_of(const Seen& seen) const {
    return in_.programs[seen.run].exchanges[seen.node->is.exchange];
  }

  void exchange(const Joint& joint, const std::string& named, Statement& made) {
    made.exchange = exchange_of(joint.seen.front());
    const auto varies =
        std::find_if(joint.seen.begin(), joint.seen.end(), [&](const Seen& each) { return exchange_of(each).varies; });
    const std::vector<Sample> bytes = samples(joint.seen, [&](const Seen& each) { return exchange_of(each).bytes; });
    if (varies != joint.seen.end()) {
      add_once(findings.data,
               fmt::format("the bytes of {} are data: they differ from pair to pair of ranks; first on {}", named,
                           place_of(*varies)));
      made.bytes = mean_of(bytes);
    } else {
      made.bytes = number(bytes, joint, named, "the bytes", true);
    }
    made.root = number(samples(joint.seen, [&](const Seen& each) { return exchange_of(each).root; }), joint, named,
                       "the roots", false);
    for (const Seen& each : joint.seen) made.regular = made.regular && each.node->regular;
    for (std::size_t way = 0; way < made.inner.size() && !made.regular; ++way)
      made.inner[way] = modelled(joint.seen, [way](const RankNode& node) -> const Times& { return node.inner[way]; });
    // Which member makes which message is known, so a group that no form gives is all that is missing.
    const GroupSet forms = joint.groups & groups_;
    made.group = simplest(forms);
    if (forms.none()) {
      add_once(findings.refusals,
               fmt::format("the ranks that call {} together are no line or plane of a grid; first on {}", named,
                           place_of(joint.seen.front())));
    }
  }

  const Inputs& in_;
  const Fit& fit_;
  const FormSet& partners_;
  const GroupSet& groups_;
  unsigned spare_;
  std::uint32_t largest_ = 0;
};

}  // namespace

Model fit_model(const std::vector<Joint>& joints, const Inputs& inputs, const FormSet& partners, const GroupSet& groups,
                const Fit& fit, bool forced) {
  Modeller modeller(inputs, fit, partners, groups, forced);
  Model made;
  made.body = modeller.level(joints, modeller.everyone(), "the program");
  made.findings = std::move(modeller.findings);
  made.times = modeller.times;
  return made;
}

}  // namespace trgen::extrapolation
