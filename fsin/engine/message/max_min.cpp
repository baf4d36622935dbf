// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/max_min.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace fsin::engine::message {

std::uint32_t MaxMin::add_link(double capacity) {
  links_.push_back({.capacity = capacity});
  members_.emplace_back();
  held_.emplace_back();
  return static_cast<std::uint32_t>(links_.size() - 1);
}

double MaxMin::bytes(double flows, double links_of_flow, double links) {
  constexpr double growing = 1.5;                         // a vector that doubles is three quarters full on average
  constexpr double of_block = 16;                         // overhead of malloc for each block
  constexpr double of_slots = 3 * sizeof(std::uint32_t);  // the table of HeldParts is half to a quarter full
  const double uses = links_of_flow * (growing * (sizeof(Use) + sizeof(Member) + sizeof(HeldParts::Entry)) + of_slots);
  return flows * (growing * sizeof(Flow) + of_block + uses) +
         links * (growing * (sizeof(Link) + sizeof(HeldParts) + sizeof(std::vector<Member>)) + 3 * of_block);
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
    if (!members.empty() && members.back().flow == number) {  // another part over the same link
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
  if (level == endless) {  // the first flow of links that limit no flow: its level alone on them
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

/// Makes the link the one that limits the flow, which was limited only by itself.
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

/// Recomputes the load from its parts, without accumulated rounding errors.
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
  queue_.push_back({link.level == endless ? 0 : link.level, number});
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

void MaxMin::settle() {
  std::size_t left = 8 * links_.size() + 64;  // levels settle within a few rounds over the links
  for (; !queue_.empty() && left != 0; --left) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const std::uint32_t next = queue_.back().link;
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

}  // namespace fsin::engine::message
