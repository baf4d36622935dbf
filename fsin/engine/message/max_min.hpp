// SPDX-License-Identifier: Apache-2.0
// Max-min fair shares: rates of flows over links of limited capacity such that no flow could have more without reducing
// another one whose rate, relative to its weight, is already lower. Flows are added and removed, and only the rates
// that change are recomputed.
//
// A flow loads each of its links with a part of its rate (several paths: parts below 1), has a weight, and may have a
// rate that it never exceeds. Every link has a level: the rate, for each unit of weight, of the flows that it limits.
//   level of a link = the number v with sum over its flows of part * weight * min(v, b) = capacity,
//                     where b is the least level of the flow's other links and its own limit; endless if the sum with
//                     all b is no more than the capacity
//   rate of a flow  = weight * the least level of its links, or its own limit
// An allocation with these two properties is the max-min fair one, and there is only one (Bertsekas and Gallager, Data
// Networks, 1992, 6.5.2). When a flow is added or removed, the levels of its links are corrected one by one, then those
// of the links affected, until no level changes. The level of a link depends on lower levels only, so the lowest of
// these links always comes first: most are then corrected once. If this takes too long, all levels are computed by
// progressive filling.
//
// A flow has no level of its own: it has that of the link that limits it. While the same link limits each flow, load
// and level of a link are linear in the levels of others, and a new level needs no look at flows at all, only at the
// links that they share (held_parts.hpp). Flows are examined only when a level rises above, or falls below, that of
// others.
//
// Tolerance d: a link whose load is within (1-d, 1+d) of its capacity is left as it is. The rates are then exactly
// max-min fair in a network of links whose capacities differ from the given ones by at most that fraction.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "fsin/engine/message/held_parts.hpp"

namespace fsin::engine::message {

/// A link of a flow, and the part of its rate that goes over the link.
struct LinkPart {
  std::uint32_t link = 0;
  double part = 1;  ///< above 0
};

class MaxMin {
 public:
  using FlowNumber = std::uint32_t;
  static constexpr double endless = std::numeric_limits<double>::infinity();
  /// Relative error of the rates if no tolerance is given.
  static constexpr double exact = 1e-12;

  explicit MaxMin(double tolerance = 0) : tolerance_(tolerance > exact ? tolerance : exact) {}

  /// Adds a link and returns its number. The capacity is above 0.
  std::uint32_t add_link(double capacity);

  /// Adds a flow. `flow` is a small number that is not in use. It has links or a limit; several parts on one link add
  /// up.
  void add(FlowNumber flow, std::span<const LinkPart> links, double weight = 1, double most = endless);
  void remove(FlowNumber flow);

  /// Corrects the rates, and calls changed(flow) once for each flow whose rate may have changed.
  template <class Changed>
  void solve(Changed changed) {
    settle();
    touch_flows_of_changed_links();
    for (const FlowNumber flow : touched_) {
      flows_[flow].touched = false;
      if (flows_[flow].active) changed(flow);
    }
    touched_.clear();
  }

  /// The rate of a flow; valid after solve().
  double rate(FlowNumber flow) const { return flows_[flow].weight * level_of(flows_[flow]); }
  double load(std::uint32_t link) const { return links_[link].load; }
  std::size_t links() const { return links_.size(); }
  /// Number of corrections of a level so far: the cost of solving.
  std::uint64_t steps() const { return steps_; }

  /// Bytes for `flows` flows at a time, each over so many of the `links` links.
  static double bytes(double flows, double links_of_flow, double links);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.flows_, self.links_, self.members_, self.held_, self.queue_, self.changed_, self.touched_, self.steps_);
  }

 private:
  /// Number of additions to a load after which it is recomputed: its rounding errors stay far below `exact`.
  static constexpr std::uint32_t most_additions = 1024;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// Relative difference below which levels count as equal: a flow then stays with the link that limits it.
  static constexpr double same = 1e-12;

  struct Use {
    std::uint32_t link = 0;
    std::uint32_t place = 0;  ///< place among the members of the link
    double part = 0;          ///< part * weight
  };
  struct Flow {
    double limit = endless;  ///< limit of the level of the flow itself
    double weight = 1;
    std::uint32_t limited_by = none;  ///< the link that limits the flow; none: its own limit
    bool touched = false;
    bool active = false;
    bool grows = false;     ///< used while all links are filled
    std::vector<Use> uses;  ///< one entry for each link

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.limit, self.weight, self.limited_by, self.touched, self.active, self.grows, self.uses);
    }
  };
  struct Member {
    FlowNumber flow = 0;
    std::uint32_t use = 0;  ///< place in the uses of the flow
    double part = 0;        ///< part * weight
  };
  struct Link {
    double capacity = 1;
    double load = 0;
    double level = endless;
    double highest = 0;            ///< no flow limited elsewhere has a higher level
    double least_limit = endless;  ///< no flow limited by this link has a lower limit of its own
    double held = 0;               ///< sum of the parts of the flows that the link limits
    std::uint32_t limits = 0;      ///< number of flows that the link limits
    std::uint32_t additions = 0;   ///< additions to the load since it was last recomputed
    bool queued = false;
    bool unsure = false;   ///< to be corrected whatever its load
    bool changed = false;  ///< the level has changed since the last solve()
  };
  /// A link to be corrected.
  struct Queued {
    double level = 0;
    std::uint32_t link = 0;
    bool operator>(const Queued& other) const { return level != other.level ? level > other.level : link > other.link; }
  };
  /// The level that a flow would have without a link, and the link that would limit it then.
  struct Wish {
    double level = 0;
    double part = 0;  ///< part of the flow on the link
    FlowNumber flow = 0;
    std::uint32_t limited_by = none;
  };

  double level_of(const Flow& flow) const {
    return flow.limited_by == none ? flow.limit : links_[flow.limited_by].level;
  }
  void hold(FlowNumber flow, std::uint32_t by);
  void release(FlowNumber flow);
  void swap_members(std::uint32_t link, std::uint32_t a, std::uint32_t b);
  void add_up(std::uint32_t link);

  void settle();
  void put_right(std::uint32_t number);
  bool rises_freely(std::uint32_t number, double level) const;
  void set_level(std::uint32_t number, double level);
  void rise(std::uint32_t number);
  void fall(std::uint32_t number, double above);
  Wish wish_of(const Member& member, std::uint32_t link) const;
  void change_limit(const Wish& wish, std::uint32_t by, double more);
  bool is_off(const Link& link) const {
    return link.load > link.capacity * (1 + tolerance_) ||
           (link.limits != 0 && link.load < link.capacity * (1 - tolerance_));
  }
  void look_at(std::uint32_t number) {
    if (!links_[number].queued && is_off(links_[number])) queue(number);
  }
  void queue(std::uint32_t number);
  void fill_all();
  void touch(FlowNumber flow) {
    if (flows_[flow].touched) return;
    flows_[flow].touched = true;
    touched_.push_back(flow);
  }
  void touch_flows_of_changed_links();

  double tolerance_;
  std::vector<Flow> flows_;
  std::vector<Link> links_;
  std::vector<std::vector<Member>> members_;  ///< members of each link: first the flows that it limits
  std::vector<HeldParts> held_;               ///< parts of the flows that each link limits
  std::vector<Queued> queue_;                 ///< links to be corrected: a heap, the lowest level first
  std::vector<std::uint32_t> changed_;        ///< links whose level has changed
  std::vector<FlowNumber> touched_;
  std::vector<Wish> wishes_;
  std::uint64_t steps_ = 0;
};

}  // namespace fsin::engine::message
