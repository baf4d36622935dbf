// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/rank_teller.hpp"

#include <algorithm>

namespace fsin::live {

using workload::Activity;

CallLog RankTeller::call_log() const {
  switch (timeline_ != nullptr ? timeline_->calls() : workload::Calls::unwanted) {
    case workload::Calls::needed:
      return CallLog::needed;
    case workload::Calls::wanted:
      return CallLog::possible;
    case workload::Calls::unwanted:
      break;
  }
  return CallLog::no;
}

void RankTeller::add(std::uint32_t rank, const LogEntry& entry) {
  Rank& self = ranks_[rank];
  switch (entry.kind) {
    case Logged::name:
      if (self.names.size() <= entry.call) self.names.resize(std::size_t{entry.call} + 1);
      self.names[entry.call] = static_cast<const char*>(entry.name);
      return;
    case Logged::enter:
    case Logged::leave:
      return self.events.push_back({entry.kind, entry.call, entry.event.time, 0});
    case Logged::send:
      return self.events.push_back({entry.kind, entry.event.peer, entry.event.time, entry.event.amount});
    case Logged::pause:
    case Logged::receive:
      return;
  }
}

void RankTeller::passed(std::uint32_t rank, std::uint64_t clock, std::span<const TestRow> tests) {
  std::uint64_t done = 0;  // tests of the first row
  const auto tell_tests = [&](std::uint64_t before) {
    while (!tests.empty()) {
      const std::uint64_t begin = tests.front().begin + done * test_;
      if (begin >= before) return;
      advance(rank, begin);
      advance(rank, begin + test_, Activity::wait_message);
      if (++done < tests.front().count) continue;
      tests = tests.subspan(1);
      done = 0;
    }
  };
  for (const Event& event : ranks_[rank].events) {
    tell_tests(event.time);
    tell_event(rank, event);
  }
  ranks_[rank].events.clear();
  tell_tests(clock);
  advance(rank, clock);
}

void RankTeller::tell_event(std::uint32_t rank, const Event& event) {
  Rank& self = ranks_[rank];
  advance(rank, event.time);
  if (event.kind == Logged::send) {
    if (event.number != rank) timeline_->starts(rank, event.number, event.bytes);
    return;
  }
  self.within = event.kind == Logged::enter;
  if (self.within) return timeline_->enter(rank, {self.names[event.number], {}}, self.last + 1);
  timeline_->leave(rank, self.last);
}

void RankTeller::ended(std::uint32_t rank, std::uint64_t clock) {
  tell_up_to(rank, scale_.cycle(clock), Activity::send);
}

void RankTeller::copied(const workload::MessageLife& life) {
  timeline_->message(life);
  timeline_->background_from(life.source, life.sent, workload::no_cause);
  timeline_->background(life.source, Activity::send, life.sent, life.delivered);
}

void RankTeller::tell_up_to(std::uint32_t rank, Cycle last, Activity activity) {
  Rank& self = ranks_[rank];
  if (last <= self.last) return;
  timeline_->span(rank, activity, self.last + 1, last);
  self.last = last;
}

/// The cycle in which a rank goes on, and in which a message of it can leave, is one of the call that it makes then, as
/// in traces and programs.
void RankTeller::advance(std::uint32_t rank, std::uint64_t clock, Activity activity) {
  const Cycle now = scale_.cycle(clock);
  const bool known = timeline_->calls() != workload::Calls::unwanted;
  tell_up_to(rank, known && now > 0 ? now - 1 : now, activity);
}

/// Without a word of its calls, a rank is taken to compute.
void RankTeller::advance(std::uint32_t rank, std::uint64_t clock) {
  advance(rank, clock, ranks_[rank].within ? Activity::send : Activity::compute);
}

}  // namespace fsin::live
