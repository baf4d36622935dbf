// SPDX-License-Identifier: Apache-2.0
// A Network (model.hpp) of flows: the remaining phits of a transfer shrink at its rate, the max-min fair one over the
// links of its route (max_min.hpp). Every flow begins to share in the cycle in which its transfer begins; its end is
// consumed a latency after its last phit has left. With latency_first a flow begins to share a latency later, and its
// end is consumed with its last phit. Rates change between cycles only: a flow has its share to the end of the cycle in
// which its last phit leaves.
//
// Messages of a node share its link into the network, or, with in_turn, enter one after the other (flow_sources.hpp).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "fsin/core/saved_queue.hpp"
#include "fsin/engine/message/due_heap.hpp"
#include "fsin/engine/message/flow_routes.hpp"
#include "fsin/engine/message/flow_sources.hpp"
#include "fsin/engine/message/model.hpp"
#include "fsin/engine/message/platform_routes.hpp"

namespace fsin::engine::message {

/// Factors of messages from a size on.
struct FlowFactors {
  std::uint64_t from = 0;
  double bandwidth = 1;  ///< fraction of its share with which a flow moves the bytes of the message
  double latency = 1;    ///< multiple of the latency of its route
};

/// The model's parameters as numbers. Amounts are in phits, times in cycles.
struct FlowRules {
  Machine machine;
  std::vector<FlowFactors> factors;  ///< ascending by size, the first from 0; empty: all factors are 1
  bool whole_packets = true;         ///< messages have the phits of the packets that they would be cut into
  bool by_latency = false;           ///< weights by latency; else all flows have the same weight
  double weight_size = 0;            ///< added to the latency for each link, divided by its bandwidth
  double window = 0;                 ///< largest number of phits of a flow in twice its latency; 0: no limit
  double reverse = 0;                ///< fraction of its rate by which a flow loads the reverse route
  std::uint64_t buffered = 0;        ///< size below which a rank goes on at once after sending a message
  std::uint64_t header = 0;          ///< bytes in front of every message
  bool latency_first = false;  ///< a flow begins to share after its latency; else the latency follows its last phit
  bool in_turn = false;        ///< the messages of a node enter one after the other; else they share its link
  double tolerance = 0;
  /// Links and routes of a platform in place of those of the topology; or null.
  std::shared_ptr<const PlatformNodes> platform{};
};

class FlowNetwork {
 public:
  explicit FlowNetwork(FlowRules rules = {});

  void prepare(const Ground& ground);
  Cycle start(TransferNumber number, const Transfer& transfer, Cycle now);
  void settle(Cycle now);
  Cycle next() const;
  void advance(Cycle now, Happenings& told);
  void finish(Cycle end, Happenings& told) { tell_ends(end + 1, told); }
  Cycle alone(const Transfer& transfer) const;
  double bytes(const Amounts& amounts) const;
  std::string_view failure() const { return routes_.failure(); }

  const MaxMin& shares() const { return shares_; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.routes_, self.shares_, self.flows_, self.due_, self.leaving_, self.left_in_, self.sources_, self.freed_,
      self.coming_, self.ends_, self.order_);
  }

 private:
  static constexpr TransferNumber none = ~TransferNumber{0};

  struct Flow {
    double left = 0;  ///< remaining phits at the beginning of cycle `since`
    double rate = 0;  ///< phits a cycle from then on
    Cycle since = 0;
    Cycle last = never;  ///< cycle in which its last phit leaves if nothing changes
    Cycle latency = 1;   ///< latency of its end
    std::uint64_t order = 0;
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    TransferNumber behind = none;  ///< next flow of the same pair of nodes, which begins when this one has ended
    bool buffered = false;         ///< its rank has gone on
    bool leaves = false;           ///< its last phit has left

    /// Remaining phits at the beginning of a cycle from `since` on.
    double left_at(Cycle now) const { return left - rate * static_cast<double>(now - since); }
  };
  /// A flow that has not begun to share.
  struct Coming {
    Cycle cycle = 0;  ///< cycle in which the flow begins to share
    TransferNumber number = 0;
    std::uint64_t order = 0;

    bool operator>(const Coming& other) const {
      return cycle != other.cycle ? cycle > other.cycle : order > other.order;
    }
  };
  struct End {
    Cycle cycle = 0;
    std::uint32_t destination = 0;
    TransferNumber number = 0;
    std::uint64_t order = 0;

    bool operator>(const End& other) const {
      if (cycle != other.cycle) return cycle > other.cycle;
      return destination != other.destination ? destination > other.destination : order > other.order;
    }
  };

  double phits_of(const Transfer& transfer) const;
  FlowFactors factors_of(std::uint64_t bytes) const;
  double most_of(const FlowRoute& route) const;
  /// Phits that a flow moves with its full share: those of the message, divided by its factor of bandwidth.
  double work_of(const Transfer& transfer, const FlowFactors& factors) const {
    return phits_of(transfer) / factors.bandwidth;
  }
  double weight_of(const FlowRoute& route) const;
  Cycle latency_of(const FlowRoute& route, const FlowFactors& factors) const;
  void change(TransferNumber number, double rate, Cycle now);
  void share(TransferNumber number, FlowRoute& route, Cycle now);
  bool waits_behind_another(TransferNumber number, FlowRoute& route);
  void add_to_shares(TransferNumber number, const FlowRoute& route, Cycle now);
  void come(TransferNumber number, Cycle from);
  void enter(TransferNumber number, Cycle last, Happenings& told);
  void remove_those_that_left();
  void tell_ends(Cycle now, Happenings& told);

  FlowRules rules_;
  Carries unit_ = Carries::packets;
  std::shared_ptr<PlatformRoutes> given_routes_;  ///< routes of the platform, once prepared; or null
  FlowRoutes routes_;
  MaxMin shares_;
  std::vector<Flow> flows_;  ///< flow of each transfer
  DueHeap due_;              ///< flows by the cycle of their last phit
  std::vector<TransferNumber> leaving_;
  Cycle left_in_ = 0;                  ///< the cycle in which all of these left
  FlowSources sources_;                ///< used if messages enter in turn
  std::vector<Happenings::Of> freed_;  ///< ranks that go on at once
  SavedQueue<Coming, std::greater<>> coming_;
  SavedQueue<End, std::greater<>> ends_;
  std::uint64_t order_ = 0;
};

}  // namespace fsin::engine::message
