// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/pair_routes.hpp"

#include <algorithm>

#include "fsin/analysis/shares.hpp"
#include "fsin/analysis/shortest_spread.hpp"
#include "fsin/engine/walker.hpp"

namespace fsin::analysis {
namespace {

using engine::message::LinkPart;

/// Fraction of all packets that may be lost to rounding.
constexpr double negligible = 1e-12;
/// Number of hops after which packets that have not arrived never will.
constexpr unsigned longest_way = 100'000;

/// Follows the packets of one pair through all draws of their routing.
class DrawnSpread {
 public:
  DrawnSpread(const topology::PortGraph& graph, unsigned vcs) : graph_(graph), vcs_(vcs) {}

  /// Finds the loads of one pair; false if the routing compares queues, or does not let packets arrive. `shares` is
  /// new.
  template <class Carry>
  bool find(Shares& shares, std::uint32_t source, std::uint32_t destination, Carry carry) {
    table_.clear();
    mass_.clear();
    next_.clear();
    if (!shares.start(source, destination, entering_)) return false;
    for (const Entering& each : entering_) put({{source, graph_.ports() * vcs_}, each.state}, each.share);
    for (unsigned hops = 0; !next_.empty(); ++hops) {
      if (hops == longest_way) return false;
      now_.swap(next_);
      next_.clear();
      moving_.clear();
      for (const std::uint32_t state : now_) {
        moving_.push_back(mass_[state]);
        mass_[state] = 0;
      }
      for (std::size_t i = 0; i < now_.size(); ++i) {
        if (table_[now_[i]].queue.router == destination || moving_[i] <= negligible) continue;
        if (!move(shares, now_[i], moving_[i], carry)) return false;
      }
    }
    return true;
  }

 private:
  void put(const deadlock::PacketState& packet, double mass) {
    const std::uint32_t state = table_.add(packet);
    if (state == mass_.size()) mass_.push_back(0);
    if (mass_[state] == 0) next_.push_back(state);
    mass_[state] += mass;
  }

  template <class Carry>
  bool move(Shares& shares, std::uint32_t state, double mass, Carry& carry) {
    const deadlock::PacketState at = table_[state];
    if (!shares.go_on(at.queue, at.state, ways_) || shares.freedom() == Freedom::by_queues) return false;
    for (const Onward& way : ways_) {
      const unsigned port = way.out / vcs_;
      const topology::Link link = graph_.next(RouterId(at.queue.router), port);
      if (!link.exists()) return false;
      carry(at.queue.router * graph_.ports() + port, mass * way.share);
      put({{link.router.value, link.port * vcs_ + way.out % vcs_}, way.behind}, mass * way.share);
    }
    return true;
  }

  const topology::PortGraph& graph_;
  unsigned vcs_;
  deadlock::StateTable table_;
  std::vector<double> mass_;  ///< for each state: packets that reach it with the next hop
  std::vector<std::uint32_t> now_, next_;
  std::vector<double> moving_;
  std::vector<Entering> entering_;
  std::vector<Onward> ways_;
};

class PairRoutes final : public engine::message::Routes {
 public:
  PairRoutes(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm),
        topology_(topology),
        vcs_(vcs),
        steps_(algorithm, topology, vcs),
        drawn_(topology.graph, vcs),
        shortest_(steps_, topology, vcs) {}

  const std::vector<LinkPart>& find(std::uint32_t source, std::uint32_t destination) override {
    const auto carry = [this](std::uint64_t link, double part) {
      parts_.push_back({static_cast<std::uint32_t>(link), part});
    };
    parts_.clear();
    Shares shares(algorithm_, topology_, vcs_);
    if (!drawn_.find(shares, source, destination, carry)) {
      parts_.clear();
      if (!shortest_.find(source, destination, carry)) parts_.clear();
    }
    add_up();
    return parts_;
  }
  std::string why_not() const override {
    return "the routing leads no packet there, or one can take more ways than are looked at";
  }

 private:
  /// Merges the entries of each link into one.
  void add_up() {
    std::sort(parts_.begin(), parts_.end(), [](const LinkPart& a, const LinkPart& b) { return a.link < b.link; });
    std::size_t kept = 0;
    for (const LinkPart& each : parts_) {
      if (kept > 0 && parts_[kept - 1].link == each.link) {
        parts_[kept - 1].part += each.part;
      } else {
        parts_[kept++] = each;
      }
    }
    parts_.resize(kept);
  }

  const routing::Walker& algorithm_;
  const topology::Topology& topology_;
  unsigned vcs_;
  deadlock::Steps steps_;
  DrawnSpread drawn_;
  ShortestSpread shortest_;
  std::vector<LinkPart> parts_;
};

}  // namespace

void with_routes(const engine::Design& design, const topology::Topology& topology,
                 const std::function<void(engine::message::Routes&)>& use) {
  const auto algorithm = engine::walker_of(design, topology);
  PairRoutes routes(*algorithm, topology, design.router.virtual_channels);
  use(routes);
}

}  // namespace fsin::analysis
