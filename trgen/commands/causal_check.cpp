// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/causal_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace trgen::commands {

using record::Kind;
using record::Record;

namespace {

constexpr int turn = 64;  // records of a rank before the next rank has its turn

}  // namespace

CausalCheck::CausalCheck(const record::TraceSource& trace, std::size_t most_problems)
    : trace_(trace), most_problems_(most_problems), cursor_(trace.open()), states_(trace), ranks_(trace.ranks()) {
  for (const record::Incomplete& each : trace.notes().incomplete) {
    if (each.rank < ranks_.size()) ranks_[each.rank].incomplete = true;
  }
}

CheckResult CausalCheck::run() {
  for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
    runnable_.push_back(rank);
    if (trace_.records(rank) == 0) ++result_.silent_ranks;
  }
  bool going = true;
  while (going && !full()) {
    while (!runnable_.empty() && !full()) {
      const std::uint32_t rank = runnable_.front();
      runnable_.pop_front();
      if (advance(rank)) runnable_.push_back(rank);
    }
    going = !runnable_.empty() || release_paused() || resolve_stall();
  }
  if (!cursor_->failure().empty()) {
    throw record::TraceError(fmt::format("{}: {}", trace_.name(), cursor_->failure()));
  }
  result_.complete = !full();
  report_unmatched();
  report_contradictions();
  // If some ranks did not reach their ends, the messages that they would have sent still belong to the trace.
  const bool all_played = result_.complete && trace_.notes().incomplete.empty();
  result_.messages = all_played ? result_.played : balance().messages();
  result_.in_flight_peak = in_flight_.peak();
  result_.outside_states = states_.outside();
  result_.first_outside = states_.first_outside();
  const auto by_line = [](const Problem& a, const Problem& b) { return a.line < b.line; };
  std::stable_sort(result_.problems.begin(), result_.problems.end(), by_line);
  std::stable_sort(orders_.begin(), orders_.end(), by_line);
  result_.problems.insert(result_.problems.end(), orders_.begin(), orders_.end());
  if (result_.problems.size() > most_problems_) {
    result_.problems.resize(most_problems_);
    result_.complete = false;
  }
  return std::move(result_);
}

/// Gives a rank one turn. True if it can continue.
bool CausalCheck::advance(std::uint32_t rank) {
  Record record;
  for (int i = 0; i < turn; ++i) {
    if (ranks_[rank].unreceived > pause_at_) {
      paused_.push_back(rank);
      return false;
    }
    if (!cursor_->next(rank, record)) {
      finish_rank(rank);
      return false;
    }
    ++ranks_[rank].consumed;
    if (auto fault = states_.next(rank, record)) add(rank, record, std::move(*fault));
    if (record.kind == Kind::send) send(rank, record);
    if (record.kind == Kind::receive && !receive(rank, record)) return false;
  }
  return true;
}

void CausalCheck::finish_rank(std::uint32_t rank) {
  if (ranks_[rank].incomplete) {
    ranks_[rank].stuck = true;
    return;
  }
  Record last;
  if (auto fault = states_.end(rank, last)) add(rank, last, std::move(*fault));
}

void CausalCheck::send(std::uint32_t rank, const Record& record) {
  ++result_.played;
  if (record.peer == rank) ++result_.self_messages;
  const Channel channel = channel_of(rank, record);
  const auto debt = debts_.empty() ? debts_.end() : debts_.find({channel, record.bytes});
  if (debt != debts_.end()) {
    if (--debt->second == 0) debts_.erase(debt);
    ++result_.received;
    return;
  }
  Rank& to = ranks_[record.peer];
  if (to.blocked && channel_of(record.peer, to.waiting) == channel && to.waiting.bytes == record.bytes) {
    to.blocked = false;
    ++result_.received;
    runnable_.push_back(record.peer);
    return;
  }
  if (to.stuck) {
    ++result_.unreceived;
    return;
  }
  in_flight_.send(channel, record.bytes, record.line);
  ++ranks_[rank].unreceived;
}

bool CausalCheck::receive(std::uint32_t rank, const Record& record) {
  if (record.match != 0) pairs_.note(rank, record);
  if (in_flight_.take(channel_of(rank, record), record.bytes)) {
    ++result_.received;
    --ranks_[record.peer].unreceived;
    return true;
  }
  ranks_[rank].waiting = record;
  ranks_[rank].blocked = true;
  return false;
}

/// Missing messages shift the numbers of later ones, so numbers are judged only if none is missing.
void CausalCheck::report_contradictions() {
  if (!result_.problems.empty() || result_.impossible_orders > 0) return;
  for (Contradiction& each : pairs_.run(trace_, most_problems_)) add(each.rank, each.record, std::move(each.text));
}

/// When no other rank can continue, paused ranks do: first those whose messages have been received meanwhile.
bool CausalCheck::release_paused() {
  if (paused_.empty()) return false;
  const auto ready = std::stable_partition(paused_.begin(), paused_.end(),
                                           [&](std::uint32_t rank) { return ranks_[rank].unreceived > pause_at_; });
  if (ready == paused_.end()) {
    pause_at_ *= 2;
    runnable_.assign(paused_.begin(), paused_.end());
    paused_.clear();
  } else {
    runnable_.assign(ready, paused_.end());
    paused_.erase(ready, paused_.end());
  }
  return true;
}

void CausalCheck::add(std::uint32_t rank, const Record& record, std::string text) {
  result_.problems.push_back({rank, record.line, words(record), std::move(text)});
}

}  // namespace trgen::commands
