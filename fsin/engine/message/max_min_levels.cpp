// SPDX-License-Identifier: Apache-2.0
// Max-min shares: correction of the level of one link.
#include <algorithm>

#include "fsin/engine/message/max_min.hpp"

namespace fsin::engine::message {

/// Corrects the level of a link if its flows exceed its capacity, or if it limits flows without need.
void MaxMin::put_right(std::uint32_t number) {
  Link& link = links_[number];
  if (link.additions > most_additions) add_up(number);
  if (!is_off(link) && !link.unsure) return;  // already corrected through other links
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

/// True if all flows that the link limits would still be limited by it at this level.
bool MaxMin::rises_freely(std::uint32_t number, double level) const {
  double least = links_[number].least_limit;
  for (const HeldParts::Entry& each : held_[number]) least = std::min(least, links_[each.link].level);
  return level * (1 - same) <= least;
}

/// Sets the level of the link, and so of all flows that it limits.
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

/// Raises the level of a link. Flows that want less than the new level get what they want, which leaves more for the
/// others.
void MaxMin::rise(std::uint32_t number) {
  Link& link = links_[number];
  double others = link.load - link.held * link.level;
  wishes_.clear();
  for (std::uint32_t i = 0; i < link.limits; ++i) wishes_.push_back(wish_of(members_[number][i], number));
  double level = endless;
  auto stay = wishes_.end();  // the flows before `stay` want more than the level
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

/// Lowers the level of a link. Flows limited elsewhere at more than the new level become limited by this link. Only
/// flows with a level above `above` are considered; the new level is not below that number.
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

/// Changes the link that limits a flow; the level of the flow grows by `more`.
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
