// SPDX-License-Identifier: Apache-2.0
// The ranks that one thread runs as processes: all of them, or a share. The rules are in process_replay.hpp.
#pragma once

#include <memory>
#include <string>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/replay/mailbox.hpp"
#include "trgen/replay/processes/handshakes.hpp"
#include "trgen/replay/processes/matching.hpp"
#include "trgen/replay/processes/operation_reader.hpp"
#include "trgen/replay/processes/outbox.hpp"
#include "trgen/replay/processes/process.hpp"
#include "trgen/replay/processes/process_settings.hpp"

namespace trgen::replay {

/// Data that the shares have in common. Each share accesses only its own ranks.
struct AllProcesses {
  AllProcesses(const ProcessSettings& how, const fsin::workload::NetworkFacts& facts)
      : settings(how), packetiser(facts), processes(how.ranks), share_of(how.node_of_task.size()) {
    for (const Job& job : how.jobs) {
      for (std::uint32_t rank = job.first_rank; rank < job.first_rank + job.ranks; ++rank)
        processes[rank].begin_after(job.rules.start);
    }
  }

  const ProcessSettings& settings;
  fsin::workload::Packetiser packetiser;
  std::vector<Process> processes;
  std::vector<std::uint8_t> share_of;  ///< by task
  fsin::workload::Timeline* timeline = nullptr;
};

class ProcessShare final : public fsin::workload::MessageShare {
 public:
  ProcessShare(AllProcesses& all, unsigned self, std::unique_ptr<OperationReader> reader);

  fsin::workload::Action next(std::uint32_t task, Cycle now) override;
  fsin::workload::Action sent(std::uint32_t task, Cycle now) override;
  std::uint32_t expect(const fsin::workload::Message& message) override;
  bool delivered(std::uint32_t flow, Cycle now) override;
  fsin::workload::Passage passage(const fsin::workload::Message& message) const override;
  std::int64_t outstanding() const override;
  bool failed() const override { return broken_; }
  RankMemory rank_memory() const override {
    return {reinterpret_cast<const char*>(all_.processes.data()), sizeof(Process)};
  }

  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);
  void add_to(fsin::workload::Report& report) const;
  unsigned number() const { return self_; }
  const OperationReader& reader() const { return *reader_; }
  const Matching* matching() const { return matching_.get(); }
  std::string failure() const { return failure_.empty() ? reader_->failure() : failure_; }

 private:
  using Action = fsin::workload::Action;
  using Message = fsin::workload::Message;

  // What a rank does (process_share.cpp).
  void proceed(std::uint32_t rank, Cycle now, Cycle from);
  bool begin(std::uint32_t rank, Cycle now, Cycle from);
  bool begin_burst(std::uint32_t rank, Cycle now);
  bool is_possible(std::uint32_t rank);
  void break_off(std::uint32_t rank, const std::string& why);
  bool begin_send(std::uint32_t rank, Cycle now, Cycle from);
  void be_busy(std::uint32_t rank, Stage stage, Cycle now, std::uint64_t cycles);
  void pass_waits(std::uint32_t rank, Cycle now);
  bool is_over(std::uint32_t rank);
  void pass(std::uint32_t rank, Cycle now);

  // What is told to a timeline (telling.cpp).
  fsin::workload::Timeline* timeline() const { return all_.timeline; }
  void tell_passed(std::uint32_t rank, Cycle now, Cycle active) const;
  void tell_busy(std::uint32_t rank, Cycle active) const;
  void tell_call(std::uint32_t rank) const;
  void tell_start(std::uint32_t rank) const;
  void tell_background(std::uint32_t rank, Cycle first) const;
  Action action(std::uint32_t rank, Cycle from, Cycle again);

  // Requests (requests.cpp).
  void start(std::uint32_t rank, Cycle now, Cycle from);
  bool wait_is_over(std::uint32_t rank);
  bool any_is_over(std::uint32_t rank);
  void take(std::uint32_t rank);
  Request& request(Process& process, std::uint32_t number);

  // Outboxes and messages within a node (requests.cpp).
  Action outbox_next(std::uint32_t rank, Cycle now);
  Action outbox_sent(std::uint32_t rank, Cycle now);
  Action outbox_action(std::uint32_t rank, Cycle from);
  void leave(std::uint32_t rank);
  bool stands_at(std::uint32_t rank, std::uint32_t request) const;
  void settle(Cycle now) {
    if (!handed_over_.empty() || matching_ || !controls_.empty()) act_on_arrivals(now);
  }
  void act_on_arrivals(Cycle now);
  void hand_over(const Message& message, Cycle began, Cycle now, bool background);
  void deliver_near(Cycle now);
  std::uint64_t copy_cycles(std::uint32_t rank, std::uint64_t bytes) const;
  const RankRules& rules(std::uint32_t rank) const { return all_.settings.rules(rank); }
  bool is_near(std::uint32_t rank, std::uint32_t peer) const {
    return all_.settings.node_of_task[rank] == all_.settings.node_of_task[peer];
  }

  // Long messages (rendezvous.cpp).
  static constexpr std::uint32_t no_request = programs::no_request;  ///< of an answer, or of what nobody waits for
  static constexpr std::uint32_t own_request = 0xfffffffe;           ///< of a blocking send
  bool is_long(std::uint32_t rank, std::uint32_t peer, std::uint64_t bytes) const;
  bool asks_first(std::uint32_t rank, const programs::Operation& send) const;
  bool begin_long_send(std::uint32_t rank, Cycle now);
  void ask(std::uint32_t rank, const Message& message, std::uint32_t request, Cycle from);
  void post(std::uint32_t rank, const programs::Operation& receive, Cycle now);
  bool is_copied(std::uint32_t rank, const programs::Operation& send) const;
  void tell_sender(const FlowKey& flow, std::uint32_t cause);
  void end_send(std::uint32_t rank, std::uint32_t request);
  void answer(const Message& message, Cycle from, std::uint32_t cause);
  void hand_out(std::uint32_t rank, const Outgoing& outgoing);
  void be_in_call(std::uint32_t rank, Cycle now);
  void act_on_controls();
  struct Control;
  void control_delivered(const Control& control);
  bool control_left(std::uint32_t rank);

  // Receives that are matched as in MPI (matched_receives.cpp).
  void post_matched(std::uint32_t rank, const programs::Operation& receive, std::uint32_t request, Cycle now);
  void matched(std::uint32_t rank, const Posted& posted, const Arrived& arrived, Cycle now, Cycle answered);
  void bytes_have_come(const FlowKey& flow);
  void receive_is_complete(std::uint32_t rank, std::uint32_t request);
  bool is_there(const Process& process) const { return matching_ ? process.received : process.flow->complete(); }

  FlowKey key(const Message& message) const;
  Message received_by(std::uint32_t rank, const programs::Operation& receive) const {
    return {receive.peer, rank, receive.tag, receive.communicator, receive.amount};
  }
  Message sent_by(std::uint32_t rank, const programs::Operation& send) const {
    return {rank, send.peer, send.tag, send.communicator, send.amount};
  }

  /// A message within a node that was handed over in a cycle.
  struct Near {
    std::uint32_t flow = 0;
    Cycle cycle = 0;
  };

  /// A request or an answer that was reported in a cycle.
  struct Control {
    Cycle cycle = 0;
    FlowKey flow;
    std::uint32_t cause = fsin::workload::no_cause;  ///< for the timeline
  };

  /// What a rank will put into its outbox in its next call.
  struct Held {
    std::uint32_t rank = 0;
    Outgoing outgoing;
  };

  AllProcesses& all_;
  unsigned self_;
  std::unique_ptr<OperationReader> reader_;
  Mailbox mailbox_;
  Outboxes outboxes_;  ///< of all ranks, of which this share uses its own
  bool causal_;
  bool broken_ = false;
  std::string failure_;  ///< of what was read; empty where reading failed
  bool rouses_ = false;  ///< what happens in this call may let other tasks of the node go on
  std::uint64_t count_ = 0;
  std::uint64_t unfinished_ = 0;
  std::uint64_t messages_sent_ = 0;
  std::uint64_t self_messages_ = 0;
  std::uint64_t near_messages_ = 0;
  std::uint64_t control_messages_ = 0;  ///< requests and answers that have come
  Handshakes handshakes_;
  std::vector<Held> held_;         ///< by ranks that compute, in the order in which they came
  std::vector<Control> controls_;  ///< that have come and have not been acted upon
  fsin::workload::Departures departures_;
  std::unique_ptr<Matching> matching_;  ///< null where no receive leaves anything open
  std::vector<Near> handed_over_;       ///< in order of their cycles
};

}  // namespace trgen::replay
