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

std::string way_name(record::Kind way) { return way == record::Kind::send ? "send" : "receive"; }

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
      return fmt::format("{} ({} {} rank {}, {} bytes)", function, way_name(joint.is.way),
                         joint.is.way == record::Kind::send ? "to" : "from", joint.seen.front().node->is.peer,
                         joint.seen.front().node->is.bytes);
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

  /// "7000 in a.txt, 3500 to 3504 in b.txt".
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

  template <class Of>
  TimeLaw time(const std::vector<Seen>& seen, Of of) {
    TimeLaw made;
    made.exact = series(
        seen, [&](const RankNode& node) -> const SeriesBuilder& { return of(node).series; }, true);
    double total = 0;
    for (const Seen& each : seen) total += each.run == largest_ ? of(*each.node).sum : 0;
    if (made.exact) {
      times.exact_ns += total;
    } else {
      made.mean = mean(seen, of);
      account(made.mean, total);
    }
    return made;
  }

  void account(const TimeModel& model, double total) {
    times.modelled_ns += total;
    times.error_ns += total * model.error.value_or(1);
    times.worst_ns += total * (model.error ? model.worst : 1);
    if (!model.error || *model.error > most_time_error) times.unsupported_ns += total;
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
    made.gap = time(joint.seen, [](const RankNode& node) -> const Times& { return node.gap; });
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
      made.partner = made.partners._Find_first();
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
    const auto varied = [](const SeriesModel::Way& way) { return !way.shape.empty(); };
    if (made.gap.exact && std::any_of(made.gap.exact->ways.begin(), made.gap.exact->ways.end(), varied)) {
      made.gap.exact.reset();  // messages of a collective are made once, with one time before them
      made.gap.mean = mean(joint.seen, [](const RankNode& node) -> const Times& { return node.gap; });
    }
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
    for (std::size_t way = 0; way < made.inner.size() && !made.regular; ++way) {
      const auto of = [way](const RankNode& node) -> const Times& { return node.inner[way]; };
      made.inner[way] = mean(joint.seen, of);
      double total = 0;
      for (const Seen& each : joint.seen) total += each.run == largest_ ? of(*each.node).sum : 0;
      account(made.inner[way], total);
    }
    // Which member makes which message is known, so a group that no form gives is all that is missing.
    const GroupSet forms = joint.groups & groups_;
    made.group = forms._Find_first();
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
