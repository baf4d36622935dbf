// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/channel_loads.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/deadlock/fold.hpp"
#include "fsin/deadlock/state_table.hpp"
#include "fsin/engine/walker.hpp"

namespace fsin::analysis {
namespace {

/// Fraction of all packets that may be lost to rounding.
constexpr double nothing = 1e-12;
/// Number of hops after which packets that have not arrived never will.
constexpr unsigned most_hops = 100'000;

/// Follows the packets for one destination after the other.
class Follower {
 public:
  Follower(Shares& shares, const deadlock::Fold& fold, const Demand& demand, const LoadBudget& budget,
           ChannelLoads& found)
      : shares_(shares), fold_(fold), graph_(fold.topology().graph), demand_(demand), budget_(budget), found_(found) {}

  void uniform() {
    const std::vector<std::uint32_t>& destinations = fold_.destinations();
    const double part = 1.0 / static_cast<double>(graph_.nodes() - 1);
    std::vector<double> nodes(graph_.routers(), 0);  // by representative: the number of nodes in its class
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) ++nodes[representative(node)];
    for (std::size_t i = 0; i < destinations.size() && found_.known(); ++i) {
      scale_ = nodes[representative(destinations[i])];
      for (std::uint32_t source = 0; source < graph_.nodes() && found_.known(); ++source) {
        if (source == destinations[i]) continue;
        enter({source, destinations[i], part});
        // Packets of different sources enter in different states.
        if (i == 0 && states_ * destinations.size() > budget_.states) give_up(too_many());
      }
      follow(destinations[i]);
      if (i == 0 && states_ * destinations.size() > budget_.states) give_up(too_many());
    }
    if (found_.known()) spread();
  }

  void listed() {
    for (std::size_t i = 0; i < demand_.flows.size() && found_.known();) {
      const std::uint32_t destination = demand_.flows[i].destination;
      for (; i < demand_.flows.size() && demand_.flows[i].destination == destination; ++i) enter(demand_.flows[i]);
      follow(destination);
    }
  }

 private:
  /// A state that packets can be in, with its next channels once they have been requested.
  struct Known {
    bool asked = false;
    std::uint32_t first = 0, last = 0;  ///< range in onward_
  };
  struct Step {
    std::uint32_t slot;  ///< router * ports + port
    std::uint32_t state;
    double share;
  };

  std::uint32_t representative(std::uint32_t node) const { return fold_.queue_of(fold_.class_of({node, 0})).router; }

  void enter(const Flow& flow) {
    if (!shares_.start(flow.source, flow.destination, entering_)) {
      return give_up("a packet that enters the network can take more ways than are looked at");
    }
    for (const Entering& each : entering_) {
      put(number({{flow.source, fold_.transit_queues()}, each.state}), flow.part * each.share);
    }
    if (flow.source != flow.destination) found_.arrive[flow.destination] += flow.part;
  }

  std::uint32_t number(const deadlock::PacketState& packet) {
    const std::size_t number = table_.add(packet);
    if (number == known_.size()) {
      known_.emplace_back();
      mass_.push_back(0);
      ++states_;
    }
    return static_cast<std::uint32_t>(number);
  }
  void put(std::uint32_t state, double mass) {
    if (mass_[state] == 0) next_.push_back(state);
    mass_[state] += mass;
  }

  /// Follows all packets to a destination at once, hop by hop.
  void follow(std::uint32_t destination) {
    unsigned hops = 0;
    while (!next_.empty() && found_.known()) {
      now_.swap(next_);
      next_.clear();
      moving_.clear();
      for (const std::uint32_t state : now_) {
        moving_.push_back(mass_[state]);
        mass_[state] = 0;
      }
      if (++hops > most_hops) return give_up("packets go round and do not arrive");
      for (std::size_t i = 0; i < now_.size() && found_.known(); ++i) {
        if (moving_[i] > nothing) move(now_[i], moving_[i], destination);
      }
    }
    table_.clear();
    known_.clear();
    mass_.clear();
    next_.clear();
    onward_.clear();
  }

  void move(std::uint32_t state, double mass, std::uint32_t destination) {
    if (table_[state].queue.router == destination) return;
    if (!known_[state].asked && !ask(state)) return;
    const Known known = known_[state];
    steps_ += known.last - known.first;
    if (states_ > budget_.states || steps_ > budget_.steps) return give_up(too_many());
    for (std::uint32_t i = known.first; i < known.last; ++i) {
      const Step step = onward_[i];
      found_.links[step.slot] += scale_ * mass * step.share;
      put(step.state, mass * step.share);
    }
  }

  bool ask(std::uint32_t state) {
    const deadlock::PacketState at = table_[state];
    const auto first = static_cast<std::uint32_t>(onward_.size());
    if (!shares_.go_on(at.queue, at.state, ways_)) {
      give_up("a router has more ways to decide than are looked at, or a packet that goes nowhere");
      return false;
    }
    if (shares_.freedom() == Freedom::by_queues) {
      give_up("the routing looks at queues, so that loads follow from the traffic");
      return false;
    }
    for (const Onward& way : ways_) {
      QueuePlace target;
      if (!fold_.target(at.queue.router, way.out, target)) {
        give_up("a packet leaves the network by a port that leads nowhere");
        return false;
      }
      const auto slot = static_cast<std::uint32_t>(at.queue.router * graph_.ports() + way.out / fold_.vcs());
      onward_.push_back({slot, number({target, way.behind}), way.share});
    }
    known_[state] = {true, first, static_cast<std::uint32_t>(onward_.size())};
    return true;
  }

  /// Spreads the loads over the classes of links. Links that a symmetry maps to each other carry the same: the packets
  /// for one destination of each kind have been followed, and their loads stand for those of all.
  void spread() {
    std::vector<double> sum(fold_.classes() / fold_.vcs(), 0), links(sum.size(), 0);
    const auto each = [&](auto use) {
      for (std::uint32_t router = 0; router < graph_.routers(); ++router) {
        for (unsigned port = 0; port < graph_.ports(); ++port) {
          if (!graph_.next(RouterId(router), port).exists()) continue;
          const unsigned channel = fold_.channel(router, port * fold_.vcs());
          use(router * std::size_t{graph_.ports()} + port, fold_.class_of({router, channel}) / fold_.vcs());
        }
      }
    };
    each([&](std::size_t slot, std::uint32_t link_class) {
      sum[link_class] += found_.links[slot];
      ++links[link_class];
    });
    each([&](std::size_t slot, std::uint32_t link_class) { found_.links[slot] = sum[link_class] / links[link_class]; });
    found_.arrive.assign(graph_.nodes(), 1);
  }

  std::string too_many() const {
    return fmt::format("there are more than {} states of packets and {} hops of them to follow", budget_.states,
                       budget_.steps);
  }
  void give_up(std::string why) {
    if (found_.known()) found_.left_out = std::move(why);
  }

  Shares& shares_;
  const deadlock::Fold& fold_;
  const topology::PortGraph& graph_;
  const Demand& demand_;
  const LoadBudget& budget_;
  ChannelLoads& found_;
  double scale_ = 1;
  std::uint64_t states_ = 0, steps_ = 0;
  deadlock::StateTable table_;
  std::vector<Known> known_;  ///< states by number
  std::vector<double> mass_;  ///< for each state: packets that reach it with the next hop
  std::vector<Step> onward_;
  std::vector<std::uint32_t> now_, next_;
  std::vector<double> moving_;
  std::vector<Entering> entering_;
  std::vector<Onward> ways_;
};

}  // namespace

ChannelLoads channel_loads(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs,
                           const Demand& demand, const LoadBudget& budget) {
  ChannelLoads found;
  const std::size_t slots = topology.graph.routers() * topology.graph.ports();
  if (slots > budget.links) {
    found.left_out = fmt::format("there are more than {} ports", budget.links);
    return found;
  }
  found.links.assign(slots, 0);
  found.arrive.assign(topology.graph.nodes(), 0);
  const deadlock::Fold fold(topology, vcs, demand.uniform && algorithm.keeps_symmetry(),
                            demand.uniform && algorithm.terminals_are_equal());
  Shares shares(algorithm, topology, vcs);
  Follower follower(shares, fold, demand, budget, found);
  if (demand.uniform) {
    follower.uniform();
  } else {
    follower.listed();
  }
  found.freedom = shares.freedom();
  if (!found.known()) found.links.clear();
  return found;
}

ChannelLoads channel_loads(const engine::Design& design, const topology::Topology& topology, const Demand& demand,
                           const LoadBudget& budget) {
  const auto algorithm = engine::walker_of(design, topology);
  return channel_loads(*algorithm, topology, design.router.virtual_channels, demand, budget);
}

}  // namespace fsin::analysis
