// SPDX-License-Identifier: Apache-2.0
// Messages that somebody outside decides upon while the network runs: another simulator, of which the network is a
// part. It hands over messages, each with the cycle in which it may leave, and is told when each has come.
//
// Every node has one task, which sends what it is given, in the order of the cycles in which messages may leave, and of
// one cycle in the order in which they were handed over. Under routers the next message leaves its node when the last
// packet of the one before has entered the network; under a model without routers each begins in a cycle of its own,
// and the model says what they take from each other. One message a cycle begins at a node.
//
// The run stands still in `pause`, which is called within a cycle when messages have come in it, or when it is the one
// up to which the run may go. Whoever is called then may send messages for this cycle and later ones, and says how far
// the run may go next. What came in a cycle is told in the order in which it was handed over, whichever engine runs.
//
// It is saved while the run stands still. A run that goes on from that state stands still at once, in the same cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/core/saved_queue.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/waking.hpp"

namespace fsin::workload {

/// A message that has come.
struct OutsideArrival {
  std::uint64_t token = 0;  ///< as it was handed over
  Cycle cycle = 0;          ///< the first in which its receiver can act on it: the one after that of its last phit
};

class OutsideMessages final : public MessageWorkload, public Waking, public Resumable, private MessageShare {
 public:
  /// `pause` is called during the run, as above.
  OutsideMessages(std::uint32_t nodes, std::function<void()> pause);

  // From outside: before the run, and within `pause`.

  /// Hands a message over. `at` is now() or later, source and destination are two nodes.
  void send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, Cycle at, std::uint64_t token);
  /// The cycle up to which the run may go, later than now(); `never`: until something comes.
  void go_until(Cycle cycle) { horizon_ = cycle; }
  /// Lets the run end with this cycle.
  void end() { ended_ = true; }

  Cycle now() const { return now_; }
  /// Messages that were handed over and have not come.
  std::uint64_t under_way() const { return sent_ - delivered_; }
  /// The next message that has come and was not taken.
  std::optional<OutsideArrival> take();
  bool has_arrivals() const { return !arrived_.empty(); }
  std::size_t arrivals() const { return arrived_.size(); }

  Cycle due() const override;
  std::span<const std::uint32_t> woken(Cycle now) override;

  std::span<const std::uint32_t> node_of_task() const override { return nodes_; }
  MessageShare& whole() override { return *this; }
  Resumable* resumable() override { return this; }
  void save(ByteWriter& out) const override;
  void load(ByteReader& in) override;
  void tell(Timeline* /*timeline*/) override {}
  bool finished() const override { return ended_; }
  bool failed() const override { return false; }
  std::string failure() const override { return {}; }
  double progress() const override { return -1; }
  Report report() const override;
  std::vector<RankAccount> rank_accounts(Cycle now) const override;
  std::vector<std::string> explain_wait(std::size_t most, const Carrier& carrier) const override;

 private:
  struct Handed {
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint64_t bytes = 0;
    Cycle at = 0;
    std::uint64_t token = 0;
    std::uint64_t number = 0;     ///< of all that were handed over
    std::uint32_t next = nobody;  ///< of its node, or of those that are free
  };
  struct Later {
    Cycle at = 0;
    std::uint64_t number = 0;
    std::uint32_t place = 0;
    bool operator<(const Later& other) const {  // for a heap whose first is the earliest
      return at != other.at ? at > other.at : number > other.number;
    }
  };
  struct Node {
    std::uint32_t first = nobody, last = nobody;  ///< places of the messages that leave in turn
    std::uint64_t messages = 0, bytes = 0;        ///< that have left
  };
  struct Come {
    std::uint64_t number = 0;
    OutsideArrival arrival;
  };

  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  Passage passage(const Message& /*message*/) const override { return Passage::released; }
  Action next(std::uint32_t task, Cycle now) override;
  Action sent(std::uint32_t task, Cycle now) override;
  std::uint32_t expect(const Message& message) override { return queues_[message.source].first; }
  bool delivered(std::uint32_t flow, Cycle now) override;
  std::int64_t outstanding() const override { return ended_ ? 0 : 1; }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.queues_, self.handed_, self.free_, self.later_, self.now_, self.horizon_, self.sent_, self.delivered_);
  }

  std::function<void()> pause_;
  std::vector<std::uint32_t> nodes_;  ///< by task: its node, which has the same number
  std::vector<Node> queues_;          ///< by node
  std::vector<Handed> handed_;        ///< by place; that of a message is its flow
  std::uint32_t free_ = nobody;       ///< the first place that is free
  SavedQueue<Later> later_;
  std::vector<Come> come_;              ///< in this cycle
  std::deque<OutsideArrival> arrived_;  ///< not yet taken
  std::vector<std::uint32_t> woken_;
  Cycle now_ = 0;
  Cycle horizon_ = never;
  std::uint64_t sent_ = 0, delivered_ = 0;
  bool ended_ = false;
  bool stood_still_ = false;  ///< the run goes on from a state: it stood still in cycle now_
};

}  // namespace fsin::workload
