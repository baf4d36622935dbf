// SPDX-License-Identifier: Apache-2.0
// The routes of the model `flow`, each found when a transfer first asks for it: the links with their parts, numbered as
// the links that are in use come up, and what follows from them alone. Their memory is bounded: when the parts are too
// many, all are forgotten and found again when they are asked for.
//
// Links: those that the routing gives as such; or those of the topology; of each node the one into the network, which
// carries a phit a cycle for each injector; and the one out of it, where a node consumes one packet at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fsin/engine/message/max_min.hpp"
#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

struct FlowRoute {
  double latency = 1;             ///< cycles from the departure of a phit to its arrival, the mean over the ways
  double slowest = 1;             ///< cycles in which a phit crosses the slowest link
  double rate = 1;                ///< phits a cycle that its links let pass when no other flow is there
  double most = MaxMin::endless;  ///< phits a cycle that links let pass which no flows share
  double crossing = 0;  ///< cycles in which a phit crosses all links, one after the other; the mean over the ways
  double room = 0;      ///< phits of one node that are inside the network at most: the queues on the way
  std::span<const LinkPart> parts;             ///< until the next find()
  TransferNumber newest = ~TransferNumber{0};  ///< the flow that came last, for who keeps count of them
};

class FlowRoutes {
 public:
  /// Of the queues on the way, the part that messages of one node fill: docs/model.md, "Flows", "Entry".
  static constexpr double filled = 0.25;

  /// `reverse`: every flow loads the links of the route back with this part of its rate. `shares_entry`: a node's way
  /// into the network is a link that its flows share.
  FlowRoutes(double reverse, const Machine& machine, bool shares_entry = true,
             std::size_t most_parts = std::size_t{1} << 24U)
      : reverse_(reverse),
        shares_entry_(shares_entry),
        phits_per_byte_(1.0 / machine.phit_bytes),
        cycle_seconds_(machine.cycle_seconds),
        most_parts_(most_parts) {}

  /// The links that come up become links of `shares`.
  void prepare(const Ground& ground);

  /// Null where there is no route; failure() says why then.
  FlowRoute* find(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  const std::string& failure() const { return failure_; }

  /// The same without its parts, and without keeping anything.
  FlowRoute measure(std::uint32_t source, std::uint32_t destination) const;
  std::size_t kept() const { return routes_.size(); }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Slot {
    std::uint64_t pair = 0;
    std::uint32_t number = none;  ///< of the route
  };
  struct Kept {
    FlowRoute route;
    std::size_t first = 0, last = 0;  ///< of parts_
  };

  std::size_t slot_of(std::uint64_t pair) const;
  void grow();
  bool add(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  FlowRoute measured(const std::vector<LinkPart>& parts) const;
  FlowRoute measured_given(const std::vector<LinkPart>& parts) const;
  void add_ends(std::uint32_t source, std::uint32_t destination, MaxMin& shares);
  /// Phits a cycle of a given link.
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
  const std::vector<GivenLink>* given_ = nullptr;  ///< in place of the topology's
  std::vector<std::uint32_t> links_;  ///< by router * ports + port, then nodes' links in, then out: number, or none
  std::vector<Slot> slots_;           ///< open addressing, by pair of nodes
  std::vector<Kept> routes_;
  std::vector<LinkPart> parts_;
  std::string failure_;
};

}  // namespace fsin::engine::message
