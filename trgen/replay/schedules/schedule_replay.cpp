// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/schedules/schedule_replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "fsin/workload/roused_tasks.hpp"
#include "trgen/replay/schedules/interface_copies.hpp"
#include "trgen/replay/schedules/rank_runner.hpp"

namespace trgen::replay {
namespace {

using fsin::workload::Action;
using fsin::workload::Message;

class ScheduleReplay final : public fsin::workload::MessageWorkload,
                             public fsin::workload::MessageShare,
                             public fsin::workload::RousedTasks {
 public:
  ScheduleReplay(std::shared_ptr<const record::Schedule> schedule, ScheduleSettings settings)
      : schedule_(std::move(schedule)) {
    state_.settings = std::move(settings);
    place();
    for (std::uint32_t rank = 0; rank < count(); ++rank) prepare(rank);
    copies_ = {state_.settings.ranks.costs, node_of_task_.size(), state_.settings.ranks.node_of_rank};
  }

  // The workload.
  std::span<const std::uint32_t> node_of_task() const override { return node_of_task_; }
  std::size_t ranks() const override { return endpoints_.size(); }
  MessageShare& whole() override { return *this; }
  void tell(fsin::workload::Timeline* timeline) override { state_.timeline = timeline; }
  bool finished() const override { return state_.unfinished == 0; }
  std::string failure() const override { return state_.failure; }
  double progress() const override {
    std::uint64_t left = 0;
    for (const ScheduledRank& rank : state_.ranks) left += rank.left;
    const auto all = static_cast<double>(std::max<std::uint64_t>(schedule_->operations(), 1));
    return 1 - static_cast<double>(left) / all;
  }
  fsin::workload::Report report() const override {
    fsin::workload::Report report;
    report.messages_sent = sent_;
    report.messages_delivered = delivered_;
    report.messages_to_self = state_.to_self;
    report.messages_unreceived = state_.begun - state_.taken;
    report.ranks = count();
    report.ranks_finished = count() - state_.unfinished;
    return report;
  }
  std::vector<fsin::workload::RankAccount> rank_accounts(Cycle now) const override;
  std::vector<std::string> explain_wait(std::size_t most, const fsin::workload::Carrier& carrier) const override;

  // The share.
  Action next(std::uint32_t task, Cycle now) override;
  Action sent(std::uint32_t task, Cycle now) override;
  std::uint32_t expect(const Message& message) override;
  bool delivered(std::uint32_t flow, Cycle now) override;
  std::int64_t outstanding() const override { return static_cast<std::int64_t>(state_.unfinished); }
  bool failed() const override { return !state_.failure.empty(); }
  std::span<const std::uint32_t> roused() const override { return state_.roused; }

 private:
  /// An interface as a sending task, and as an end of messages.
  struct Place {
    std::uint32_t rank = 0;
    std::uint32_t nic = 0;
  };

  std::uint32_t count() const { return schedule_->count; }
  void place();
  void prepare(std::uint32_t rank);
  Interface& interface(const Place& place) { return state_.ranks[place.rank].interfaces[place.nic]; }
  const record::ScheduledOperation& front(const Place& place, const Interface& interface) const {
    return state_.ranks[place.rank].schedule->operations[interface.queue[interface.first].number];
  }
  Message message_of(const Place& place, const record::ScheduledOperation& send) const;
  Action next_of_rank(std::uint32_t rank, Cycle now);
  Action next_of_interface(const Place& place, Cycle now);
  Action act(const Place& place, Cycle from);
  void hand_over(const Place& place, Cycle now);

  std::shared_ptr<const record::Schedule> schedule_;
  ScheduleState state_;
  std::vector<Place> endpoints_;                    ///< ranks, then interfaces with ports of their own
  std::vector<std::vector<std::uint32_t>> end_of_;  ///< by rank, of those interfaces: their number among endpoints
  std::vector<Place> senders_;                      ///< by task, behind the endpoints
  std::vector<std::uint32_t> node_of_task_;
  struct UnderWay {
    Letter letter;
    std::uint32_t destination = 0;  ///< rank
  };
  std::vector<UnderWay> under_way_;  ///< by token
  InterfaceCopies copies_;
  std::uint64_t sent_ = 0, delivered_ = 0;
};

void ScheduleReplay::place() {
  const auto& nodes = state_.settings.node_of_nic;
  end_of_.resize(count());
  for (std::uint32_t rank = 0; rank < count(); ++rank) endpoints_.push_back({rank, 0});
  for (std::uint32_t rank = 0; rank < count(); ++rank) {
    end_of_[rank].push_back(rank);
    for (std::uint32_t nic = 1; state_.settings.own_ports && nic < nodes[rank].size(); ++nic) {
      end_of_[rank].push_back(static_cast<std::uint32_t>(endpoints_.size()));
      endpoints_.push_back({rank, nic});
    }
  }
  for (const Place& each : endpoints_) node_of_task_.push_back(nodes[each.rank][each.nic]);
  for (std::uint32_t rank = 0; rank < count(); ++rank) {
    for (std::uint32_t nic = 0; nic < nodes[rank].size(); ++nic) {
      senders_.push_back({rank, nic});
      node_of_task_.push_back(nodes[rank][nic]);
    }
  }
}

void ScheduleReplay::prepare(std::uint32_t number) {
  ScheduledRank& rank = state_.ranks.emplace_back();
  rank.schedule = &schedule_->of(number);
  rank.left = rank.schedule->operations.size();
  state_.unfinished += rank.left != 0 ? 1 : 0;
  rank.missing = rank.schedule->waits_for;
  rank.since.assign(rank.left, Moment{0, 1});
  rank.interfaces.resize(state_.settings.node_of_nic[number].size());
  for (const record::ScheduledOperation& each : rank.schedule->operations)
    rank.processors.resize(std::max<std::size_t>(rank.processors.size(), each.cpu + std::size_t{1}));
  for (std::uint32_t i = 0; i < rank.left; ++i) {
    if (rank.missing[i] == 0) rank.processors[rank.schedule->operations[i].cpu].ready.push({rank.since[i], i});
  }
  // Senders stand in the order of their ranks.
  std::uint32_t task = static_cast<std::uint32_t>(endpoints_.size());
  if (number > 0) task = state_.ranks[number - 1].interfaces.back().task + 1;
  for (Interface& each : rank.interfaces) each.task = task++;
}

Action ScheduleReplay::next(std::uint32_t task, Cycle now) {
  state_.roused.clear();
  if (task < count()) return next_of_rank(task, now);
  if (task < endpoints_.size()) return {Action::Kind::end, never, {}, false};
  return next_of_interface(senders_[task - endpoints_.size()], now);
}

Action ScheduleReplay::next_of_rank(std::uint32_t rank, Cycle now) {
  RankRunner runner(state_, rank);
  runner.run(now);
  const bool rouses = !state_.roused.empty();
  if (!state_.failure.empty()) return {Action::Kind::failed, never, {}, rouses};
  if (state_.ranks[rank].left == 0) return {Action::Kind::end, never, {}, rouses};
  const Cycle next = runner.next();
  return {Action::Kind::wait, next == never ? never : std::max(next, now + 1), {}, rouses};
}

Action ScheduleReplay::next_of_interface(const Place& place, Cycle now) {
  Interface& self = interface(place);
  copies_.settle(self, state_.settings.ranks.node_of_rank[place.rank], now);
  if (self.state == Interface::State::copies) {
    if (now < self.busy_until) return {Action::Kind::compute, self.busy_until, {}, false};
    hand_over(place, now);
  }
  Action action = act(place, now);
  if (self.state == Interface::State::copies && self.busy_until <= now) action.cycle = self.busy_until = now + 1;
  return action;
}

Action ScheduleReplay::sent(std::uint32_t task, Cycle now) {
  state_.roused.clear();
  const Place place = senders_[task - endpoints_.size()];
  ++sent_;
  RankRunner(state_, place.rank).left(interface(place), now);
  state_.roused.push_back(place.rank);
  return act(place, now + 1);
}

/// A message within the node has been copied.
void ScheduleReplay::hand_over(const Place& place, Cycle now) {
  Interface& self = interface(place);
  const record::ScheduledOperation& send = front(place, self);
  const Message message = message_of(place, send);
  const std::uint32_t token = expect(message);
  const UnderWay& under_way = under_way_[token];
  state_.ranks[under_way.destination].inbox.push_back({now + 1, under_way.letter});
  ++sent_;
  ++delivered_;
  if (state_.timeline != nullptr) {
    fsin::workload::MessageLife life{message.source, message.destination, message.tag, message.bytes, self.began, now,
                                     token};
    copies_.tell(self, now, life);
    state_.timeline->background(message.source, fsin::workload::Activity::send, self.began, now);
    state_.timeline->message(life);
  }
  state_.roused.push_back(under_way.destination);
  RankRunner(state_, place.rank).left(self, now);
  state_.roused.push_back(place.rank);
}

/// What the interface does from cycle `from` on.
Action ScheduleReplay::act(const Place& place, Cycle from) {
  Interface& self = interface(place);
  const bool rouses = !state_.roused.empty();
  if (self.empty()) return {Action::Kind::wait, never, {}, rouses};
  const record::ScheduledOperation& send = front(place, self);
  const Cycle first = std::max(from, self.queue[self.first].from);
  const Message message = message_of(place, send);
  if (state_.timeline != nullptr) state_.timeline->background_from(message.source, first, fsin::workload::no_cause);
  if (!state_.is_near(place.rank, send.peer)) {
    self.state = Interface::State::sends;
    return {Action::Kind::send, first, message, rouses};
  }
  copies_.begin(self, state_.settings.ranks.node_of_rank[place.rank], send.amount, from, first);
  return {Action::Kind::compute, self.busy_until, {}, rouses};
}

Message ScheduleReplay::message_of(const Place& place, const record::ScheduledOperation& send) const {
  const auto end = [&](std::uint32_t rank) {
    return place.nic < end_of_[rank].size() ? end_of_[rank][place.nic] : rank;
  };
  return {end(place.rank), end(send.peer), send.tag, 0, send.amount};
}

std::uint32_t ScheduleReplay::expect(const Message& message) {
  std::uint32_t token = static_cast<std::uint32_t>(under_way_.size());
  if (state_.free_tokens.empty()) {
    under_way_.emplace_back();
  } else {
    token = state_.free_tokens.back();
    state_.free_tokens.pop_back();
  }
  under_way_[token] = {{endpoints_[message.source].rank, message.tag, message.bytes, token},
                       endpoints_[message.destination].rank};
  return token;
}

bool ScheduleReplay::delivered(std::uint32_t flow, Cycle now) {
  state_.roused.clear();
  ++delivered_;
  const UnderWay& message = under_way_[flow];
  state_.ranks[message.destination].inbox.push_back({now, message.letter});
  state_.roused.push_back(message.destination);
  return true;
}

std::vector<fsin::workload::RankAccount> ScheduleReplay::rank_accounts(Cycle now) const {
  std::vector<fsin::workload::RankAccount> accounts(endpoints_.size());
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    const ScheduledRank& rank = state_.ranks[endpoints_[i].rank];
    fsin::workload::RankAccount& account = accounts[i];
    account.node = fsin::NodeId(node_of_task_[i]);
    account.ended = rank.left == 0;
    if (i >= count()) {
      account.stream_of = endpoints_[i].rank;
      continue;
    }
    account.finished = account.ended ? std::min(rank.last, now) : now;
    account.compute = rank.computed - (rank.covered > now ? std::min(rank.computed, rank.covered - now) : 0);
    account.wait_message = account.finished - std::min(account.finished, account.compute);
    account.messages = rank.messages;
    account.bytes = rank.bytes;
  }
  return accounts;
}

std::vector<std::string> ScheduleReplay::explain_wait(std::size_t most,
                                                      const fsin::workload::Carrier& /*carrier*/) const {
  std::vector<std::string> lines;
  for (std::uint32_t number = 0; number < count() && lines.size() < most; ++number) {
    const ScheduledRank& rank = state_.ranks[number];
    const auto wanted = rank.office.waiting();
    if (!wanted) continue;
    const record::ScheduledOperation& one = rank.schedule->operations[wanted->number];
    lines.push_back(fmt::format(
        "rank {} (node {}) waits for {} B from {}, {}: operation {}{}; {} of its operations are not done, {} receives "
        "among them wait",
        number, state_.settings.ranks.node_of_rank[number], one.amount,
        one.any_source ? "any rank" : fmt::format("rank {}", one.peer),
        one.any_tag ? "any tag" : fmt::format("tag {}", one.tag), wanted->number + 1,
        one.line == 0 ? "" : fmt::format(", {}:{}", schedule_->name, one.line), rank.left, rank.office.waits()));
  }
  return lines;
}

}  // namespace

std::unique_ptr<fsin::workload::MessageWorkload> make_schedule_replay(std::shared_ptr<const record::Schedule> schedule,
                                                                      ScheduleSettings settings) {
  return std::make_unique<ScheduleReplay>(std::move(schedule), std::move(settings));
}

}  // namespace trgen::replay
