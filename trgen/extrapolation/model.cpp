// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "trgen/extrapolation/level_fit.hpp"
#include "trgen/extrapolation/level_symmetry.hpp"
#include "trgen/extrapolation/message_ways.hpp"
#include "trgen/extrapolation/neighbour_condition.hpp"
#include "trgen/extrapolation/statement_numbers.hpp"
#include "trgen/extrapolation/statement_times.hpp"

namespace trgen::extrapolation {
namespace {

using structure::SeriesBuilder;

class Modeller {
 public:
  Modeller(const Inputs& inputs, const Fit& fit, const FormSet& partners, const GroupSet& groups, bool forced)
      : in_(inputs),
        fit_(fit),
        partners_(partners),
        groups_(groups),
        spare_(forced ? 0 : 1),
        times_(inputs, fit, 1),
        numbers_(inputs, fit, spare_, findings) {}

  std::vector<Statement> level(const std::vector<Joint>& joints, const Parents& parents, const std::string& function) {
    std::vector<Statement> made;
    for (const Joint& each : joints) made.push_back(statement(each, parents, function));
    return made;
  }

  Parents everyone() const {
    Parents all;
    for (std::uint32_t run = 0; run < in_.runs.size(); ++run) {
      for (std::uint32_t rank = 0; rank < in_.runs[run].ranks(); ++rank) all[{run, rank, 0, 0, 0}] = 0;
    }
    return all;
  }

  /// Looks at all ladders of levels first: other statements are like theirs.
  void find_levels(const std::vector<Joint>& joints) {
    if (std::none_of(joints.begin(), joints.end(), has_levels)) return;
    ways_ = ways_of(joints, in_.partners, partners_);
    fit_levels(joints);
  }

  void fit_levels(const std::vector<Joint>& joints) {
    for (const Joint& each : joints) {
      if (each.is.part == Part::levels)
        ladders_.push_back(std::make_unique<LevelFit>(each, in_.runs, in_.partners, partners_, ways_, fit_));
      else
        fit_levels(each.body);
    }
  }

  Findings findings;
  const MessageWays& ways() const { return ways_; }
  const TimeSummary& times() const { return times_.summary(); }

 private:
  static bool has_levels(const Joint& joint) {
    return joint.is.part == Part::levels || std::any_of(joint.body.begin(), joint.body.end(), has_levels);
  }

  void refuse(const Joint& joint, std::string_view why) {
    add_once(findings.refusals, fmt::format("{}; first on {}", why, numbers_.place_of(joint.seen.front())));
  }

  std::optional<ValueModel> condition(const Joint& joint, const Parents& parents, const std::string& named) {
    if (joint.seen.size() == parents.size() && !on_rung_) return std::nullopt;
    std::map<Executor, bool> present;
    for (const auto& [at, turns] : parents) present[at] = false;
    for (const Seen& each : joint.seen) present[executor_of(each)] = true;
    std::vector<Sample> all;
    for (const auto& [at, here] : present) all.push_back({numbers_.place(at), here ? 1 : 0});
    auto found = on_rung_ ? fit_.role(all, *levels_->levels()) : std::nullopt;
    if (!found) found = fit_.choice(all);
    auto those = on_rung_ ? std::nullopt : by_neighbour(found, all, joint, in_.partners, partners_, fit_.target());
    if (those) {
      add_once(findings.doubts, fmt::format("{} is done by {}, as far as inputs show", named, those->partition.words));
      return those;
    }
    if (found) return found;
    refuse(joint, fmt::format("{} is executed by {} of {} ranks, which no condition of the catalogue tells from others",
                              named, joint.seen.size(), parents.size()));
    return ValueModel::constant(0);
  }

  Statement statement(const Joint& joint, const Parents& parents, const std::string& function) {
    Statement made;
    made.is = joint.is;
    made.function = joint.is.part == Part::call ? in_.states.all()[joint.is.state] : function;
    const std::string named = words_of(joint, made.function);
    made.condition = condition(joint, parents, named);
    on_rung_ = false;
    if (joint.is.part == Part::levels) {
      levels_ = levels_of(joint);
      made.levels = levels_->levels();
      if (!joint.ordered)
        refuse(joint.body.front(), fmt::format("no order of the calls of {} is that of all ranks", named));
      if (!made.levels)
        refuse(joint.body.front(), fmt::format("the bytes of {} are those of no levels of a multigrid", named));
    }
    if (joint.is.part == Part::loop || joint.is.part == Part::ladder || joint.is.part == Part::levels) {
      made.count = posts(joint)
                       ? ValueModel::constant(static_cast<std::int64_t>(joint.seen.front().count))
                       : numbers_.number(numbers_.samples(joint.seen, [](const Seen& each) { return each.count; }),
                                         joint, named, "the iterations", false);
    } else if (joint.is.part != Part::group) {
      leaf(joint, parents, named, made);
    }
    Parents own;
    const bool of_rungs = joint.is.part == Part::ladder || joint.is.part == Part::levels;
    for (const Seen& each : joint.seen) {
      for (std::uint32_t rung = 0; of_rungs && rung < each.count; ++rung)
        own[{each.run, each.rank, rung, static_cast<std::uint32_t>(each.count), joint.is.part == Part::levels}] = 0;
      if (joint.is.part == Part::loop) own[executor_of(each)] = each.count;
      if (joint.is.part != Part::loop && !of_rungs) own[executor_of(each)] = parents.at(executor_of(each));
    }
    const bool around = std::exchange(in_group_, joint.is.part == Part::group);
    for (const Joint& each : joint.body) {
      on_rung_ = joint.is.part == Part::levels && levels_->levels();
      made.body.push_back(statement(each, own, made.function));
    }
    in_group_ = around;
    if (joint.is.part == Part::levels) levels_ = nullptr;
    return made;
  }

  void leaf(const Joint& joint, const Parents& parents, const std::string& named, Statement& made) {
    if (joint.is.posted) return partner(joint, named, made);
    const auto turns = [&](const Seen& each) { return parents.at(executor_of(each)); };
    made.gap = times_.law(
        joint.seen, [](const RankNode& node) -> const Times& { return node.gap; }, turns,
        joint.is.part == Part::exchange);
    if (joint.is.part == Part::exchange) return exchange(joint, named, made);
    if (joint.is.part == Part::message) return message(joint, parents, named, made);
    made.end = times_.law(
        joint.seen, [](const RankNode& node) -> const Times& { return node.end; }, turns);
    if (!joint.is.facts) return;
    made.bytes = numbers_.number(common(joint, &Identity::bytes), joint, named, "the bytes", true);
    made.extra = numbers_.steady_or_mean(joint, named, "the received bytes",
                                         [](const RankNode& node) -> const Sizes& { return node.received; });
    made.root = numbers_.number(common(joint, &Identity::peer), joint, named, "the roots", false);
  }

  /// What all executions on a rank have in common.
  template <class Member>
  std::vector<Sample> common(const Joint& joint, Member Identity::*member) const {
    return numbers_.samples(joint.seen, [member](const Seen& each) { return each.node->is.*member; });
  }

  void partner(const Joint& joint, const std::string& named, Statement& made) {
    made.partners = joint.partners & partners_;
    if (const auto way = ways_.forms.find(&joint); way != ways_.forms.end()) made.partners &= way->second;
    if (levels_ && levels_->partners(joint).any()) made.partners = levels_->partners(joint);
    made.partners = in_.partners.plausible(made.partners);
    made.partner = simplest(made.partners);
    if (made.partners.none()) refuse(joint, fmt::format("the partners of {} follow no form of the grid", named));
  }

  void message(const Joint& joint, const Parents& parents, const std::string& named, Statement& made) {
    const auto size = [](const RankNode& node) -> const Sizes& { return node.bytes; };
    const auto sizes = [](const RankNode& node) -> const SeriesBuilder& { return node.bytes.series; };
    partner(joint, named, made);
    if (made.partners.none()) return;
    if (std::optional<ValueModel> on_levels = bytes_on_levels(joint, named, made.partner))
      made.bytes = std::move(*on_levels);
    else if (!StatementNumbers::is_steady(joint, size))
      made.bytes_by_turn = numbers_.by_turn(joint, parents, named, "the bytes", sizes);
    if (!made.bytes_by_turn && made.bytes.laws.empty())
      made.bytes = numbers_.steady_or_mean(joint, named, "the bytes", size, in_.partners.heading(made.partner));
    const std::uint64_t order = joint.seen.front().node->is.extra;
    made.extra = as_others(joint, [&](const RankNode& node) { return node.is.extra == order; })
                     ? ValueModel::constant(static_cast<std::int64_t>(order))
                     : numbers_.number(common(joint, &Identity::extra), joint, named, "the order of receives", false);
    const auto tag = [](const RankNode& node) -> const SeriesBuilder& { return node.tag; };
    const std::int64_t first_tag = joint.seen.front().node->tag.first();
    if (as_others(joint,
                  [&](const RankNode& node) { return node.tag.is_constant() && node.tag.first() == first_tag; })) {
      made.tag.ways.push_back({{}, {ValueModel::constant(first_tag)}});
      return;
    }
    if (auto tags = series_of(joint.seen, in_.runs, fit_, spare_, false, tag)) {
      made.tag = std::move(*tags);
      return;
    }
    made.tag_by_turn = numbers_.by_turn(joint, parents, named, "the tags", tag);
    if (!made.tag_by_turn) refuse(joint, fmt::format("the tags of {} follow no law of the catalogue", named));
  }

  const LevelFit* levels_of(const Joint& ladder) const {
    return std::find_if(ladders_.begin(), ladders_.end(), [&](const auto& each) { return each->is_of(ladder); })->get();
  }

  std::optional<ValueModel> bytes_on_levels(const Joint& joint, const std::string& named, std::size_t partner) {
    std::string doubt;
    std::optional<ValueModel> found;
    if (levels_) found = levels_->bytes(joint, doubt);
    for (std::size_t i = 0; i < ladders_.size() && !levels_ && !found; ++i)
      found = ladders_[i]->bytes_beside(joint, in_.partners.step(partner));
    if (!doubt.empty()) add_once(findings.doubts, fmt::format("the bytes of {}: {}", named, doubt));
    return found;
  }

  /// True for receives that are posted right before what waits for them: always as many.
  bool posts(const Joint& joint) const {
    return in_group_ && joint.is.part == Part::loop &&
           std::all_of(joint.seen.begin(), joint.seen.end(),
                       [&](const Seen& each) { return each.count == joint.seen.front().count; });
  }

  /// True where all executions of a message on levels are such, and those of another one the same way too.
  template <class Such>
  bool as_others(const Joint& joint, Such such) const {
    return levels_ &&
           std::all_of(joint.seen.begin(), joint.seen.end(), [&](const Seen& each) { return such(*each.node); }) &&
           levels_->others_have(joint, such);
  }

  const Exchange& exchange_of(const Seen& seen) const {
    return in_.programs[seen.run].exchanges[seen.node->is.exchange];
  }

  void exchange(const Joint& joint, const std::string& named, Statement& made) {
    made.exchange = exchange_of(joint.seen.front());
    made.exchange.element = first_element(joint.elements);
    const auto varies =
        std::find_if(joint.seen.begin(), joint.seen.end(), [&](const Seen& each) { return exchange_of(each).varies; });
    const std::vector<Sample> bytes =
        numbers_.means(joint, [](const RankNode& node) -> const Sizes& { return node.bytes; });
    if (varies != joint.seen.end()) {
      add_once(findings.data,
               fmt::format("the bytes of {} are data: they differ from pair to pair of ranks; first on {}", named,
                           numbers_.place_of(*varies)));
      made.bytes = numbers_.mean_of(bytes);
    } else {
      made.bytes = numbers_.number(bytes, joint, named, "the bytes", true);
    }
    made.root = numbers_.number(numbers_.samples(joint.seen, [&](const Seen& each) { return exchange_of(each).root; }),
                                joint, named, "the roots", false);
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
  MessageWays ways_;
  std::vector<std::unique_ptr<LevelFit>> ladders_;
  const LevelFit* levels_ = nullptr;  ///< of the ladder around
  bool in_group_ = false;             ///< the next statement is directly in a group
  bool on_rung_ = false;              ///< the next statement is directly on a rung of it
  StatementTimes times_;
  StatementNumbers numbers_;
};

}  // namespace

Model fit_model(const std::vector<Joint>& joints, const Inputs& inputs, const FormSet& partners, const GroupSet& groups,
                const Fit& fit, bool forced) {
  Modeller modeller(inputs, fit, partners, groups, forced);
  Model made;
  modeller.find_levels(joints);
  made.body = modeller.level(joints, modeller.everyone(), "the program");
  complete_levels(made.body, inputs, fit.target(), modeller.ways().guessed, modeller.findings);
  made.findings = std::move(modeller.findings);
  made.times = modeller.times();
  return made;
}

}  // namespace trgen::extrapolation
