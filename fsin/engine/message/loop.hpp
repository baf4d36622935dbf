// SPDX-License-Identifier: Apache-2.0
// The loop of the engine without routers: it drives a load over the network of a model (model.hpp) from cycle to cycle,
// and skips cycles in which nothing happens. Stop rules, statistics and results are those of the other engines.
//
// A cycle, in this order: consumed transfers are reported to the load; the load acts and begins transfers; ranks whose
// messages have left their source go on, in the next cycle. The load is a Feed: packet_feed.hpp or message_feed.hpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fsin/engine/limits.hpp"
#include "fsin/engine/message/model.hpp"
#include "fsin/engine/message/parcels.hpp"
#include "fsin/engine/standing_checkpoint.hpp"
#include "fsin/engine/stopping.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::message {

/// A transfer that a feed wants carried, passed to begin() of the loop, which returns Begun.
struct Sending {
  Transfer transfer;
  std::uint32_t token = 0;
  Cycle generated = 0;
};
struct Begun {
  TransferNumber number = 0;
  Cycle leaves = 0;  ///< first cycle in which the transfer leaves its source
};

template <class F>
concept Feed = requires(F& feed, const F& ready, TransferNumber number, const Parcel& parcel, Cycle now) {
  {feed.set_out()};                         // before the first cycle
  { ready.next() } -> std::same_as<Cycle>;  // next cycle in which the feed does anything by itself
  {feed.consumed(number, parcel, Cycle{} /*of the end*/, now)};
  {feed.left(number, now)};                              // a message has left its source in this cycle
  {feed.consumed_last(parcel, Cycle{} /*of the end*/)};  // the same in the last cycle of the run: nobody acts on it
  // {feed.arrive(now)}, for a feed with messages that cross no network: reports those that have arrived by now
  {
    feed.act(now, [](const Sending&) { return Begun{}; })
    } -> std::same_as<bool>;  // whether the feed did anything
  { ready.finished() } -> std::same_as<bool>;
  { ready.stands_still() } -> std::same_as<bool>;  // nothing can end the waits, whatever else moves
  { ready.failed() } -> std::same_as<bool>;
  { ready.failure() } -> std::same_as<std::string>;
  { ready.explain_wait(std::size_t{}) } -> std::same_as<std::vector<std::string>>;
  { ready.accounts() } -> std::same_as<const workload::Accounts&>;
};

template <Network N, Feed F>
class Loop {
 public:
  Loop(N network, const Ground& ground, F& feed, const RunPlan& plan, Control& control)
      : network_(std::move(network)),
        feed_(feed),
        plan_(plan),
        control_(control),
        tally_(plan, control.on_delivery, ground.nodes()),
        stopping_(plan, ground.rules, tally_.last()) {
    network_.prepare(ground);
  }

  stats::RunTotals run() {
    bool goes_on = true;
    if (load_state()) {
      goes_on = act();
    } else {
      feed_.set_out();
      if (plan_.warmup == 0) pass_borders(1);
      if (feed_.finished()) return tally_.close(outcome_, 1, feed_.accounts());  // nothing to do
      if (feed_.failed()) finish(stats::Outcome::interrupted, 0);
    }
    while (goes_on && outcome_ != stats::Outcome::interrupted) goes_on = step();
    network_.finish(end_, told_);
    for (const auto& [number, cycle] : told_.consumed) {
      tally_.delivered(parcels_[number], cycle);
      feed_.consumed_last(parcels_[number], cycle);
      release(number);
    }
    if (outcome_ == stats::Outcome::deadlock) tally_.totals().diagnosis = feed_.explain_wait(most_diagnosis_lines);
    tally_.totals().failure = feed_.failure();
    if (!network_failure().empty()) tally_.totals().failure = network_failure();
    if (!feed_.failure().empty()) outcome_ = stats::Outcome::interrupted;
    return tally_.close(outcome_, end_, feed_.accounts());
  }

 private:
  bool step() {
    const Cycle acts = feed_.next();
    if constexpr (requires { network_.run_ahead(acts); }) network_.run_ahead(acts);
    const Cycle next = std::min(network_.next(), acts);
    // While transfers are under way something is planned: this network cannot come to a standstill.
    const Cycle progress = next == never ? happened_ : next - 1;
    if (const auto end = stopping_.before(next, progress, next == never ? 0 : tally_.in_network())) {
      pass_borders(end->cycle);
      return finish(end->outcome, end->cycle);
    }
    pass_borders(next);
    now_ = next;
    network_.advance(now_, told_);
    tell_consumed();
    return act();
  }

  /// The load acts, and what follows from it, in a cycle whose transfers have been told.
  bool act() {
    const bool acted = feed_.act(now_, [this](const Sending& sending) { return begin(sending); });
    for (const auto& [number, cycle] : told_.left) feed_.left(number, cycle);
    if (acted || !told_.empty()) happened_ = now_;
    told_.clear();
    if constexpr (requires { network_.settle(now_); }) network_.settle(now_);
    if (feed_.failed() || !network_failure().empty()) return finish(stats::Outcome::interrupted, now_);
    if (feed_.finished()) return finish(stats::Outcome::finished, now_ + 1);
    if (feed_.stands_still()) return finish(stats::Outcome::deadlock, now_);
    if (control_.stop.load(std::memory_order_relaxed)) return finish(stats::Outcome::interrupted, now_);
    // The clock is read often enough for steps of a millisecond, as those of many flows are.
    if (++steps_ % 64 == 0 && control_.progress) tell_progress();
    return true;
  }

  void tell_consumed() {
    if constexpr (requires { feed_.arrive(now_); }) feed_.arrive(now_);
    for (const auto& [number, cycle] : told_.consumed) {
      tally_.delivered(parcels_[number], cycle);
      feed_.consumed(number, parcels_[number], cycle, now_);
      release(number);
    }
  }

  Begun begin(const Sending& sending) {
    const Transfer& transfer = sending.transfer;
    const Parcel parcel{transfer.source,  transfer.destination, sending.token, 1, transfer.phits, now_,
                        sending.generated};
    tally_.entered(parcel);
    const Begun begun = carry(transfer, parcel);
    tally_.header_left_source(parcel, begun.leaves);
    tally_.hop();
    return begun;
  }

  Begun carry(const Transfer& transfer, const Parcel& parcel) {
    if constexpr (has_trains) {
      const TransferNumber train = network_.train_of(transfer.source);
      if (train != N::no_train && is_next(parcels_[train], parcel)) {
        const Cycle leaves = network_.extend(train, transfer, now_);
        if (leaves != never) return {train, leaves};
      }
    }
    const TransferNumber number = parcels_.take();
    parcels_[number] = parcel;
    return {number, network_.start(number, transfer, now_)};
  }

  /// True if nothing but the time tells the packet from the one before it.
  static bool is_next(const Parcel& before, const Parcel& packet) {
    return before.destination == packet.destination && before.token == packet.token && before.phits == packet.phits &&
           before.entered - before.generated == packet.entered - packet.generated;
  }

  /// The transfer has been consumed; of a train, its first packet.
  void release(TransferNumber number) {
    if constexpr (has_trains) {
      if (const Cycle later = network_.next_of_train(number); later != 0) {
        parcels_[number].entered += later;
        parcels_[number].generated += later;
        return;
      }
    }
    parcels_.give_back(number);
  }

  std::string_view network_failure() const {
    if constexpr (requires { network_.failure(); }) return network_.failure();
    return {};
  }

  void tell_progress() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point time = Clock::now();
    if (time - told_progress_ < std::chrono::milliseconds(50)) return;
    told_progress_ = time;
    control_.progress(now_, stopping_.fraction(now_, feed_.accounts()), tally_.in_network());
  }

  /// Lets the state be saved whenever the load stands still (standing_checkpoint.hpp), and goes on from a state that
  /// was. True if there was one: the run is then within the cycle in which its load stood still.
  bool load_state() {
    auto* standing = dynamic_cast<StandingCheckpoint*>(plan_.checkpoint);
    if (standing == nullptr) return false;
    workload::Resumable* load = feed_.resumable();
    if (load == nullptr) throw std::logic_error("this workload cannot be saved");
    bool loaded = false;
    standing->load([&](ByteReader& in) {
      archive(*this, in);
      load->load(in);
      loaded = true;
    });
    standing->save_by([this, load](ByteWriter& out) {
      archive(std::as_const(*this), out);
      load->save(out);
    });
    return loaded;
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.network_, self.feed_, self.tally_, self.parcels_, self.told_, self.now_, self.happened_, self.passed_);
  }

  bool finish(stats::Outcome outcome, Cycle cycles) {
    outcome_ = outcome;
    end_ = cycles;
    return false;
  }

  void pass_borders(Cycle next) {
    for (; next > tally_.border(passed_); ++passed_) tally_.pass_border(passed_, feed_.accounts());
  }

  /// The network keeps packets that follow each other as one transfer.
  static constexpr bool has_trains = requires(N & network) { network.next_of_train(TransferNumber{}); };

  N network_;
  F& feed_;
  const RunPlan& plan_;
  Control& control_;
  Tally tally_;
  Stopping stopping_;
  Parcels parcels_;
  Happenings told_;
  std::uint64_t steps_ = 0;
  std::chrono::steady_clock::time_point told_progress_{};
  Cycle now_ = 0;
  Cycle happened_ = 0;  ///< the last cycle in which anything did: of those that are looked at, some are idle
  Cycle end_ = 0;
  unsigned passed_ = 0;  ///< borders of the tally that have been passed
  stats::Outcome outcome_ = stats::Outcome::finished;
};

}  // namespace fsin::engine::message
