// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "trgen/replay/explain.hpp"
#include "trgen/replay/rank_share.hpp"

namespace trgen::replay {
namespace {

using fsin::never;
using fsin::NodeId;
using fsin::workload::Delivery;
using fsin::workload::Division;
using fsin::workload::NetworkFacts;
using fsin::workload::Poll;
using fsin::workload::Report;
using fsin::workload::Share;
using fsin::workload::Workload;

class Replay final : public Workload {
 public:
  Replay(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings, const NetworkFacts& facts,
         fsin::OriginalRandom* random, fsin::workload::Timeline* timeline)
      : source_(std::move(source)), settings_(settings), facts_(facts), random_(random), timeline_(timeline) {
    set_out({}, timeline);
  }

  Poll poll(NodeId node, Cycle now, bool room) override { return shares_[0]->poll(node, now, room); }
  void prefetch(NodeId node) const override { shares_[0]->prefetch(node); }
  void prefetch_delivery(std::uint32_t token) const override { shares_[0]->prefetch_delivery(token); }
  bool delivered(const Delivery& delivery) override { return shares_[0]->delivered(delivery); }

  std::vector<Share*> divide(const Division& division) override {
    if (random_ != nullptr) return {};
    set_out(division, nullptr);  // what ranks do first has been told
    cast_->lives.tell(timeline_);
    std::vector<Share*> shares(division.parts);
    for (const auto& share : shares_) shares[share->number()] = share.get();
    return shares;
  }

  Cycle first_poll(NodeId node) const override {
    const std::uint32_t rank = cast_->rank_at[node.index()];
    return rank == Cast::nobody || cast_->ranks[rank].at(Event::Kind::end) ? never : 1;
  }

  bool finished() const override {
    std::int64_t outstanding = 0;
    for (const auto& share : shares_) outstanding += share->outstanding();
    return outstanding == 0;
  }

  double progress() const override {
    const auto records = static_cast<double>(source_->records());
    std::uint64_t read = 0;
    for (const auto& share : shares_) read += share->reader().records_read();
    return records > 0 ? static_cast<double>(read) / records : 1;
  }

  Report report(Cycle now) const override;

  std::vector<fsin::workload::RankAccount> rank_accounts(Cycle now) const override {
    std::vector<fsin::workload::RankAccount> accounts;
    accounts.reserve(cast_->ranks.size());
    for (const Rank& rank : cast_->ranks) accounts.push_back(rank.account(now));
    return accounts;
  }

  std::vector<std::string> explain_wait(std::size_t most) const override {
    const auto here = [this](std::uint32_t rank) { return !only_ || cast_->share_of[rank] == *only_; };
    std::vector<std::string> lines = explain(cast_->ranks, *source_, shares_[0]->mailbox(), here, most);
    const auto& incomplete = source_->notes().incomplete;
    if (lines.empty() || incomplete.empty() || only_.value_or(0) != 0) return lines;
    lines.insert(lines.begin(),
                 fmt::format("the trace is incomplete: {} of {} ranks end before their program did, and who waits for "
                             "them waits for ever (rank {}: {})",
                             incomplete.size(), source_->ranks(), incomplete.front().rank, incomplete.front().why));
    if (lines.size() > most) lines.pop_back();
    return lines;
  }

  void save(fsin::ByteWriter& out) const override {
    out(*post_);
    cast_->lives.save(out);
    for (const auto& share : shares_) share->save(out);
  }
  void load(fsin::ByteReader& in) override {
    in(*post_);
    cast_->lives.load(in);
    for (const auto& share : shares_) share->load(in);
  }

  bool failed() const override {
    return std::any_of(shares_.begin(), shares_.end(), [](const auto& share) { return share->failed(); });
  }
  std::string failure() const override {
    for (const auto& share : shares_) {
      if (std::string failure = share->reader().failure(); !failure.empty()) return failure;
    }
    return {};
  }

 private:
  /// All ranks at their first events.
  void set_out(const Division& division, fsin::workload::Timeline* timeline) {
    only_ = division.only;
    shares_.clear();
    cast_.emplace(settings_, facts_);
    cast_->lives.tell(timeline);
    post_.emplace(division.parts);
    if (division.parts > 1) {
      for (std::size_t rank = 0; rank < cast_->ranks.size(); ++rank) {
        cast_->share_of[rank] = division.part_of_node[cast_->ranks[rank].node];
      }
    }
    for (unsigned i = 0; i < division.parts; ++i) {
      if (!division.here(i)) continue;
      shares_.push_back(std::make_unique<RankShare>(*cast_, *post_, i, source_, settings_, random_));
    }
  }

  std::shared_ptr<const record::TraceSource> source_;
  ReplaySettings settings_;
  NetworkFacts facts_;
  fsin::OriginalRandom* random_;
  fsin::workload::Timeline* timeline_;
  std::optional<unsigned> only_;  ///< the share of this process
  std::optional<Cast> cast_;
  std::optional<Post> post_;
  std::vector<std::unique_ptr<RankShare>> shares_;
};

Report Replay::report(Cycle now) const {
  Report report;
  for (const auto& share : shares_) share->add_to(report);
  report.set_means(rank_accounts(now));
  if (const auto left_out = source_->left_out()) {
    report.part_of_trace = true;
    report.sends_left_out = left_out->sends;
    report.receives_left_out = left_out->receives;
  }
  return report;
}

}  // namespace

std::unique_ptr<Workload> make_trace_replay(std::shared_ptr<const record::TraceSource> source,
                                            const ReplaySettings& settings, const NetworkFacts& facts,
                                            fsin::OriginalRandom* random, fsin::workload::Timeline* timeline) {
  return std::make_unique<Replay>(std::move(source), settings, facts, random, timeline);
}

}  // namespace trgen::replay
