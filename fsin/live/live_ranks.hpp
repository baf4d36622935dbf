// SPDX-License-Identifier: Apache-2.0
// The ranks of a live run as a workload of messages: the conductor between the processes of a program and whatever
// carries their messages, routers or a model.
//
// Task r is rank r; task R + r sends the messages of rank r, in the order of their times. A rank is a process that has
// its turn (layout.hpp), and then nobody knows how long it will compute and what it will send: simulated time may not
// pass its clock. So the conductor, asked for the next action of such a rank, sleeps until the rank hands its turn
// over. From then on all is known: its messages, and the time until which it can do nothing but wait. When a message
// comes for it, or that time, the rank gets its turn back with everything that has come, and with the simulated time as
// its clock. This is conservative simulation: the carrier's order of events is the order of everything, and what a rank
// sees does not depend on the speed of the machine. The lookahead is the CPU burst in which a rank is (cpu_clocks.hpp):
// simulated time goes on beside it, up to where it is known to compute, and so other ranks compute meanwhile.
//
// A rank that tests gets with its turn the time up to which nothing can come for it (live_horizon.cpp), and asks nobody
// until then.
//
// Messages of a pair of ranks arrive in the order in which they were sent (FI_ORDER_SAS): one that overtakes waits.
// Messages between ranks of one node cross no network: latency and bandwidth of the node are theirs, at least a cycle.
// Where they share the bandwidth, bytes are copied in the order of the times at which the messages were sent, as in
// traces and programs (trgen/replay/ranks/node_copies.hpp).
//
// Not modelled: a rendezvous of long messages (a send is complete at once, as if buffered); what the CPUs of several
// ranks take from each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fsin/live/clock_scale.hpp"
#include "fsin/live/launcher.hpp"
#include "fsin/live/rank_queues.hpp"
#include "fsin/live/rank_teller.hpp"
#include "fsin/live/session.hpp"
#include "fsin/live/shared_memory.hpp"
#include "fsin/workload/least_flights.hpp"
#include "fsin/workload/message_workload.hpp"

namespace fsin::live {

/// Messages between ranks of a node.
struct NodeCopies {
  std::uint64_t latency = 0;  ///< ps
  double picoseconds_per_byte = 0;
  bool share = false;  ///< their bytes are copied one message after the other
};

struct LiveSettings {
  SessionSettings session;
  ClockScale scale;
  NodeCopies copies;
  std::vector<std::uint32_t> node_of_rank;
  Logging logging = Logging::nothing;
  std::shared_ptr<const RecordedBursts> recorded;  ///< with CpuModel::replayed
};

class LiveRanks final : public workload::MessageWorkload,
                        public workload::LeastFlights,
                        private workload::MessageShare {
 public:
  explicit LiveRanks(LiveSettings settings, std::vector<std::unique_ptr<Chronicle>> chronicles = {});

  std::span<const std::uint32_t> node_of_task() const override { return node_of_task_; }
  std::size_t ranks() const override { return ranks_.size(); }
  workload::MessageShare& whole() override { return *this; }
  void tell(workload::Timeline* timeline) override;
  void told_least_flight(workload::LeastFlight least) override;
  bool finished() const override { return unfinished_ == 0; }
  bool failed() const override { return failed_; }
  std::string failure() const override { return failure_; }
  double progress() const override { return -1; }
  workload::Report report() const override;
  std::vector<workload::RankAccount> rank_accounts(Cycle now) const override;
  std::vector<std::string> explain_wait(std::size_t most, const workload::Carrier& carrier) const override;

 private:
  enum class Stage : std::uint8_t { running, waiting, finishing, ended };

  struct Arrived {
    Cycle cycle = 0;
    std::uint32_t source = 0;
    std::uint64_t offset = 0;
    std::uint64_t number = 0;  ///< within a node: among those of its pair
    std::uint32_t flow = 0;    ///< its number for the carrier and the timeline
    bool awaited = false;      ///< lets the rank go on
  };
  /// Of messages within a node: in the order of their cycles, and of a pair in the order in which they were sent.
  static bool comes_later(const Arrived& a, const Arrived& b) {
    return std::tie(a.cycle, a.source, a.number) > std::tie(b.cycle, b.source, b.number);
  }
  struct Rank {
    Stage stage = Stage::running;
    std::size_t matched = 0;       ///< of those that have arrived, which are in their final order
    bool awaited = false;          ///< while it waits: it goes on with what has arrived
    Cycle clock_cycle = 0;         ///< in which it has handed its turn over
    Cycle horizon = 0;             ///< while it computes: up to this cycle it does nothing
    Cycle until_cycle = never;     ///< in which it stops waiting
    Cycle sends_at = 1;            ///< in which the first message of its outbox may leave
    std::uint64_t clock = 0;       ///< ps, of its last turn
    std::uint64_t until = no_end;  ///< ps
    std::uint64_t computed = 0, waited = 0;
    std::uint64_t messages = 0, bytes = 0;
    std::vector<Arrived> arrived;      ///< in the order of their cycles
    std::vector<Arrived> near;         ///< from ranks of the same node: a heap, the earliest first
    std::deque<std::uint64_t> outbox;  ///< offsets of messages that have not begun to leave
    std::map<std::uint32_t, std::map<std::uint64_t, Arrived>> early;  ///< by source: overtakers, by number
    std::vector<std::uint64_t> sent_to, came_from;                    ///< messages, by other rank
    std::vector<Cycle> near_until;  ///< by receiver of the same node: when the last message for it comes
  };
  /// A message within a node that shares the bandwidth, and whose turn is not known.
  struct Copy {
    Cycle first = 0;
    std::uint32_t source = 0;
    std::uint64_t order = 0;  ///< in which the source has sent them
    std::uint64_t offset = 0;
  };
  static bool begins_later(const Copy& a, const Copy& b) {
    return std::tie(a.first, a.source, a.order) > std::tie(b.first, b.source, b.order);
  }
  struct Node {
    Cycle free = 0;             ///< first cycle in which no bytes are copied
    std::vector<Copy> waiting;  ///< a heap, the earliest first
  };
  struct UnderWay {
    std::uint64_t offset = 0;
    std::uint64_t number = 0;  ///< among those of its pair
    std::uint32_t destination = 0;
    Cycle lands = never;  ///< is not delivered before; `never`: nothing is under way
  };

  workload::Action next(std::uint32_t task, Cycle now) override;
  workload::Action sent(std::uint32_t task, Cycle now) override;
  std::uint32_t expect(const workload::Message& message) override;
  bool delivered(std::uint32_t flow, Cycle now) override;
  std::int64_t outstanding() const override { return unfinished_; }

  workload::Action next_of_rank(std::uint32_t number, Cycle now);
  workload::Action next_message(std::uint32_t number, Cycle now);
  bool hear(std::uint32_t number, Cycle now);
  bool take_turn(std::uint32_t number, Cycle now);
  bool finish(std::uint32_t number);
  bool serve_queues(std::uint32_t number);
  void take_sends(std::uint32_t number, Cycle now);
  void take_message(std::uint32_t number, std::uint64_t offset, Cycle now);
  std::uint32_t new_number();
  void tell_near(const MessageHead& message, std::uint32_t flow, Cycle alone, Cycle last);
  void tell_taken(std::uint32_t number, std::span<const Arrived> messages);
  void come(std::uint32_t number, const Arrived& message);
  void copy_alone(const MessageHead& message, std::uint64_t offset, Cycle now);
  void settle_copies(std::uint32_t node, Cycle now);
  void copied(std::uint64_t offset, Cycle alone, Cycle last);
  Cycle next_near(std::uint32_t number) const;
  void take_near(std::uint32_t number, Cycle now);
  void match(std::uint32_t number);
  bool takes(std::uint32_t number, const MessageHead& message);
  void grant_all(Cycle now);
  bool grant(std::uint32_t number, Cycle now);
  Cycle quiet_until(std::uint32_t number, Cycle now);
  Cycle acts_at(std::uint32_t number, Cycle comes, Cycle now) const;
  void take_tests(std::uint32_t number);
  std::vector<workload::ProgramSite> sites() const;
  void fail(std::string reason);
  std::string call_text(std::uint32_t number) const;
  const MessageHead& head(std::uint64_t offset) const { return session_.memory().message(offset); }

  LiveSettings settings_;
  Session session_;
  RankQueues queues_;
  std::vector<std::uint32_t> node_of_task_;
  std::vector<Rank> ranks_;
  std::map<std::uint32_t, Node> sharing_;  ///< by node, where messages within it share its bandwidth
  std::vector<UnderWay> under_way_;
  std::vector<std::uint32_t> free_numbers_;
  std::vector<std::uint32_t> to_grant_;  ///< ranks for which something has come in this cycle
  workload::LeastFlight least_flight_;
  std::vector<Cycle> lands_;   ///< by rank: nothing that is under way comes for it before
  Cycle shortest_flight_ = 1;  ///< cycles of any message, at least
  std::int64_t unfinished_ = 0;
  std::uint64_t sent_ = 0, delivered_ = 0, copied_ = 0;
  RankTeller teller_;
  bool failed_ = false;
  std::string failure_;  ///< empty after an interruption
};

}  // namespace fsin::live
