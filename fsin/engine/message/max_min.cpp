// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/max_min.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace fsin::engine::message {
namespace {

/// Rounding errors of a load stay far below what counts as exact when no more than this is added to it.
constexpr std::uint32_t most_additions = 1024;

}  // namespace

std::uint32_t MaxMin::add_link(double capacity) {
  links_.push_back({.capacity = capacity});
  members_.emplace_back();
  held_.emplace_back();
  return static_cast<std::uint32_t>(links_.size() - 1);
}

void MaxMin::add(FlowNumber number, std::span<const LinkPart> links, double weight, double most) {
  if (number >= flows_.size()) flows_.resize(number + std::size_t{1});
  Flow& flow = flows_[number];
  flow.weight = weight;
  flow.limit = most / weight;
  flow.limited_by = none;
  flow.active = true;
  flow.uses.clear();
  double level = flow.limit;
  std::uint32_t by = none;
  for (const LinkPart& each : links) {
    std::vector<Member>& members = members_[each.link];
    const double part = each.part * weight;
    if (!members.empty() && members.back().flow == number) {  // once more over the same link
      members.back().part += part;
      flow.uses[members.back().use].part += part;
      continue;
    }
    const auto use = static_cast<std::uint32_t>(flow.uses.size());
    flow.uses.push_back({each.link, static_cast<std::uint32_t>(members.size()), part});
    members.push_back({number, use, part});
    if (links_[each.link].level < level) {
      level = links_[each.link].level;
      by = each.link;
    }
  }
  touch(number);
  if (level == endless) {  // the first flow of links that nobody limits: what it alone would have
    for (const Use& use : flow.uses) {
      const double alone = links_[use.link].capacity / use.part;
      if (alone < level) {
        level = alone;
        by = use.link;
      }
    }
    links_[by].level = level;
    links_[by].unsure = members_[by].size() > 1;
    if (links_[by].unsure) queue(by);
  }
  if (by != none) hold(number, by);
  for (const Use& use : flow.uses) {
    Link& link = links_[use.link];
    link.load += use.part * level;
    ++link.additions;
    if (use.link != by) link.highest = std::max(link.highest, level);
    look_at(use.link);
  }
}

void MaxMin::remove(FlowNumber number) {
  Flow& flow = flows_[number];
  const double level = level_of(flow);
  release(number);
  flow.active = false;
  for (const Use& use : flow.uses) {
    std::vector<Member>& members = members_[use.link];
    swap_members(use.link, use.place, static_cast<std::uint32_t>(members.size() - 1));
    members.pop_back();
    Link& link = links_[use.link];
    link.load -= use.part * level;
    if (members.empty()) link = {.capacity = link.capacity, .queued = link.queued, .changed = link.changed};
    if (++link.additions > most_additions) add_up(use.link);
    look_at(use.link);
  }
}

/// The flow, which nothing limits but itself, is limited by the link from now on.
void MaxMin::hold(FlowNumber number, std::uint32_t by) {
  Flow& flow = flows_[number];
  flow.limited_by = by;
  Link& link = links_[by];
  for (const Use& use : flow.uses) {
    if (use.link != by) {
      held_[by].add(use.link, use.part);
      continue;
    }
    link.held += use.part;
    swap_members(by, use.place, link.limits++);
  }
  link.least_limit = std::min(link.least_limit, flow.limit);
}

void MaxMin::release(FlowNumber number) {
  Flow& flow = flows_[number];
  const std::uint32_t by = std::exchange(flow.limited_by, none);
  if (by == none) return;
  Link& link = links_[by];
  for (const Use& use : flow.uses) {
    if (use.link != by) {
      held_[by].remove(use.link, use.part);
      continue;
    }
    link.held -= use.part;
    swap_members(by, use.place, --link.limits);
  }
  if (link.limits == 0) {
    link.held = 0;
    link.least_limit = endless;
  }
}

void MaxMin::swap_members(std::uint32_t link, std::uint32_t a, std::uint32_t b) {
  if (a == b) return;
  std::vector<Member>& members = members_[link];
  std::swap(members[a], members[b]);
  flows_[members[a].flow].uses[members[a].use].place = a;
  flows_[members[b].flow].uses[members[b].use].place = b;
}

/// The load from nothing: what rounding has left in it is forgotten.
void MaxMin::add_up(std::uint32_t number) {
  Link& link = links_[number];
  link.load = 0;
  link.held = 0;
  for (std::uint32_t i = 0; i < members_[number].size(); ++i) {
    const Member& member = members_[number][i];
    if (i < link.limits) {
      link.held += member.part;
    } else {
      link.load += member.part * level_of(flows_[member.flow]);
    }
  }
  if (link.limits != 0) link.load += link.held * link.level;
  link.additions = 0;
}

void MaxMin::queue(std::uint32_t number) {
  Link& link = links_[number];
  if (link.queued) return;
  link.queued = true;
  queue_.emplace_back(link.level == endless ? 0 : link.level, number);
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

void MaxMin::settle() {
  std::size_t left = 8 * links_.size() + 64;  // levels settle within a few rounds over the links
  for (; !queue_.empty() && left != 0; --left) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const std::uint32_t next = queue_.back().second;
    queue_.pop_back();
    links_[next].queued = false;
    put_right(next);
  }
  if (!queue_.empty()) fill_all();
}

void MaxMin::touch_flows_of_changed_links() {
  for (const std::uint32_t number : changed_) {
    Link& link = links_[number];
    link.changed = false;
    for (std::uint32_t i = 0; i < link.limits; ++i) touch(members_[number][i].flow);
  }
  changed_.clear();
}

/// A link is put right where its flows want more than it has, or where it holds some back without need.
void MaxMin::put_right(std::uint32_t number) {
  Link& link = links_[number];
  if (link.additions > most_additions) add_up(number);
  if (!is_off(link) && !link.unsure) return;  // others have put it right
  ++steps_;
  link.unsure = false;
  if (link.limits == 0) return fall(number, -1);
  const double level = link.level + (link.capacity - link.load) / link.held;
  if (level > link.level) {
    rises_freely(number, level) ? set_level(number, level) : rise(number);
  } else {
    level*(1 + same) >= link.highest ? set_level(number, level) : fall(number, level);
  }
}

/// Whether all flows that the link limits would still be limited by it.
bool MaxMin::rises_freely(std::uint32_t number, double level) const {
  double least = links_[number].least_limit;
  for (const HeldParts::Entry& each : held_[number]) least = std::min(least, links_[each.link].level);
  return level * (1 - same) <= least;
}

/// Of the link, and so of all flows that it limits.
void MaxMin::set_level(std::uint32_t number, double level) {
  Link& link = links_[number];
  const double more = level - link.level;
  link.level = level;
  if (!link.changed) {
    link.changed = true;
    changed_.push_back(number);
  }
  if (link.limits == 0) return;
  link.load += link.held * more;
  ++link.additions;
  for (const HeldParts::Entry& each : held_[number]) {
    Link& other = links_[each.link];
    other.load += each.part * more;
    other.highest = std::max(other.highest, level);
    ++other.additions;
    look_at(each.link);
  }
}

MaxMin::Wish MaxMin::wish_of(const Member& member, std::uint32_t link) const {
  const Flow& flow = flows_[member.flow];
  Wish wish{flow.limit, member.part, member.flow, none};
  for (const Use& use : flow.uses) {
    if (use.link == link || links_[use.link].level >= wish.level) continue;
    wish.level = links_[use.link].level;
    wish.limited_by = use.link;
  }
  return wish;
}

/// Flows that want less than the new level get what they want, which leaves more for the others.
void MaxMin::rise(std::uint32_t number) {
  Link& link = links_[number];
  double others = link.load - link.held * link.level;
  wishes_.clear();
  for (std::uint32_t i = 0; i < link.limits; ++i) wishes_.push_back(wish_of(members_[number][i], number));
  double level = endless;
  auto stay = wishes_.end();  // those before want more than the level
  for (auto before = wishes_.begin(); stay != before;) {
    double parts = 0;
    for (auto each = wishes_.begin(); each != stay; ++each) parts += each->part;
    level = (link.capacity - others) / parts;
    before = stay;
    stay = std::partition(wishes_.begin(), stay, [&](const Wish& wish) { return wish.level >= level * (1 - same); });
    for (auto each = stay; each != before; ++each) others += each->part * each->level;
    if (stay == wishes_.begin()) {
      level = endless;
      break;
    }
  }
  for (auto each = stay; each != wishes_.end(); ++each) {
    change_limit(*each, each->limited_by, each->level - link.level);
    touch(each->flow);
  }
  link.least_limit = endless;
  for (auto each = wishes_.begin(); each != stay; ++each) {
    link.least_limit = std::min(link.least_limit, flows_[each->flow].limit);
  }
  set_level(number, level);
}

/// Flows that others limit at more than the new level are limited by this link. Their levels are `above` a number that
/// the new level is not below.
void MaxMin::fall(std::uint32_t number, double above) {
  Link& link = links_[number];
  const std::vector<Member>& members = members_[number];
  double others = 0;
  link.highest = 0;
  wishes_.clear();
  for (std::size_t i = link.limits; i < members.size(); ++i) {
    const double level = level_of(flows_[members[i].flow]);
    if (level > above) {
      wishes_.push_back({level, members[i].part, members[i].flow, none});
    } else {
      others += members[i].part * level;
      link.highest = std::max(link.highest, level);
    }
  }
  double level = endless;
  auto joins = wishes_.end();
  for (auto before = wishes_.begin(); joins != before;) {
    double parts = link.held;
    for (auto each = wishes_.begin(); each != joins; ++each) parts += each->part;
    level = (link.capacity - others) / parts;
    before = joins;
    joins = std::partition(wishes_.begin(), joins, [&](const Wish& wish) { return wish.level > level * (1 + same); });
    for (auto each = joins; each != before; ++each) {
      others += each->part * each->level;
      link.highest = std::max(link.highest, each->level);
    }
    if (joins == wishes_.begin()) break;
  }
  if (joins == wishes_.begin()) level = link.limits == 0 ? endless : (link.capacity - others) / link.held;
  set_level(number, level);
  for (auto each = wishes_.begin(); each != joins; ++each) change_limit(*each, number, level - each->level);
}

/// Of a flow whose level grows by so much with that.
void MaxMin::change_limit(const Wish& wish, std::uint32_t by, double more) {
  release(wish.flow);
  if (by != none) hold(wish.flow, by);
  const double level = level_of(flows_[wish.flow]);
  for (const Use& use : flows_[wish.flow].uses) {
    Link& link = links_[use.link];
    link.load += use.part * more;
    if (use.link != by) link.highest = std::max(link.highest, level);
    ++link.additions;
    look_at(use.link);
  }
}

}  // namespace fsin::engine::message
