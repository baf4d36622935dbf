// SPDX-License-Identifier: Apache-2.0
// Saves and restores a replay that is continued later: the contents of mailboxes and ranks. The trace itself is not
// saved: its cursor is opened again and advanced to where it was.
#include "trgen/replay/rank_share.hpp"

namespace trgen::replay {
namespace {

constexpr std::uint32_t no_flow = 0xffffffffU;

/// A flow without its links to the pool and the table.
struct FlowImage {
  FlowKey key;
  bool awaited = false;
  std::uint64_t sent = 0;
  std::uint64_t ready = 0;

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.key, self.awaited, self.sent, self.ready);
  }
};

}  // namespace

void Mailbox::save(fsin::ByteWriter& out) const {
  const std::vector<std::uint32_t> flows = flows_.numbers();
  out(messages_delivered_, flows, flows_.capacity());
  for (const std::uint32_t number : flows) {
    const Flow& flow = flows_[number];
    out(FlowImage{flow.key, flow.awaited, flow.sent, flow.ready});
  }
}

void Mailbox::load(fsin::ByteReader& in) {
  std::vector<std::uint32_t> flows;
  std::size_t capacity = 0;
  flows_.forget_all();
  in(messages_delivered_, flows, capacity);
  flows_.restore(flows, capacity, [&](Flow& flow) {
    FlowImage image;
    in(image);
    flow.key = image.key;
    flow.awaited = image.awaited;
    flow.sent = image.sent;
    flow.ready = image.ready;
  });
}

void EventReader::save(fsin::ByteWriter& out) const { out(records_read_, self_messages_, ranks_); }

void EventReader::load(fsin::ByteReader& in) {
  in(records_read_, self_messages_, ranks_);
  cursor_ = source_->open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    for (std::uint64_t i = 0; i < ranks_[rank].record; ++i) {
      if (!cursor_->next(rank, record)) break;  // failure() says why
    }
  }
  broken_ = !failure().empty();
}

void RankShare::save(fsin::ByteWriter& out) const {
  archive(*this, out);
  reader_.save(out);
  mailbox_.save(out);
  for (std::uint32_t number = 0; number < ranks_.ranks.size(); ++number) {
    if (ranks_.share_of[number] != self_) continue;
    const Rank& rank = ranks_.ranks[number];
    out(rank, rank.flow == nullptr ? no_flow : rank.flow->index);
  }
}

void RankShare::load(fsin::ByteReader& in) {
  archive(*this, in);
  reader_.load(in);
  mailbox_.load(in);
  for (std::uint32_t number = 0; number < ranks_.ranks.size(); ++number) {
    if (ranks_.share_of[number] != self_) continue;
    Rank& rank = ranks_.ranks[number];
    std::uint32_t flow = no_flow;
    in(rank, flow);
    rank.flow = flow == no_flow ? nullptr : &mailbox_.flow(flow);
  }
}

}  // namespace trgen::replay
