// SPDX-License-Identifier: Apache-2.0
// The routes of the model `flow`, each found when a transfer first needs it: the links with their parts, numbered in
// the order of their first use, and figures that follow from them alone. Memory is bounded: when there are too many
// parts, all routes are dropped and found again when needed.
//
// Links: those that the routing gives as such, or those of the topology; for each node the link into the network, which
// carries a phit a cycle for each injector, and, if a node consumes one packet at a time, the link out of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/engine/message/max_min.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

struct FlowRoute {
  double latency = 1;             ///< cycles from the departure of a phit to its arrival, the mean over the paths
  double slowest = 1;             ///< cycles in which a phit crosses the slowest link
  double rate = 1;                ///< phits a cycle of a flow alone on its links
  double most = MaxMin::endless;  ///< limit from links that are not shared, phits a cycle
  double crossing = 0;  ///< cycles in which a phit crosses all links, one after the other; the mean over the paths
  double room = 0;      ///< largest number of phits of one node inside the network: the queues on the route
  std::span<const LinkPart> parts;             ///< valid until the next find()
  TransferNumber newest = ~TransferNumber{0};  ///< the flow that came last, for callers that keep track

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {  // find() sets the parts
    a(self.latency, self.slowest, self.rate, self.most, self.crossing, self.room, self.newest);
  }
};

class FlowRoutes {
 public:
  /// Fraction of the queues on the route that messages of one node fill: docs/model/message-models.md, "Flows",
  /// "Entry".
  static constexpr double filled = 0.25;

  /// Sets up the routes. `reverse`: fraction of its rate by which every flow loads the links of the reverse route.
  /// `shares_entry`: the link of a node into the network is shared by its flows.
  FlowRoutes(double reverse, const Machine& machine, bool shares_entry = true,
             std::size_t most_parts = std::size_t{1} << 24U)
      : reverse_(reverse),
        shares_entry_(shares_entry),
        phits_per_byte_(1.0 / machine.phit_bytes),
        cycle_seconds_(machine.cycle_seconds),
        most_parts_(most_parts) {}

  /// Prepares the search. Links become links of `shares` when they are first used.
  void prepare(const Ground& ground);

  /// The route of a pair; null if there is none: failure() says why.
  FlowRoute* find(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  const std::string& failure() const { return failure_; }

  /// The route without its parts; nothing is kept.
  FlowRoute measure(std::uint32_t source, std::uint32_t destination) const;
  std::size_t kept() const { return routes_.size(); }
  static double bytes(const Amounts& amounts) {
    constexpr double slots_of_route = 3;  // of the table: between two and four
    const double pairs = std::min(amounts.pairs, 0x1p24 / amounts.links);
    const double parts = pairs * amounts.links;
    return (amounts.ports + 2 * amounts.nodes) * sizeof(std::uint32_t) + Amounts::grown(pairs) * sizeof(Kept) +
           (parts > reserved_parts ? Amounts::grown(parts) : parts) * sizeof(LinkPart) +
           pairs * slots_of_route * sizeof(Slot);
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.links_, self.slots_, self.routes_, self.parts_, self.failure_);
  }

 private:
  /// Parts for which memory is reserved: pages that are never touched take none, while an array that doubles is held
  /// twice.
  static constexpr std::size_t reserved_parts = std::size_t{1} << 22U;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Slot {
    std::uint64_t pair = 0;
    std::uint32_t number = none;  ///< number of the route
  };
  struct Kept {
    FlowRoute route;
    std::size_t first = 0, last = 0;  ///< range in parts_

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.route, self.first, self.last);
    }
  };

  std::size_t slot_of(std::uint64_t pair) const;
  void grow();
  bool add(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  FlowRoute measured(const std::vector<LinkPart>& parts) const;
  FlowRoute measured_given(const std::vector<LinkPart>& parts) const;
  void add_ends(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  /// Bandwidth of a given link, phits a cycle.
  double capacity(const GivenLink& link) const { return link.bandwidth * cycle_seconds_ * phits_per_byte_; }
  double capacity(std::uint32_t place) const;
  std::uint32_t link_of(std::uint32_t place, MaxMin& shares);

  double reverse_;
  bool shares_entry_;
  double phits_per_byte_;
  double cycle_seconds_;
  std::size_t most_parts_;
  const topology::Topology* topology_ = nullptr;
  const Rules* rules_ = nullptr;
  Routes* routing_ = nullptr;
  const std::vector<GivenLink>* given_ = nullptr;  ///< links given as such, in place of those of the topology
  /// Number of each link, or none, by router * ports + port, then the nodes' links in, then out.
  std::vector<std::uint32_t> links_;
  std::vector<Slot> slots_;  ///< open addressing by pair of nodes
  std::vector<Kept> routes_;
  std::vector<LinkPart> parts_;
  std::string failure_;
};

}  // namespace fsin::engine::message
