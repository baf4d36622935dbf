// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/live_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <tuple>

namespace fsin::live {

using workload::Action;
using workload::Message;

namespace {

constexpr Action waiting(Cycle until, bool rouses) { return {Action::Kind::wait, until, {}, rouses}; }

}  // namespace

LiveRanks::LiveRanks(LiveSettings settings, std::vector<std::unique_ptr<Chronicle>> chronicles)
    : settings_(std::move(settings)),
      session_(settings_.session),
      queues_(session_.memory(), std::move(chronicles), settings_.logging, settings_.recorded),
      ranks_(settings_.node_of_rank.size()),
      unfinished_(static_cast<std::int64_t>(ranks_.size())),
      teller_(ranks_.size(), settings_.scale, settings_.session.costs.test) {
  node_of_task_ = settings_.node_of_rank;
  node_of_task_.insert(node_of_task_.end(), settings_.node_of_rank.begin(), settings_.node_of_rank.end());
  for (Rank& rank : ranks_) {
    rank.sent_to.resize(ranks_.size());
    rank.near_until.resize(ranks_.size());
    rank.came_from.resize(ranks_.size());
  }
}

void LiveRanks::tell(workload::Timeline* timeline) {
  teller_.tell(timeline);
  const CallLog how = teller_.call_log();
  queues_.tell_calls(how != CallLog::no ? &teller_ : nullptr, how);
}

Action LiveRanks::next(std::uint32_t task, Cycle now) {
  const auto count = static_cast<std::uint32_t>(ranks_.size());
  return task < count ? next_of_rank(task, now) : next_message(task - count, now);
}

Action LiveRanks::next_of_rank(std::uint32_t number, Cycle now) {
  grant_all(now);
  Rank& rank = ranks_[number];
  bool rouses = false;
  for (;;) {
    if (rank.stage == Stage::running) {
      if (!hear(number, now)) return {Action::Kind::failed, never, {}, false};
      rouses = true;  // the task that sends its messages, and ranks of the node to which it has sent some
      if (rank.stage == Stage::running) return {Action::Kind::compute, rank.horizon, {}, rouses};
    }
    if (rank.stage == Stage::ended) return {Action::Kind::end, never, {}, rouses};
    if (now < rank.clock_cycle) return {Action::Kind::compute, rank.clock_cycle, {}, rouses};
    if (rank.stage == Stage::finishing) {
      if (!finish(number)) return {Action::Kind::failed, never, {}, false};
      return {Action::Kind::end, never, {}, rouses};
    }
    if (!grant(number, now)) {
      return waiting(std::min(rank.until_cycle, next_near(number)), rouses);
    }
  }
}

/// The messages of a rank leave one after the other, none before its time.
Action LiveRanks::next_message(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_[number];
  if (failed()) return {Action::Kind::failed, never, {}, false};
  if (rank.outbox.empty()) return waiting(never, false);
  const MessageHead& first = head(rank.outbox.front());
  const Message message{first.source, first.destination, static_cast<std::int32_t>(first.tag & 0x7fffffffU),
                        static_cast<std::uint32_t>(first.tag >> 34U), first.bytes};
  if (teller_.timeline() != nullptr) teller_.leaves(number, std::max(settings_.scale.cycle(first.leaves), Cycle{1}));
  rank.sends_at = std::max({settings_.scale.cycle(first.leaves), now, Cycle{1}});
  return {Action::Kind::send, rank.sends_at, message, false};
}

Action LiveRanks::sent(std::uint32_t task, Cycle now) {
  const auto number = task - static_cast<std::uint32_t>(ranks_.size());
  ranks_[number].outbox.pop_front();
  return next_message(number, now + 1);
}

/// Everything that comes in a cycle has come before the first task is asked in it: all ranks for which something has
/// come go on at once, side by side.
void LiveRanks::grant_all(Cycle now) {
  for (const std::uint32_t number : to_grant_) {
    if (ranks_[number].stage == Stage::waiting && ranks_[number].clock_cycle <= now) grant(number, now);
  }
  to_grant_.clear();
}

/// Gives a waiting rank its turn, if anything has come for it or it waits no longer.
bool LiveRanks::grant(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_[number];
  take_near(number, now);
  match(number);
  const bool late = rank.until_cycle <= now;
  if (!rank.awaited && !late) return false;
  RankBlock& block = session_.memory().rank(number);
  const std::size_t count = std::min(rank.arrived.size(), most_handed_over);
  const bool tests = rank.until_cycle != never;
  std::uint64_t clock = rank.clock;
  for (std::size_t i = 0; i < count; ++i) block.arrivals[i] = rank.arrived[i].offset;
  if (count > 0) {
    clock = std::max(clock, settings_.scale.picoseconds(rank.arrived[count - 1].cycle));
  } else {
    clock = std::max(clock, rank.until);
  }
  if (teller_.timeline() != nullptr) {
    tell_taken(number, std::span(rank.arrived).first(count));
    teller_.waited(number, clock);
  }
  rank.arrived.erase(rank.arrived.begin(), rank.arrived.begin() + static_cast<std::ptrdiff_t>(count));
  rank.waited += clock - rank.clock;
  rank.clock = clock;
  block.arrived = static_cast<std::uint32_t>(count);
  block.granted = clock;
  rank.stage = Stage::running;
  rank.awaited = false;
  rank.matched = 0;
  block.quiet = tests ? settings_.scale.picoseconds(quiet_until(number, now)) : 0;
  session_.give_turn(number);
  return true;
}

/// Sleeps until the rank hands its turn over, and takes what it has sent; or until it is known to compute beyond the
/// next cycle, so that what it sends will be known in time. False when the run has failed.
bool LiveRanks::hear(std::uint32_t number, Cycle now) {
  if (failed()) return false;
  while (ranks_[number].stage == Stage::running) {
    Session::Heard heard = session_.hear(number, settings_.scale.picoseconds(now + 2));
    if (heard.trouble) {
      fail(std::move(*heard.trouble));
      return false;
    }
    if (heard.earliest != 0) {
      take_sends(number, now);  // those before the burst
      ranks_[number].horizon = settings_.scale.cycle(heard.earliest) - 1;
      return true;
    }
    if (!take_turn(number, now)) return false;
  }
  return true;
}

void LiveRanks::take_sends(std::uint32_t number, Cycle now) {
  RankBlock& block = session_.memory().rank(number);
  const std::uint64_t end = block.sent.load(std::memory_order_acquire);
  for (std::uint64_t each = block.sends_taken.load(std::memory_order_relaxed); each != end; ++each) {
    take_message(number, block.sends[each % most_handed_over], now);
  }
  block.sends_taken.store(end, std::memory_order_release);
}

bool LiveRanks::take_turn(std::uint32_t number, Cycle now) {
  Rank& rank = ranks_[number];
  RankBlock& block = session_.memory().rank(number);
  if (!serve_queues(number)) return false;
  take_sends(number, now);
  if (teller_.timeline() != nullptr && (block.reason != Reason::full || block.test_rows == 0)) {
    teller_.passed(number, block.clock, std::span(block.tests, block.test_rows));
    if (block.reason == Reason::finalizes) teller_.ended(number, block.clock);
  }
  if (block.reason == Reason::full) {
    block.granted = block.clock;
    session_.give_turn(number);
    return true;
  }
  take_tests(number);
  rank.computed = block.computed;
  rank.clock = block.clock;
  rank.clock_cycle = settings_.scale.cycle(block.clock);
  rank.until = block.until;
  rank.until_cycle = block.until == no_end ? never : settings_.scale.cycle(block.until);
  rank.stage = block.reason == Reason::finalizes ? Stage::finishing : Stage::waiting;
  return true;
}

/// False when what the ranks do cannot be written down.
bool LiveRanks::serve_queues(std::uint32_t number) {
  try {
    queues_.serve(number);
  } catch (const std::runtime_error& error) {
    fail(error.what());
    return false;
  }
  return true;
}

/// The rank has come to its end in simulated time; with the last one, the program may end.
bool LiveRanks::finish(std::uint32_t number) {
  ranks_[number].stage = Stage::ended;
  if (unfinished_ == 1) {
    if (auto reason = session_.wait_for_end()) {
      fail(std::move(*reason));
      return false;
    }
    try {
      queues_.finish();
    } catch (const std::runtime_error& error) {
      fail(error.what());
      return false;
    }
  }
  --unfinished_;
  return true;
}

void LiveRanks::take_message(std::uint32_t number, std::uint64_t offset, Cycle now) {
  const MessageHead& message = head(offset);
  Rank& rank = ranks_[number];
  ++rank.messages;
  rank.bytes += message.bytes;
  if (node_of_task_[number] != node_of_task_[message.destination]) {
    rank.outbox.push_back(offset);
    return;
  }
  ++copied_;
  if (!settings_.copies.share) return copy_alone(message, offset, now);
  std::vector<Copy>& waiting = sharing_[node_of_task_[number]].waiting;
  waiting.push_back({std::max<Cycle>(settings_.scale.cycle(message.leaves), 1), number, rank.messages, offset});
  std::push_heap(waiting.begin(), waiting.end(), begins_later);
}

void LiveRanks::fail(std::string reason) {
  failed_ = true;
  failure_ = std::move(reason);
  session_.end();
}

}  // namespace fsin::live
