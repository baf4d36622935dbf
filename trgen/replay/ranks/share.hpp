// SPDX-License-Identifier: Apache-2.0
// The ranks that one thread runs: all of them, or a share. The rules are in trgen/replay/replay.hpp.
//
// The share itself is what a rank does, operation by operation. Its parts:
//   Sends         how messages set out
//   Waits         when a rank that waits can go on
//   Arrivals      what messages do that have come
//   OutboxTasks   messages that leave while their rank goes on
//   Rendezvous    messages that ask before they leave; only where some do
//   OpenReceives  receives that leave their source or tag open; only where some do
#pragma once

#include <memory>
#include <span>
#include <string>

#include "fsin/workload/roused_tasks.hpp"
#include "trgen/replay/ranks/arrivals.hpp"
#include "trgen/replay/ranks/open_receives.hpp"
#include "trgen/replay/ranks/outbox_tasks.hpp"
#include "trgen/replay/ranks/rendezvous.hpp"
#include "trgen/replay/ranks/sends.hpp"
#include "trgen/replay/ranks/share_state.hpp"
#include "trgen/replay/ranks/teller.hpp"
#include "trgen/replay/ranks/waits.hpp"

namespace trgen::replay {

class Share final : public fsin::workload::MessageShare, public fsin::workload::RousedTasks {
 public:
  Share(AllRanks& all, unsigned number, std::unique_ptr<OperationReader> reader);

  fsin::workload::Action next(std::uint32_t task, Cycle now) override;
  fsin::workload::Action sent(std::uint32_t task, Cycle now) override;
  std::uint32_t expect(const fsin::workload::Message& message) override { return arrivals_.expect(message); }
  bool delivered(std::uint32_t flow, Cycle now) override;
  std::span<const std::uint32_t> roused() const override { return state_.roused; }
  fsin::workload::Passage passage(const fsin::workload::Message& message) const override {
    return rendezvous_ ? rendezvous_->passage(message) : fsin::workload::Passage::held;
  }
  bool is_control(const fsin::workload::Message& message) const override {
    return Handshakes::is_control(message.communicator);
  }
  std::int64_t outstanding() const override;
  bool failed() const override { return broken_; }
  RankMemory rank_memory() const override {
    return {reinterpret_cast<const char*>(state_.all.ranks.data()), sizeof(Rank)};
  }

  /// The timeline has changed, and with it what is read.
  void choose_operations();

  // For a run that is continued later. Operations are not saved: the reader goes to where it was.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);
  void add_to(fsin::workload::Report& report) const;
  unsigned number() const { return state_.self; }
  const OperationReader& reader() const { return *state_.reader; }
  const OpenReceives* open_receives() const { return open_.get(); }
  std::string failure() const { return failure_.empty() ? reader().failure() : failure_; }

 private:
  using Action = fsin::workload::Action;

  // What a rank does.
  void proceed(Rank& rank, std::uint32_t number, Cycle now, Cycle from);
  void end(Rank& rank, std::uint32_t number, Cycle now);
  bool begin(Rank& rank, std::uint32_t number, Cycle now, Cycle from);
  bool goes_on_computing(Rank& rank, std::uint32_t number, Cycle now);
  bool goes_on_copying(Rank& rank, std::uint32_t number, Cycle now);
  bool begin_burst(Rank& rank, std::uint32_t number, Cycle now);
  bool begin_receive(Rank& rank, std::uint32_t number, Cycle now);
  void start_receive(const Rank& rank, std::uint32_t number, Cycle now);
  void pass_waits(Rank& rank, std::uint32_t number, Cycle now);
  void pass(Rank& rank, std::uint32_t number, Cycle now);
  Action action(const Rank& rank, std::uint32_t number, Cycle from, Cycle again) const;
  void count_ranks(fsin::workload::Report& report) const;
  void break_off(std::uint32_t number, const std::string& why);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.state_, self.arrivals_, self.count_, self.unfinished_);
  }

  ShareState state_;
  std::unique_ptr<Rendezvous> rendezvous_;  ///< null: no message asks
  std::unique_ptr<OpenReceives> open_;      ///< null: no receive leaves anything open
  Teller teller_;
  Waits waits_;
  Sends sends_;
  Arrivals arrivals_;
  OutboxTasks outbox_tasks_;
  std::uint64_t count_ = 0;
  std::uint64_t unfinished_ = 0;
  bool broken_ = false;
  std::string failure_;  ///< of what was read; empty where reading failed
};

}  // namespace trgen::replay
