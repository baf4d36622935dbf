// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/replay.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "fsin/workload/packetised_workload.hpp"
#include "trgen/replay/explain.hpp"
#include "trgen/replay/rank_share.hpp"

namespace trgen::replay {
namespace {

using namespace fsin::workload;

class Replay final : public MessageWorkload, public DivisibleRanks, public Resumable {
 public:
  Replay(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings, const NetworkFacts& facts)
      : source_(std::move(source)), settings_(settings), facts_(facts) {
    prepare({});
  }

  std::span<const std::uint32_t> node_of_task() const override { return settings_.node_of_rank; }
  MessageShare& whole() override { return *shares_[0]; }
  void tell(Timeline* timeline) override { ranks_->timeline = timeline; }

  DivisibleRanks* divisible() override { return this; }
  std::vector<MessageShare*> divide(const RankDivision& division) override {
    prepare(division);
    std::vector<MessageShare*> shares(division.parts);
    for (const auto& share : shares_) shares[share->number()] = share.get();
    return shares;
  }

  Resumable* resumable() override { return this; }
  void save(fsin::ByteWriter& out) const override {
    for (const auto& share : shares_) share->save(out);
  }
  void load(fsin::ByteReader& in) override {
    for (const auto& share : shares_) share->load(in);
  }

  bool finished() const override {
    std::int64_t outstanding = 0;
    for (const auto& share : shares_) outstanding += share->outstanding();
    return outstanding == 0;
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
  double progress() const override {
    const auto records = static_cast<double>(source_->records());
    std::uint64_t read = 0;
    for (const auto& share : shares_) read += share->reader().records_read();
    return records > 0 ? static_cast<double>(read) / records : 1;
  }

  Report report() const override;
  std::vector<RankAccount> rank_accounts(Cycle now) const override {
    std::vector<RankAccount> accounts;
    accounts.reserve(ranks_->ranks.size());
    for (const Rank& rank : ranks_->ranks)
      accounts.push_back(rank.account(settings_.node_of_rank[accounts.size()], now));
    return accounts;
  }
  std::vector<std::string> explain_wait(std::size_t most, const Carrier& carrier) const override;

 private:
  /// Puts all ranks before their first actions.
  void prepare(const RankDivision& division) {
    Timeline* const timeline = ranks_ ? ranks_->timeline : nullptr;
    only_ = division.only;
    shares_.clear();
    ranks_.emplace(settings_, facts_);
    ranks_->timeline = timeline;
    if (division.parts > 1) ranks_->share_of.assign(division.part_of_task.begin(), division.part_of_task.end());
    for (unsigned i = 0; i < division.parts; ++i) {
      if (division.here(i)) shares_.push_back(std::make_unique<RankShare>(*ranks_, i, source_, settings_));
    }
  }

  std::shared_ptr<const record::TraceSource> source_;
  ReplaySettings settings_;
  NetworkFacts facts_;
  std::optional<unsigned> only_;  ///< the share that this process replays
  std::optional<AllRanks> ranks_;
  std::vector<std::unique_ptr<RankShare>> shares_;
};

Report Replay::report() const {
  Report report;
  for (const auto& share : shares_) share->add_to(report);
  if (const auto left_out = source_->left_out()) {
    report.part_of_trace = true;
    report.sends_left_out = left_out->sends;
    report.receives_left_out = left_out->receives;
  }
  return report;
}

std::vector<std::string> Replay::explain_wait(std::size_t most, const Carrier& carrier) const {
  const auto here = [this](std::uint32_t rank) { return !only_ || ranks_->share_of[rank] == *only_; };
  std::vector<std::string> lines = explain(ranks_->ranks, settings_.node_of_rank, *source_, carrier, here, most);
  std::string incomplete = incomplete_text(*source_);
  if (lines.empty() || incomplete.empty() || only_.value_or(0) != 0) return lines;
  lines.insert(lines.begin(), std::move(incomplete));
  if (lines.size() > most) lines.pop_back();
  return lines;
}

}  // namespace

std::unique_ptr<MessageWorkload> make_message_replay(std::shared_ptr<const record::TraceSource> source,
                                                     const ReplaySettings& settings, const NetworkFacts& facts) {
  return std::make_unique<Replay>(std::move(source), settings, facts);
}

std::unique_ptr<Workload> make_trace_replay(std::shared_ptr<const record::TraceSource> source,
                                            const ReplaySettings& settings, const NetworkFacts& facts,
                                            fsin::OriginalRandom* random, Timeline* timeline) {
  const bool pooled = settings.order == Order::causal && settings.match == Match::packets;
  return make_packetised(make_message_replay(std::move(source), settings, facts), facts, {pooled, random, timeline});
}

}  // namespace trgen::replay
