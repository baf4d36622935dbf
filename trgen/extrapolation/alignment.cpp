// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/alignment.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "trgen/extrapolation/alignment_level.hpp"
#include "trgen/extrapolation/ladder.hpp"
#include "trgen/extrapolation/spread_loop.hpp"

namespace trgen::extrapolation {
namespace {

// How much a match tells. What has the same bytes or tag is rather the same statement.
constexpr std::uint32_t for_call = 8;
constexpr std::uint32_t for_half_call = 4;  ///< messages on one side only
constexpr std::uint32_t for_message = 32;
constexpr std::uint32_t for_bytes = 8;
constexpr std::uint32_t for_tag = 16;
/// The simplest form of the partner stays: a step within the grid rather than a wrap.
constexpr std::uint32_t for_form = 12;
/// All forms of the partner stay; less where some are excluded, for what excludes most is another statement.
constexpr std::size_t for_all_forms = 12;
constexpr std::uint32_t for_count = 4;

std::size_t size_of(const std::vector<RankNode>& nodes) {
  std::size_t size = nodes.size();
  for (const RankNode& each : nodes) size += size_of(each.body);
  return size;
}

}  // namespace

Alignment::Alignment(const std::vector<Run>& runs, std::vector<RunProgram>& programs, const Names& names,
                     const PartnerForms& partners, const GroupForms& groups, const Admission& admission)
    : runs_(runs), programs_(programs), names_(names), partners_(partners), groups_(groups), admission_(admission) {
  for (const RunProgram& each : programs) group_sets_.emplace_back(each.exchanges.size());
}

void Alignment::select(std::uint32_t run, std::uint32_t rank) {
  run_ = run;
  rank_ = rank;
  forms_.clear();
}

const FormSet& Alignment::forms_to(std::uint32_t peer) {
  const std::uint64_t key =
      peer | std::uint64_t{rung_} << 32U | std::uint64_t{rungs_} << 48U | std::uint64_t{of_levels_} << 63U;
  const auto [found, fresh] = forms_.try_emplace(key);
  if (fresh) {
    const FormSet all = partners_.that_give(place(), peer);
    found->second = all & admission_.preferred;
    if (found->second.none()) found->second = all & admission_.partners;
  }
  return found->second;
}

const GroupSet& Alignment::groups_of(std::uint32_t exchange) {
  auto& [known, groups] = group_sets_[run_][exchange];
  if (!known) {
    groups = groups_.that_give({&runs_[run_], rank_}, programs_[run_].exchanges[exchange].members) & admission_.groups;
  }
  known = true;
  return groups;
}

std::uint32_t Alignment::score_message(const Joint& joint, const RankNode& node) {
  if (joint.is.way != node.is.way || joint.is.any_source != node.is.any_source || joint.is.any_tag != node.is.any_tag ||
      joint.is.communicator != node.is.communicator || (joint.partners & forms_to(node.is.peer)).none()) {
    return 0;
  }
  const Seen& last = joint.seen.back();
  if (admission_.same_tags && last.node->tag.first() != node.tag.first()) return 0;
  const FormSet& forms = forms_to(node.is.peer);
  const bool stays = forms.test(simplest(joint.partners));
  const std::size_t kept = for_all_forms * (joint.partners & forms).count() / joint.partners.count();
  return for_message + (stays ? for_form : 0) + static_cast<std::uint32_t>(kept) +
         (last.node->bytes.series.first() == node.bytes.series.first() ? for_bytes : 0) +
         (last.node->tag.first() == node.tag.first() ? for_tag : 0);
}

std::uint32_t Alignment::score_exchange(const Joint& joint, const RankNode& node) {
  const Seen& last = joint.seen.back();
  const Exchange& a = programs_[last.run].exchanges[last.node->is.exchange];
  const Exchange& b = exchange(node);
  if (a.kind != b.kind || a.library != b.library || a.communicator != b.communicator ||
      (joint.elements & b.elements) == 0 || (joint.groups & groups_of(node.is.exchange)).none()) {
    return 0;
  }
  return for_message + (a.bytes == b.bytes ? for_bytes : 0) + (a.root == b.root ? for_tag : 0);
}

std::uint32_t Alignment::score_call(const Joint& joint, const RankNode& node) {
  if (joint.is.state != node.is.state || joint.is.facts != node.is.facts || joint.is.any_source != node.is.any_source ||
      (joint.is.facts && joint.is.communicator != node.is.communicator)) {
    return 0;
  }
  if (joint.body.empty() && node.body.empty()) return for_call;
  if (joint.body.empty() || node.body.empty()) return for_half_call;
  if (joint.body.size() == 1 && node.body.size() == 1) {
    const std::uint32_t only = score(joint.body.front(), node.body.front());
    return only == 0 ? 0 : for_call + only;
  }
  const std::uint32_t inner = Level(*this, joint.body, node.body).score();
  return inner == 0 ? 0 : for_call + inner;
}

std::uint32_t Alignment::score(const Joint& joint, const RankNode& node) {
  if (joint.is.part != node.is.part) return 0;
  switch (joint.is.part) {
    case Part::call:
      return score_call(joint, node);
    case Part::message:
      return score_message(joint, node);
    case Part::exchange:
      return score_exchange(joint, node);
    case Part::levels:
      return score_levels(joint, node);
    case Part::group: {
      const Level level(*this, joint.body, node.body);
      return joint.body.size() == node.body.size() && level.matched() == node.body.size() ? level.score() : 0;
    }
    case Part::ladder:
      return node.body.size() == node.count * joint.length ? score_ladder(joint, node.body, node.count) : 0;
    case Part::loop:
    case Part::level:
      break;
  }
  const std::uint32_t inner = Level(*this, joint.body, node.body).score();
  return inner == 0 ? 0 : inner + (joint.seen.back().count == node.count ? for_count : 0);
}

std::uint32_t Alignment::score_ladder(const Joint& ladder, std::span<const RankNode> rungs, std::size_t count) {
  std::uint32_t sum = 0;
  for (std::size_t rung = 0; rung < count; ++rung) {
    enter_rung(rung, count, false);
    const Level level(*this, ladder.body, rungs.subspan(rung * ladder.length, ladder.length));
    leave_rungs();
    if (level.matched() != ladder.length) return 0;
    sum += level.score();
  }
  return sum;
}

void Alignment::join_ladder(Joint& ladder, std::span<const RankNode> rungs, std::size_t count) {
  ladder.seen.push_back(seen(count, nullptr));
  for (std::size_t rung = 0; rung < count; ++rung) {
    enter_rung(rung, count, false);
    lay_over(ladder.body, rungs.subspan(rung * ladder.length, ladder.length));
  }
  leave_rungs();
}

void Alignment::enter_rung(std::uint64_t rung, std::uint64_t rungs, bool of_levels) {
  rung_ = static_cast<std::uint32_t>(rung);
  rungs_ = static_cast<std::uint32_t>(rungs);
  of_levels_ = of_levels;
}

Joint Alignment::made_of(const RankNode& node) {
  if (node.is.part == Part::levels) {
    Joint levels;
    levels.is = node.is;
    join_levels(levels, node);
    return levels;
  }
  if (node.is.part == Part::ladder) {
    Joint ladder;
    ladder.is = node.is;
    ladder.length = static_cast<std::uint32_t>(node.body.size() / node.count);
    join_ladder(ladder, node.body, node.count);
    return ladder;
  }
  Joint made{.is = node.is, .partners = {}, .groups = {}, .seen = {seen(node.count, &node)}, .body = {}};
  if (node.is.part == Part::message) {
    made.partners = forms_to(node.is.peer);
    if (made.partners.none()) {
      irregular_.push_back(
          {run_, rank_, node.is.peer, node.is.way, functions_.empty() ? "no function" : functions_.back()});
    }
  }
  if (node.is.part == Part::exchange) {
    made.groups = groups_of(node.is.exchange);
    made.elements = exchange(node).elements;
  }
  if (node.is.part == Part::call) functions_.push_back(names_.all()[node.is.state]);
  for (const RankNode& each : node.body) made.body.push_back(made_of(each));
  if (node.is.part == Part::call) functions_.pop_back();
  return made;
}

void Alignment::join(Joint& into, const RankNode& node) {
  if (node.is.part == Part::ladder) return join_ladder(into, node.body, node.count);
  if (node.is.part == Part::levels) return join_levels(into, node);
  into.seen.push_back(seen(node.count, &node));
  if (node.is.part == Part::message) into.partners &= forms_to(node.is.peer);
  if (node.is.part == Part::exchange) {
    into.groups &= groups_of(node.is.exchange);
    into.elements &= exchange(node).elements;
  }
  if (node.is.part == Part::call) functions_.push_back(names_.all()[node.is.state]);
  lay_over(into.body, node.body);
  if (node.is.part == Part::call) functions_.pop_back();
}

void Alignment::join_loop(Joint& loop, std::span<const RankNode> sequence, std::size_t times) {
  loop.seen.push_back(seen(times, nullptr));
  if (times == 1) return lay_over(loop.body, sequence);
  lay_over(loop.body, spread_.emplace_back(body_of(sequence, sequence.size() / times, times)));
}

void Alignment::lay_over(std::vector<Joint>& joints, std::span<const RankNode> nodes) {
  const std::size_t count = nodes.size();
  if (joints.empty() && count == 0) return;
  std::vector<Joint> made;
  const Level level(*this, joints, nodes);  // looks at joints that are not moved yet only
  std::vector<std::pair<std::size_t, std::size_t>> places;
  std::vector<Choice> choices;
  for (std::size_t i = 0, j = 0; i < joints.size() || j < count;) {
    const Choice& choice = level.at(i, j);
    places.emplace_back(i, j);
    choices.push_back(choice);
    using Step = Choice::Step;
    i += choice.step == Step::span_of_joints ? choice.length : choice.step == Step::node_alone ? 0 : 1;
    j += choice.step == Step::span_of_nodes || choice.step == Step::rungs ? std::size_t{choice.length} * choice.times
         : choice.step == Step::joint_alone                               ? 0
                                                                          : 1;
  }
  for (std::size_t step = 0; step < choices.size(); ++step) {
    const auto [i, j] = places[step];
    switch (choices[step].step) {
      case Choice::Step::joint_alone:
        made.push_back(std::move(joints[i]));
        break;
      case Choice::Step::node_alone:
        made.push_back(made_of(nodes[j]));
        break;
      case Choice::Step::pair:
        join(made.emplace_back(std::move(joints[i])), nodes[j]);
        break;
      case Choice::Step::span_of_nodes:
        join_loop(made.emplace_back(std::move(joints[i])),
                  nodes.subspan(j, std::size_t{choices[step].length} * choices[step].times), choices[step].times);
        break;
      case Choice::Step::rungs:
        join_ladder(made.emplace_back(std::move(joints[i])),
                    nodes.subspan(j, std::size_t{choices[step].length} * choices[step].times), choices[step].times);
        break;
      case Choice::Step::span_of_joints: {
        Joint& loop = made.emplace_back();
        loop.is.part = Part::loop;
        for (std::size_t k = i; k < i + choices[step].length; ++k) {
          for (const Seen& each : joints[k].seen) {
            const bool known = std::any_of(loop.seen.begin(), loop.seen.end(), [&](const Seen& other) {
              return other.run == each.run && other.rank == each.rank && other.rung == each.rung;
            });
            if (!known) loop.seen.push_back({each.run, each.rank, 1, nullptr, each.rung, each.rungs, each.of_levels});
          }
          loop.body.push_back(std::move(joints[k]));
        }
        join(loop, nodes[j]);
        break;
      }
    }
  }
  joints = std::move(made);
}

std::vector<Joint> Alignment::run() {
  std::vector<std::uint32_t> order(runs_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return runs_[a].ranks() > runs_[b].ranks(); });
  if (!order.empty()) {
    auto& largest = programs_[order.front()].ranks;
    for (std::uint32_t rank = 0; rank < largest.size(); ++rank)
      find_ladders(largest[rank], rank, admission_.least_rungs);
  }
  std::vector<Joint> joints;
  for (const std::uint32_t run : order) {
    std::vector<std::uint32_t> ranks(runs_[run].ranks());
    std::iota(ranks.begin(), ranks.end(), 0U);
    const auto& programs = programs_[run].ranks;  // who does most has the order of what others do a part of
    std::stable_sort(ranks.begin(), ranks.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return size_of(programs[a]) > size_of(programs[b]); });
    for (const std::uint32_t rank : ranks) {
      select(run, rank);
      lay_over(joints, programs[rank]);
      if (!irregular_.empty()) return joints;
    }
  }
  put_in_order(joints);
  return joints;
}

}  // namespace trgen::extrapolation
