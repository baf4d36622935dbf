// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/with_background.hpp"

#include <algorithm>
#include <span>

namespace fsin::workload {
namespace {

constexpr std::uint32_t mark = 1U << 30U;
constexpr std::uint32_t marks = 3U << 30U;

/// Data shared by the shares; each touches its own nodes.
struct Nodes {
  std::vector<std::uint8_t> main;        ///< by node: the main workload may send there
  std::vector<std::uint8_t> background;  ///< by node
  std::vector<std::uint8_t> turn;        ///< by node where both do: the next packet is the background's
  std::vector<std::uint8_t> awake;       ///< by node: the main workload will do something there by itself
};

class Both final : public Share {
 public:
  /// `awake`: nodes of this share that are.
  Both(Nodes& nodes, Share& main, Share& background, std::int64_t awake)
      : nodes_(nodes), main_(main), background_(background), awake_(awake) {}

  Poll poll(NodeId node, Cycle now, bool room) override {
    const std::size_t n = node.index();
    if (nodes_.background[n] == 0) return ask_main(node, now, room);
    if (nodes_.main[n] == 0) return ask_background(node, now, room);
    const bool background_first = nodes_.turn[n] != 0;
    const Poll first = background_first ? ask_background(node, now, room) : ask_main(node, now, room);
    const bool still = room && !first.offers;
    const Poll second = background_first ? ask_main(node, now, still) : ask_background(node, now, still);
    if (first.offers) nodes_.turn[n] = background_first ? 0 : 1;
    if (second.offers) nodes_.turn[n] = background_first ? 1 : 0;
    return joined(first, second, now);
  }

  bool delivered(const Delivery& delivery) override {
    if (!of_background(delivery)) {
      --under_way_;
      const bool acts = main_.delivered(delivery);
      if (acts) set_awake(delivery.destination.index(), true);
      return acts;
    }
    ++count_.delivered;
    Delivery own = delivery;
    own.token &= ~mark;
    return background_.delivered(own);
  }
  void delivered_last(const Delivery& delivery) override {
    if (of_background(delivery)) ++count_.delivered;
  }

  std::int64_t outstanding() const override { return main_.outstanding(); }
  std::int64_t moving() const override { return under_way_ + awake_; }
  bool failed() const override { return main_.failed() || background_.failed(); }
  const Prefetching* prefetching() const override { return nullptr; }
  Exchanging* exchanging() override { return main_.exchanging(); }
  BackgroundCount count() const { return count_; }

  template <class Archive>
  void archive_count(Archive& a) {
    a(count_.entered, count_.phits, count_.delivered, under_way_, awake_);
  }

 private:
  static bool of_background(const Delivery& delivery) { return (delivery.token & marks) == mark; }

  void set_awake(std::size_t node, bool awake) {
    awake_ += (awake ? 1 : 0) - std::int64_t{nodes_.awake[node]};
    nodes_.awake[node] = awake ? 1 : 0;
  }

  Poll ask_main(NodeId node, Cycle now, bool room) {
    const Poll answer = main_.poll(node, now, room);
    if (answer.offers) ++under_way_;
    set_awake(node.index(), answer.next != never || answer.wants_room);
    return answer;
  }

  Poll ask_background(NodeId node, Cycle now, bool room) {
    Poll answer = background_.poll(node, now, room);
    if (answer.offers) {
      answer.packet.token |= mark;
      ++count_.entered;
      count_.phits += answer.packet.phits;
    }
    return answer;
  }

  /// Joins two polls, of which at most one offers. The workload that could not offer for want of a turn is polled again
  /// in the next cycle.
  static Poll joined(const Poll& first, const Poll& second, Cycle now) {
    Poll answer = first.offers ? first : second;
    const Poll& other = first.offers ? second : first;
    answer.more = false;
    answer.next = std::min(first.next, second.next);
    if (answer.offers) {
      if (other.wants_room) answer.next = now + 1;
      answer.wants_room = false;
    } else {
      answer.wants_room = first.wants_room || second.wants_room;
    }
    return answer;
  }

  Nodes& nodes_;
  Share& main_;
  Share& background_;
  BackgroundCount count_;
  std::int64_t under_way_ = 0;  ///< packets of the main workload that entered here, less those delivered here
  std::int64_t awake_;
};

class WithBackground final : public Workload, public Divisible, public Resumable {
 public:
  WithBackground(std::unique_ptr<Workload> main, std::unique_ptr<Workload> background, std::vector<std::uint8_t> sends)
      : main_(std::move(main)), background_(std::move(background)) {
    nodes_.background = std::move(sends);
    nodes_.main.resize(nodes_.background.size());
    nodes_.turn.resize(nodes_.background.size());
    for (std::size_t n = 0; n < nodes_.main.size(); ++n)
      nodes_.main[n] = main_->first_poll(NodeId(static_cast<std::uint32_t>(n))) != never ? 1 : 0;
    nodes_.awake = nodes_.main;
    shares_.push_back(std::make_unique<Both>(nodes_, *main_, *background_,
                                             std::count(nodes_.awake.begin(), nodes_.awake.end(), std::uint8_t{1})));
  }

  Poll poll(NodeId node, Cycle now, bool room) override { return shares_[0]->poll(node, now, room); }
  bool delivered(const Delivery& delivery) override { return shares_[0]->delivered(delivery); }
  void delivered_last(const Delivery& delivery) override { shares_[0]->delivered_last(delivery); }
  std::int64_t moving() const override { return shares_[0]->moving(); }
  bool failed() const override { return main_->failed() || background_->failed(); }
  std::string failure() const override {
    std::string failure = main_->failure();
    return failure.empty() ? background_->failure() : failure;
  }

  Divisible* divisible() override {
    return main_->divisible() != nullptr && background_->divisible() != nullptr ? this : nullptr;
  }
  std::vector<Share*> divide(const Division& division) override {
    const auto main = main_->divisible()->divide(division);
    const auto background = background_->divisible()->divide(division);
    shares_.clear();
    std::vector<Share*> shares(division.parts);
    for (unsigned part = 0; part < division.parts; ++part) {
      if (!division.here(part)) continue;
      std::int64_t awake = 0;
      for (std::size_t n = 0; n < nodes_.awake.size(); ++n)
        awake += division.part_of_node[n] == part ? std::int64_t{nodes_.awake[n]} : 0;
      shares_.push_back(std::make_unique<Both>(nodes_, *main[part], *background[part], awake));
      shares[part] = shares_.back().get();
    }
    return shares;
  }

  Resumable* resumable() override {
    return main_->resumable() != nullptr && background_->resumable() != nullptr ? this : nullptr;
  }
  void save(ByteWriter& out) const override {
    main_->resumable()->save(out);
    background_->resumable()->save(out);
    out(nodes_.turn, nodes_.awake);
    for (const auto& share : shares_) share->archive_count(out);
  }
  void load(ByteReader& in) override {
    main_->resumable()->load(in);
    background_->resumable()->load(in);
    in(nodes_.turn, nodes_.awake);
    for (const auto& share : shares_) share->archive_count(in);
  }

  Cycle first_poll(NodeId node) const override {
    const Cycle main = main_->first_poll(node);
    return nodes_.background[node.index()] == 0 ? main : std::min(main, background_->first_poll(node));
  }
  bool finished() const override { return main_->finished(); }
  double progress() const override { return main_->progress(); }
  Report report(Cycle now) const override {
    Report report = main_->report(now);
    report.background.emplace();
    for (const auto& share : shares_) report.background->merge(share->count());
    report.packets_generated += report.background->entered;
    report.phits_generated += report.background->phits;
    return report;
  }
  std::vector<RankAccount> rank_accounts(Cycle now) const override { return main_->rank_accounts(now); }
  std::vector<std::string> explain_wait(std::size_t most) const override { return main_->explain_wait(most); }

 private:
  std::unique_ptr<Workload> main_;
  std::unique_ptr<Workload> background_;
  Nodes nodes_;
  std::vector<std::unique_ptr<Both>> shares_;  ///< the shares of this process
};

}  // namespace

std::unique_ptr<Workload> with_background(std::unique_ptr<Workload> main, std::unique_ptr<Workload> background,
                                          std::vector<std::uint8_t> sends) {
  return std::make_unique<WithBackground>(std::move(main), std::move(background), std::move(sends));
}

}  // namespace fsin::workload
