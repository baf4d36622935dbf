// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "trgen/extrapolation/sample_words.hpp"
#include "trgen/extrapolation/statement_times.hpp"

namespace trgen::extrapolation {
namespace {

using structure::SeriesBuilder;

/// Run, rank, and the rung of a ladder with their number.
using Executor = std::array<std::uint32_t, 4>;
Executor executor_of(const Seen& seen) { return {seen.run, seen.rank, seen.rung, seen.rungs}; }

/// Who executes what is around a statement, and the iterations of the innermost loop, outside of which 0.
using Parents = std::map<Executor, std::uint64_t>;

class Modeller {
 public:
  Modeller(const Inputs& inputs, const Fit& fit, const FormSet& partners, const GroupSet& groups, bool forced)
      : in_(inputs), fit_(fit), partners_(partners), groups_(groups), spare_(forced ? 0 : 1), times_(inputs, fit, 1) {}

  std::vector<Statement> level(const std::vector<Joint>& joints, const Parents& parents, const std::string& function) {
    std::vector<Statement> made;
    for (const Joint& each : joints) made.push_back(statement(each, parents, function));
    return made;
  }

  Parents everyone() const {
    Parents all;
    for (std::uint32_t run = 0; run < in_.runs.size(); ++run) {
      for (std::uint32_t rank = 0; rank < in_.runs[run].ranks(); ++rank) all[{run, rank, 0, 0}] = 0;
    }
    return all;
  }

  Findings findings;
  const TimeSummary& times() const { return times_.summary(); }

 private:
  template <class Value>
  std::vector<Sample> samples(const std::vector<Seen>& seen, Value value) const {
    std::vector<Sample> made;
    for (const Seen& each : seen) made.push_back({place(executor_of(each)), static_cast<std::int64_t>(value(each))});
    return made;
  }

  Place place(const Executor& at) const { return {&in_.runs[at[0]], at[1], at[2], at[3]}; }
  std::string place_of(const Seen& seen) const { return fmt::format("{}, rank {}", in_.names[seen.run], seen.rank); }

  void refuse(const Joint& joint, std::string_view why) {
    add_once(findings.refusals, fmt::format("{}; first on {}", why, place_of(joint.seen.front())));
  }

  /// "MPI_Send (send to rank 5)": for messages.
  static std::string what(const Joint& joint, const std::string& function) {
    if (joint.is.part == Part::message) {
      const Identity& first = joint.seen.front().node->is;
      return fmt::format("{} ({} rank {}, {} bytes)", function,
                         joint.is.way == record::Kind::send ? "send to" : "receive from", first.peer,
                         joint.seen.front().node->bytes.series.first());
    }
    if (joint.is.part == Part::ladder) return fmt::format("a ladder in {}", function);
    return joint.is.part == Part::loop ? fmt::format("a loop in {}", function) : function;
  }

  std::optional<ValueModel> condition(const Joint& joint, const Parents& parents, const std::string& named) {
    if (joint.seen.size() == parents.size()) return std::nullopt;
    std::map<Executor, bool> present;
    for (const auto& [at, turns] : parents) present[at] = false;
    for (const Seen& each : joint.seen) present[executor_of(each)] = true;
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
                    const std::string& quantity, bool may_be_data, const Heading& heading = {}) {
    if (auto found = fit_.value(all, spare_, false, heading)) {
      if (const std::string doubt = fit_.doubt(all, *found); !doubt.empty())
        add_once(findings.doubts, fmt::format("{} of {}: {}", quantity, named, doubt));
      return *found;
    }
    const std::string line =
        of_one_run(all) && in_.runs.size() > 1
            ? fmt::format("{} is executed on {} only, so that no other input checks its laws; first on {}", named,
                          all.front().at.run->scale().words(), place_of(joint.seen.front()))
            : fmt::format("{} of {} follow no law of the catalogue: {}; first on {}", quantity, named, by_run(all),
                          place_of(joint.seen.front()));
    add_once(may_be_data ? findings.data : findings.refusals, line);
    return mean_of(all);
  }

  /// The mean of each run, as a model over the number of ranks, at the target.
  ValueModel mean_of(const std::vector<Sample>& all) const {
    Means means;
    for (const Sample& each : all) means.add(each.at.run->scale(), static_cast<double>(each.value), 1);
    const std::vector<TimePoint> points = means.points();
    std::vector<Sample> rounded;
    for (const Run& run : in_.runs) {
      for (const TimePoint& each : points) {
        if (each.ranks == run.ranks() &&
            each.size == (run.scale().size == 0 ? 1 : static_cast<double>(run.scale().size)))
          rounded.push_back({{&run, 0}, std::llround(each.time)});
      }
    }
    if (auto law = fit_.value(rounded, 1, true); law && !law->partial()) return *law;
    return ValueModel::constant(std::llround(time_model(points).at(fit_.target().scale())));
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
      leaf(joint, parents, named, made);
    }
    Parents own;
    for (const Seen& each : joint.seen) {
      for (std::uint32_t rung = 0; joint.is.part == Part::ladder && rung < each.count; ++rung)
        own[{each.run, each.rank, rung, static_cast<std::uint32_t>(each.count)}] = 0;
      if (joint.is.part == Part::loop) own[executor_of(each)] = each.count;
      if (joint.is.part != Part::loop && joint.is.part != Part::ladder)
        own[executor_of(each)] = parents.at(executor_of(each));
    }
    made.body = level(joint.body, own, made.function);
    return made;
  }

  void leaf(const Joint& joint, const Parents& parents, const std::string& named, Statement& made) {
    const auto turns = [&](const Seen& each) { return parents.at(executor_of(each)); };
    made.gap = times_.law(
        joint.seen, [](const RankNode& node) -> const Times& { return node.gap; }, turns,
        joint.is.part == Part::exchange);
    if (joint.is.part == Part::exchange) return exchange(joint, named, made);
    if (joint.is.part == Part::message) return message(joint, parents, named, made);
    made.end = times_.law(
        joint.seen, [](const RankNode& node) -> const Times& { return node.end; }, turns);
    if (!joint.is.facts) return;
    made.bytes = number(common(joint, &Identity::bytes), joint, named, "the bytes", true);
    made.extra = steady_or_mean(joint, named, "the received bytes",
                                [](const RankNode& node) -> const Sizes& { return node.received; });
    made.root = number(common(joint, &Identity::peer), joint, named, "the roots", false);
  }

  /// What all executions on a rank have in common.
  template <class Member>
  std::vector<Sample> common(const Joint& joint, Member Identity::*member) const {
    return samples(joint.seen, [member](const Seen& each) { return each.node->is.*member; });
  }

  void message(const Joint& joint, const Parents& parents, const std::string& named, Statement& made) {
    const auto size = [](const RankNode& node) -> const Sizes& { return node.bytes; };
    const auto sizes = [](const RankNode& node) -> const SeriesBuilder& { return node.bytes.series; };
    made.partners = joint.partners & partners_;
    made.partner = simplest(made.partners);
    if (made.partners.none()) return refuse(joint, fmt::format("the partners of {} follow no form of the grid", named));
    if (!is_steady(joint, size)) made.bytes_by_turn = by_turn(joint, parents, named, "the bytes", sizes);
    if (!made.bytes_by_turn)
      made.bytes = steady_or_mean(joint, named, "the bytes", size, in_.partners.heading(made.partner));
    made.extra = number(common(joint, &Identity::extra), joint, named, "the order of receives", false);
    const auto tag = [](const RankNode& node) -> const SeriesBuilder& { return node.tag; };
    if (auto tags = series_of(joint.seen, in_.runs, fit_, spare_, false, tag)) {
      made.tag = std::move(*tags);
      return;
    }
    made.tag_by_turn = by_turn(joint, parents, named, "the tags", tag);
    if (!made.tag_by_turn) refuse(joint, fmt::format("the tags of {} follow no law of the catalogue", named));
  }

  /// What repeats with each pass of the loop around.
  template <class Of>
  std::optional<TurnModel> by_turn(const Joint& joint, const Parents& parents, const std::string& named,
                                   std::string_view quantity, Of of) {
    std::vector<SeriesSample> all;
    for (const Seen& each : joint.seen) {
      const std::uint64_t turns = std::min<std::uint64_t>(parents.at(executor_of(each)), UINT32_MAX);
      all.push_back({place(executor_of(each)), &of(*each.node)});
      all.back().at.rungs = static_cast<std::uint32_t>(turns);
    }
    std::string doubt;
    auto found = fit_turns(all, fit_, spare_, doubt);
    if (!doubt.empty()) add_once(findings.doubts, fmt::format("{} of {}: {}", quantity, named, doubt));
    return found;
  }

  template <class Of>
  static bool is_steady(const Joint& joint, Of of) {
    return std::all_of(joint.seen.begin(), joint.seen.end(),
                       [&](const Seen& each) { return of(*each.node).series.is_constant(); });
  }

  template <class Of>
  std::vector<Sample> means(const Joint& joint, Of of) const {
    return samples(joint.seen, [&](const Seen& each) {
      const Sizes& all = of(*each.node);
      return std::llround(all.sum / static_cast<double>(all.series.length()));
    });
  }

  /// Bytes with a law; those that vary from execution to execution are data.
  template <class Of>
  ValueModel steady_or_mean(const Joint& joint, const std::string& named, const std::string& quantity, Of of,
                            const Heading& heading = {}) {
    const std::vector<Sample> all = means(joint, of);
    if (is_steady(joint, of)) return number(all, joint, named, quantity, true, heading);
    add_once(findings.data, fmt::format("{} of {} vary from execution to execution, in the mean {}; first on {}",
                                        quantity, named, by_run(all), place_of(joint.seen.front())));
    return mean_of(all);
  }

  const Exchange& exchange_of(const Seen& seen) const {
    return in_.programs[seen.run].exchanges[seen.node->is.exchange];
  }

  void exchange(const Joint& joint, const std::string& named, Statement& made) {
    made.exchange = exchange_of(joint.seen.front());
    const auto varies =
        std::find_if(joint.seen.begin(), joint.seen.end(), [&](const Seen& each) { return exchange_of(each).varies; });
    const std::vector<Sample> bytes = means(joint, [](const RankNode& node) -> const Sizes& { return node.bytes; });
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
      made.inner[way] =
          times_.within(joint.seen, [way](const RankNode& node) -> const Times& { return node.inner[way]; });
    // Which member makes which message is known, so a group that no form gives is all that is missing.
    const GroupSet forms = joint.groups & groups_;
    made.group = simplest(forms);
    if (forms.none())
      refuse(joint, fmt::format("the ranks that call {} together are no line or plane of a grid", named));
  }

  const Inputs& in_;
  const Fit& fit_;
  const FormSet& partners_;
  const GroupSet& groups_;
  unsigned spare_;
  StatementTimes times_;
};

}  // namespace

Model fit_model(const std::vector<Joint>& joints, const Inputs& inputs, const FormSet& partners, const GroupSet& groups,
                const Fit& fit, bool forced) {
  Modeller modeller(inputs, fit, partners, groups, forced);
  Model made;
  made.body = modeller.level(joints, modeller.everyone(), "the program");
  made.findings = std::move(modeller.findings);
  made.times = modeller.times();
  return made;
}

}  // namespace trgen::extrapolation
