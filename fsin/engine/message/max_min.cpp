// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/max_min.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace fsin::engine::message {

std::uint32_t MaxMin::add_link(double capacity) {
  links_.push_back({.capacity = capacity, .members = {}});
  return static_cast<std::uint32_t>(links_.size() - 1);
}

void MaxMin::add(FlowNumber flow, std::span<const LinkPart> links, double weight, double most) {
  if (flow >= flows_.size()) flows_.resize(flow + std::size_t{1});
  Flow& added = flows_[flow];
  added.weight = weight;
  added.limit = most / weight;
  added.level = added.limit;
  added.limited_by = none;
  added.active = true;
  added.uses.clear();
  for (const LinkPart& each : links) {
    Link& link = links_[each.link];
    const auto place = static_cast<std::uint32_t>(link.members.size());
    const auto use = static_cast<std::uint32_t>(added.uses.size());
    added.uses.push_back({each.link, place, each.part * weight});
    link.members.push_back({flow, use, each.part * weight});
    if (link.level < added.level) {
      added.level = link.level;
      added.limited_by = each.link;
    }
  }
  touch(flow);
  if (added.level == endless) {  // the first flow of links that nobody limits: what it alone would have
    for (const Use& use : added.uses) {
      const double alone = links_[use.link].capacity / use.part;
      if (alone < added.level) {
        added.level = alone;
        added.limited_by = use.link;
      }
    }
    links_[added.limited_by].level = added.level;
    if (links_[added.limited_by].members.size() > 1) queue(added.limited_by);
  }
  count(added, 1);
  for (const Use& use : added.uses) links_[use.link].load += use.part * added.level;
  for (const Use& use : added.uses) look_at(use.link);
}

void MaxMin::remove(FlowNumber flow) {
  Flow& removed = flows_[flow];
  count(removed, ~std::uint32_t{0});
  removed.active = false;
  for (const Use& use : removed.uses) {
    Link& link = links_[use.link];
    const Member last = link.members.back();
    link.members[use.place] = last;
    flows_[last.flow].uses[last.use].place = use.place;
    link.members.pop_back();
    link.load -= use.part * removed.level;
    if (link.members.empty()) {
      link.load = 0;
      link.level = endless;
    }
    look_at(use.link);
  }
}

/// Of the link that limits the flow, as often as the flow uses it.
void MaxMin::count(const Flow& flow, std::uint32_t more) {
  if (flow.limited_by != none) links_[flow.limited_by].limits += more;
}

/// A link is put right where its flows want more than it has, or where it holds some back without need.
void MaxMin::look_at(std::uint32_t number) {
  Link& link = links_[number];
  if (link.queued) return;
  const bool over = link.load > link.capacity * (1 + tolerance_);
  const bool under = link.limits != 0 && link.load < link.capacity * (1 - tolerance_);
  if (over || under) queue(number);
}

void MaxMin::queue(std::uint32_t number) {
  if (links_[number].queued) return;
  links_[number].queued = true;
  queue_.push_back(number);
}

void MaxMin::settle() {
  const std::size_t most = 8 * links_.size() + 64;  // levels settle within a few rounds over the links
  for (std::size_t next = 0; next < queue_.size() && next < most; ++next) put_right(queue_[next]);
  const bool settled = queue_.size() <= most;
  for (std::size_t next = most; next < queue_.size(); ++next) links_[queue_[next]].queued = false;
  queue_.clear();
  if (!settled) fill_all();
}

MaxMin::Wish MaxMin::wish_of(const Member& member, std::uint32_t link) const {
  const Flow& flow = flows_[member.flow];
  if (flow.limited_by != link) return {flow.level, member.part, flow.limited_by};
  Wish wish{flow.limit, member.part, none};
  for (const Use& use : flow.uses) {
    if (use.link == link || links_[use.link].level >= wish.level) continue;
    wish.level = links_[use.link].level;
    wish.limited_by = use.link;
  }
  return wish;
}

/// By the wishes of its members.
double MaxMin::level_of(const Link& link) {
  double wanted = 0, parts = 0;
  for (const Wish& wish : wishes_) {
    wanted += wish.part * wish.level;
    parts += wish.part;
  }
  if (wanted <= link.capacity) return endless;
  double level = link.capacity / parts;
  // Whoever wants less than the level has what it wants, which leaves more for the others.
  above_.clear();
  double room = link.capacity;
  for (const Wish& wish : wishes_) {
    if (wish.level < level) {
      room -= wish.part * wish.level;
      parts -= wish.part;
    } else {
      above_.emplace_back(wish.level, wish.part);
    }
  }
  for (std::size_t before = wishes_.size(); !above_.empty() && above_.size() < before;) {
    before = above_.size();
    level = room / parts;
    std::size_t kept = 0;
    for (const auto& [wish, part] : above_) {
      if (wish < level) {
        room -= part * wish;
        parts -= part;
      } else {
        above_[kept++] = {wish, part};
      }
    }
    above_.resize(kept);
  }
  return level;
}

void MaxMin::put_right(std::uint32_t number) {
  ++steps_;
  Link& link = links_[number];
  wishes_.clear();
  for (const Member& member : link.members) wishes_.push_back(wish_of(member, number));
  link.level = level_of(link);
  double load = 0;
  for (std::size_t i = 0; i < link.members.size(); ++i) {
    const Wish& wish = wishes_[i];
    const bool held = link.level <= wish.level;
    const double level = held ? link.level : wish.level;
    load += wish.part * level;
    Flow& flow = flows_[link.members[i].flow];
    const std::uint32_t by = held ? number : wish.limited_by;
    if (by == flow.limited_by && level == flow.level) continue;
    limit(flow, by);
    touch(link.members[i].flow);
    set_level(flow, level);
  }
  link.load = load;  // what was added up on the way is forgotten
  link.queued = false;
}

void MaxMin::limit(Flow& flow, std::uint32_t by) {
  if (flow.limited_by == by) return;
  count(flow, ~std::uint32_t{0});
  flow.limited_by = by;
  count(flow, 1);
}

void MaxMin::set_level(Flow& flow, double level) {
  const double more = level - flow.level;
  flow.level = level;
  for (const Use& use : flow.uses) {
    links_[use.link].load += use.part * more;
    look_at(use.link);
  }
}

namespace {

/// Links by the level at which they will be full, least first; that can only rise while flows stop growing.
class Filling {
 public:
  explicit Filling(std::size_t links) : room(links), growing(links, 0) {}

  void expect(std::uint32_t link) {
    if (growing[link] > room[link] * 1e-14) queue_.push({room[link] / growing[link], link});
  }
  /// The level at which the next link is full, and which; endless where none will be.
  std::pair<double, std::uint32_t> next() {
    while (!queue_.empty()) {
      const auto [level, link] = queue_.top();
      const double now = growing[link] > 0 ? room[link] / growing[link] : MaxMin::endless;
      if (now <= level) return {level, link};
      queue_.pop();
      expect(link);
    }
    return {MaxMin::endless, 0};
  }

  std::vector<double> room, growing;  ///< by link: what is free, and parts of flows that grow

 private:
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

/// Progressive filling: the levels of all flows rise together until a link is full; its flows stay, the others go on.
void MaxMin::fill_all() {
  ++fillings_;
  Filling filling(links_.size());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    Link& link = links_[i];
    link.level = endless;
    link.limits = 0;
    filling.room[i] = link.capacity;
    for (const Member& member : link.members) filling.growing[i] += member.part;
    filling.expect(i);
  }
  std::vector<FlowNumber> open;  // by limit
  for (FlowNumber f = 0; f < flows_.size(); ++f) {
    flows_[f].grows = flows_[f].active;
    if (flows_[f].active) open.push_back(f);
  }
  std::sort(open.begin(), open.end(), [this](FlowNumber a, FlowNumber b) {
    return flows_[a].limit != flows_[b].limit ? flows_[a].limit < flows_[b].limit : a < b;
  });
  const auto stay = [&](FlowNumber number, double level, std::uint32_t by) {
    Flow& flow = flows_[number];
    flow.grows = false;
    flow.level = level;
    flow.limited_by = by;
    count(flow, 1);
    touch(number);
    for (const Use& use : flow.uses) {
      filling.room[use.link] = std::max(filling.room[use.link] - use.part * level, 0.0);
      filling.growing[use.link] -= use.part;
    }
  };
  for (const FlowNumber number : open) {
    while (flows_[number].grows) {
      const auto [level, full] = filling.next();
      if (flows_[number].limit <= level) {
        stay(number, flows_[number].limit, none);
        continue;
      }
      links_[full].level = level;
      for (const Member& member : links_[full].members) {
        if (flows_[member.flow].grows) stay(member.flow, level, full);
      }
      filling.growing[full] = 0;
    }
  }
  for (Link& link : links_) {
    link.load = 0;
    for (const Member& member : link.members) link.load += member.part * flows_[member.flow].level;
  }
}

}  // namespace fsin::engine::message
