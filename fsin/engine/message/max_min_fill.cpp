// SPDX-License-Identifier: Apache-2.0
// Max-min shares computed from the start, by progressive filling.
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "fsin/engine/message/max_min.hpp"

namespace fsin::engine::message {
namespace {

/// Links by the level at which they will be full, least first; this level can only rise while flows stop growing.
class Filling {
 public:
  explicit Filling(std::size_t links) : room(links), growing(links, 0) {}

  void expect(std::uint32_t link) {
    if (growing[link] > room[link] * 1e-14) queue_.push({room[link] / growing[link], link});
  }
  /// The level at which the next link is full, and its number; endless if no link will be full.
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

  std::vector<double> room, growing;  ///< for each link: its free capacity, and the parts of its growing flows

 private:
  using Entry = std::pair<double, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

/// Progressive filling: the levels of all flows rise together until a link is full; its flows stop, the others go on.
void MaxMin::fill_all() {
  queue_.clear();
  Filling filling(links_.size());
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    links_[i] = {.capacity = links_[i].capacity, .changed = links_[i].changed};
    held_[i].clear();
    filling.room[i] = links_[i].capacity;
    for (const Member& member : members_[i]) filling.growing[i] += member.part;
    filling.expect(i);
  }
  std::vector<FlowNumber> open;  // growing flows, by limit
  for (FlowNumber f = 0; f < flows_.size(); ++f) {
    flows_[f].limited_by = none;
    flows_[f].grows = flows_[f].active;
    if (flows_[f].active) open.push_back(f);
  }
  std::sort(open.begin(), open.end(), [this](FlowNumber a, FlowNumber b) {
    return flows_[a].limit != flows_[b].limit ? flows_[a].limit < flows_[b].limit : a < b;
  });
  const auto stay = [&](FlowNumber number, double level) {
    Flow& flow = flows_[number];
    flow.grows = false;
    touch(number);
    for (const Use& use : flow.uses) {
      filling.room[use.link] = std::max(filling.room[use.link] - use.part * level, 0.0);
      filling.growing[use.link] -= use.part;
    }
  };
  std::vector<FlowNumber> full_ones;
  for (const FlowNumber number : open) {
    while (flows_[number].grows) {
      const auto [level, full] = filling.next();
      if (flows_[number].limit <= level) {
        stay(number, flows_[number].limit);
        continue;
      }
      links_[full].level = level;
      full_ones.clear();
      for (const Member& member : members_[full]) {
        if (flows_[member.flow].grows) full_ones.push_back(member.flow);
      }
      for (const FlowNumber each : full_ones) {
        stay(each, level);
        hold(each, full);
      }
      filling.growing[full] = 0;
    }
  }
  for (std::uint32_t i = 0; i < links_.size(); ++i) {
    for (const Member& member : members_[i]) {
      links_[i].highest = std::max(links_[i].highest, level_of(flows_[member.flow]));
    }
    add_up(i);
  }
}

}  // namespace fsin::engine::message
