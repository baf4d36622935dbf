// SPDX-License-Identifier: Apache-2.0
// The ranks that one thread replays: all of them, or a share. The rules of the replay are in replay.hpp.
#pragma once

#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "trgen/replay/event_reader.hpp"
#include "trgen/replay/mailbox.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {

/// Data that the shares of a replay have in common. Each share accesses only its own ranks.
struct AllRanks {
  AllRanks(const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts)
      : order(settings.order),
        match(settings.match),
        packetiser(facts),
        ranks(settings.node_of_rank.size()),
        share_of(ranks.size()) {}

  Order order;
  Match match;
  fsin::workload::Packetiser packetiser;
  std::vector<Rank> ranks;
  std::vector<std::uint8_t> share_of;            ///< share of each rank
  fsin::workload::Timeline* timeline = nullptr;  ///< every share reports to it, one after the other
};

class RankShare final : public fsin::workload::MessageShare {
 public:
  RankShare(AllRanks& ranks, unsigned self, std::shared_ptr<const record::TraceSource> source,
            const ReplaySettings& settings);

  fsin::workload::Action next(std::uint32_t rank, Cycle now) override;
  fsin::workload::Action sent(std::uint32_t rank, Cycle now) override;
  std::uint32_t expect(const fsin::workload::Message& message) override;
  bool delivered(std::uint32_t flow, Cycle /*now*/) override { return mailbox_.deliver(flow); }
  std::int64_t outstanding() const override;
  bool failed() const override { return reader_.broken(); }
  RankMemory rank_memory() const override { return {reinterpret_cast<const char*>(ranks_.ranks.data()), sizeof(Rank)}; }

  /// Saves and restores this share and its ranks, for a run that is continued later.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

  /// Adds the counts of this share to the report.
  void add_to(fsin::workload::Report& report) const;
  unsigned number() const { return self_; }
  const EventReader& reader() const { return reader_; }

 private:
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.count_, self.unfinished_, self.messages_sent_);
  }
  void advance(std::uint32_t number, Cycle now);
  void tell_changes(std::uint32_t number, Cycle active);
  void tell_received(std::uint32_t number, Cycle now) const;
  void pass_receives(std::uint32_t number, Cycle now);
  fsin::workload::Action action(std::uint32_t number, Cycle from, Cycle again) const;
  FlowKey key(const fsin::workload::Message& message) const;

  AllRanks& ranks_;
  unsigned self_;
  EventReader reader_;
  Mailbox mailbox_;
  std::vector<StateChange> changes_;  ///< on the way to the action that begins
  std::uint64_t count_ = 0;           ///< number of ranks in this share
  std::uint64_t unfinished_ = 0;
  std::uint64_t messages_sent_ = 0;
};

}  // namespace trgen::replay
