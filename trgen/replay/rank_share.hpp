// SPDX-License-Identifier: Apache-2.0
// The ranks that one thread replays, or all of them. The rule they follow is in replay.hpp.
#pragma once

#include "fsin/core/original_random.hpp"
#include "fsin/workload/workload.hpp"
#include "trgen/replay/event_reader.hpp"
#include "trgen/replay/mailbox.hpp"
#include "trgen/replay/message_lives.hpp"
#include "trgen/replay/packets.hpp"
#include "trgen/replay/post.hpp"
#include "trgen/replay/rank.hpp"

namespace trgen::replay {

/// What the shares of a replay have in common. Each touches its own ranks only.
struct Cast {
  Cast(const ReplaySettings& settings, const fsin::workload::NetworkFacts& facts);

  static constexpr std::uint32_t nobody = 0xffffffffU;

  Order order;
  Packetiser packetiser;
  std::vector<Rank> ranks;
  std::vector<std::uint32_t> rank_at;  ///< by node; `nobody` where there is none
  std::vector<std::uint8_t> share_of;  ///< by rank
  MessageLives lives;
};

class RankShare final : public fsin::workload::Share {
 public:
  /// Takes the ranks of share `self` to their first events.
  RankShare(Cast& cast, Post& post, unsigned self, std::shared_ptr<const record::TraceSource> source,
            const ReplaySettings& settings, fsin::OriginalRandom* random);

  fsin::workload::Poll poll(fsin::NodeId node, Cycle now, bool room) override;
  void prefetch(fsin::NodeId node) const override;
  void prefetch_delivery(std::uint32_t token) const override {
    if (!RemoteToken::is(token)) mailbox_.prefetch(token);
  }
  bool delivered(const fsin::workload::Delivery& delivery) override;
  std::int64_t outstanding() const override;
  bool failed() const override { return reader_.broken(); }
  void take_mail() override;
  void pack_mail(unsigned to, fsin::ByteWriter& letter) override { counter_.pack(to, letter); }
  void unpack_mail(unsigned from, fsin::ByteReader& letter) override { counter_.unpack(from, letter); }

  /// A run that is continued later: this share and its ranks.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

  /// Adds what this share has done.
  void add_to(fsin::workload::Report& report) const;
  unsigned number() const { return self_; }
  const EventReader& reader() const { return reader_; }
  const Mailbox& mailbox() const { return mailbox_; }

 private:
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.counter_, self.ranks_, self.unfinished_, self.packets_sent_, self.phits_sent_, self.messages_sent_);
  }
  void advance(std::uint32_t number, Cycle now);
  void begin_send(std::uint32_t number, Cycle now);
  void pass_receives(std::uint32_t number, Cycle now);
  void send_packet(std::uint32_t number, Cycle now, bool room, fsin::workload::Poll& answer);
  Cycle next_poll(const Rank& rank, Cycle now) const;
  void active(std::uint32_t number, Cycle now);
  void begin_life(std::uint32_t number, Cycle now);
  FlowKey key(const Event& event, std::uint32_t source, std::uint32_t receiver) const;
  FlowKey life_name(const FlowKey& flow, std::uint32_t token) const;

  Cast& cast_;
  unsigned self_;
  EventReader reader_;
  Mailbox mailbox_;
  Counter counter_;
  fsin::OriginalRandom* random_;
  std::uint64_t ranks_ = 0;
  std::uint64_t unfinished_ = 0;
  std::uint64_t packets_sent_ = 0;
  std::uint64_t phits_sent_ = 0;
  std::uint64_t messages_sent_ = 0;
};

}  // namespace trgen::replay
