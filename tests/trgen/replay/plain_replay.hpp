// SPDX-License-Identifier: Apache-2.0
// The replay of a trace in as few words as possible, record by record: the specification of what blocking messages and
// CPU bursts take (trgen/replay/replay.hpp), with which the replay is compared. Written for reading; flows are kept for
// ever, and the whole trace is read at once.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/record/source.hpp"
#include "trgen/replay/ranks/settings.hpp"

namespace trgen::replay::testing {

using fsin::Cycle;

class PlainReplay final : public fsin::workload::MessageWorkload, public fsin::workload::MessageShare {
 public:
  PlainReplay(const record::TraceSource& trace, const ReplaySettings& settings,
              const fsin::workload::NetworkFacts& facts);

  // A share.
  fsin::workload::Action next(std::uint32_t rank, Cycle now) override;
  fsin::workload::Action sent(std::uint32_t rank, Cycle now) override;
  std::uint32_t expect(const fsin::workload::Message& message) override { return flow_of(message); }
  bool delivered(std::uint32_t flow, Cycle now) override;
  std::int64_t outstanding() const override;
  bool failed() const override { return false; }

  // The workload.
  std::span<const std::uint32_t> node_of_task() const override { return settings_.node_of_rank; }
  fsin::workload::MessageShare& whole() override { return *this; }
  void tell(fsin::workload::Timeline* /*timeline*/) override {}
  bool finished() const override { return outstanding() == 0; }
  std::string failure() const override { return {}; }
  double progress() const override { return 0; }
  fsin::workload::Report report() const override;
  std::vector<fsin::workload::RankAccount> rank_accounts(Cycle now) const override;
  std::vector<std::string> explain_wait(std::size_t /*most*/,
                                        const fsin::workload::Carrier& /*carrier*/) const override {
    return {};
  }

 private:
  /// Something that takes time, or waits.
  struct Event {
    enum class Kind { compute, send, receive, end };
    Kind kind = Kind::end;
    std::uint64_t cycles = 0;
    fsin::workload::Message message{};
  };
  struct Rank {
    std::vector<Event> events;
    std::size_t at = 0;
    Cycle busy_until = 0;   ///< of a burst
    Cycle last_active = 0;  ///< last cycle in which it did anything but wait
    std::uint64_t waited = 0, computed = 0, messages = 0, bytes = 0;

    const Event& head() const { return events[at]; }
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint32_t, std::uint64_t>;

  std::vector<Event> read(const record::TraceSource& trace, std::uint32_t rank) const;
  std::uint32_t flow_of(const fsin::workload::Message& message);
  void advance(Rank& rank, Cycle now);
  fsin::workload::Action action(std::uint32_t rank, Cycle from);

  ReplaySettings settings_;
  fsin::workload::Packetiser packetiser_;
  std::vector<Rank> ranks_;
  std::map<Key, std::uint32_t> flows_;
  std::vector<std::uint64_t> ready_;  ///< by flow: messages that are there
  std::uint64_t sent_ = 0, delivered_ = 0;
};

}  // namespace trgen::replay::testing
