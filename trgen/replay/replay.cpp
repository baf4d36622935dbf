// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/replay.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "fsin/workload/packetised_workload.hpp"
#include "trgen/replay/ranks/explain.hpp"
#include "trgen/replay/ranks/share.hpp"

namespace trgen::replay {
namespace {

using namespace fsin::workload;

class Replay final : public MessageWorkload, public DivisibleRanks, public Resumable {
 public:
  Replay(MakeReader make_reader, const ReplaySettings& settings, const NetworkFacts& facts)
      : make_reader_(std::move(make_reader)), settings_(settings), facts_(facts) {
    if (settings_.outboxes) {  // each stands on the node of its rank
      node_of_task_.reserve(2 * settings_.node_of_rank.size());
      for (int i = 0; i < 2; ++i)
        node_of_task_.insert(node_of_task_.end(), settings_.node_of_rank.begin(), settings_.node_of_rank.end());
    }
    prepare({});
  }

  std::span<const std::uint32_t> node_of_task() const override {
    return settings_.outboxes ? node_of_task_ : settings_.node_of_rank;
  }
  std::size_t ranks() const override { return settings_.ranks(); }
  MessageShare& whole() override { return *shares_[0]; }
  void tell(Timeline* timeline) override {
    all_->timeline = timeline;
    all_->calls_are_told = all_->calls_are_told || timeline != nullptr;
    for (const auto& share : shares_) share->choose_operations();
  }

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
      if (std::string failure = share->failure(); !failure.empty()) return failure;
    }
    return {};
  }
  double progress() const override {
    double read = 0;
    for (const auto& share : shares_) read += share->reader().read();
    const double whole = shares_[0]->reader().whole();
    return whole > 0 ? std::min(1.0, read / whole) : 1;
  }

  Report report() const override {
    Report report;
    for (const auto& share : shares_) share->add_to(report);
    if (const auto left_out = shares_[0]->reader().left_out()) {
      report.part_of_trace = true;
      report.sends_left_out = left_out->sends;
      report.receives_left_out = left_out->receives;
    }
    return report;
  }
  std::vector<RankAccount> rank_accounts(Cycle now) const override {
    std::vector<RankAccount> accounts;
    accounts.reserve(settings_.ranks());
    for (std::uint32_t rank = 0; rank < settings_.ranks(); ++rank) {
      accounts.push_back(all_->ranks[rank].account(settings_.node_of_rank[rank], settings_.rules(rank).start, now));
      if (settings_.whole_rank(rank) != rank) accounts.back().stream_of = settings_.whole_rank(rank);
    }
    return accounts;
  }
  std::vector<std::string> explain_wait(std::size_t most, const Carrier& carrier) const override {
    std::vector<const Share*> share_of(256);
    for (const auto& share : shares_) share_of[share->number()] = share.get();
    std::vector<std::string> lines;
    for (std::uint32_t rank = 0; rank < settings_.ranks() && lines.size() < most; ++rank) {
      const Share* const share = share_of[all_->share_of[rank]];
      if (share == nullptr) continue;  // in another process
      if (auto line = explain_rank(*all_, *share, rank, carrier)) lines.push_back(std::move(*line));
    }
    if (lines.empty()) return lines;
    const Report sums = report();
    if (sums.departures.count != 0) lines.insert(lines.begin(), departure_text(sums.departures));
    std::string remark = shares_[0]->reader().remark();
    if (!remark.empty() && shares_[0]->number() == 0) lines.insert(lines.begin(), std::move(remark));
    lines.resize(std::min(lines.size(), most));
    return lines;
  }

 private:
  /// Puts all ranks before their first operations.
  void prepare(const RankDivision& division) {
    Timeline* const timeline = all_ ? all_->timeline : nullptr;
    const bool calls_are_told = all_ && all_->calls_are_told;
    shares_.clear();
    all_.emplace(settings_, facts_);
    all_->timeline = timeline;
    all_->calls_are_told = calls_are_told;
    if (division.parts > 1) all_->share_of.assign(division.part_of_task.begin(), division.part_of_task.end());
    for (unsigned i = 0; i < division.parts; ++i) {
      if (division.here(i)) shares_.push_back(std::make_unique<Share>(*all_, i, make_reader_()));
    }
  }

  MakeReader make_reader_;
  ReplaySettings settings_;
  NetworkFacts facts_;
  std::vector<std::uint32_t> node_of_task_;  ///< only with outboxes
  std::optional<AllRanks> all_;
  std::vector<std::unique_ptr<Share>> shares_;
};

}  // namespace

std::unique_ptr<MessageWorkload> make_replay(MakeReader make_reader, const ReplaySettings& settings,
                                             const NetworkFacts& facts) {
  return std::make_unique<Replay>(std::move(make_reader), settings, facts);
}

std::unique_ptr<Workload> make_packet_replay(MakeReader make_reader, const ReplaySettings& settings,
                                             const NetworkFacts& facts, fsin::OriginalRandom* random,
                                             Timeline* timeline) {
  return make_packetised(make_replay(std::move(make_reader), settings, facts), facts,
                         {settings.pooled(), random, timeline});
}

}  // namespace trgen::replay
