// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/schedules/rank_runner.hpp"

#include <fmt/core.h>

namespace trgen::replay {
namespace {

constexpr std::uint32_t no_token = 0xffffffff;

}  // namespace

void RankRunner::run(Cycle now) {
  std::vector<Letter> letters;
  std::erase_if(rank_.inbox, [&](const Come& each) {
    if (each.at > now) return false;
    letters.push_back(each.letter);
    return true;
  });
  // Carriers report the messages of a cycle in any order.
  std::sort(letters.begin(), letters.end(), [](const Letter& a, const Letter& b) { return a.name() < b.name(); });
  for (const Letter& letter : letters) come(letter, Moment::found_in(now));
  while (state_.failure.empty()) {
    bool goes_on = run_bursts(now);
    goes_on = free_interfaces(now) || goes_on;
    while (Processor* const processor = next_to_begin()) {
      begin(*processor);
      goes_on = true;
    }
    if (!goes_on) return;
  }
}

/// Ends the bursts that are over.
bool RankRunner::run_bursts(Cycle now) {
  bool any = false;
  for (Processor& processor : rank_.processors) {
    if (!processor.busy || processor.until > now) continue;
    processor.busy = false;
    processor.free = Moment::end_of(processor.until);
    done(processor.runs, processor.free);
    any = true;
  }
  return any;
}

/// Messages that wait for an interface that is free go back to their processors, the first of each.
bool RankRunner::free_interfaces(Cycle now) {
  bool any = false;
  for (Interface& interface : rank_.interfaces) {
    if (!interface.empty() || interface.free_from > now) continue;
    for (std::size_t i = 0; i < interface.waiting.size(); ++i) {
      ReadyQueue& waiting = interface.waiting[i];
      if (waiting.empty()) continue;
      ReadyOperation again = waiting.top();
      again.since = later(again.since, Moment{std::max<Cycle>(interface.free_from, 1) - 1, interface.free_from});
      rank_.processors[i].ready.push(again);
      waiting.pop();
      any = true;
    }
  }
  return any;
}

/// Of the processors that are free and have an operation to begin, the one whose operation comes first.
Processor* RankRunner::next_to_begin() {
  Processor* first = nullptr;
  for (Processor& each : rank_.processors) {
    if (each.busy || each.ready.empty()) continue;
    if (first == nullptr || first->ready.top() > each.ready.top()) first = &each;
  }
  return state_.failure.empty() ? first : nullptr;
}

void RankRunner::begin(Processor& processor) {
  const ReadyOperation ready = processor.ready.top();
  processor.ready.pop();
  const Moment when = later(ready.since, processor.free);
  const Operation& one = operation(ready.number);
  if (one.kind == Operation::Kind::compute) return begin_burst(processor, ready.number, when);
  if (one.kind == Operation::Kind::receive) return begin_receive(ready.number, when);
  if (state_.settings.port_times && one.peer != number_ && !state_.is_near(number_, one.peer)) {
    Interface& interface = rank_.interfaces[one.nic];
    if (!interface.empty() || interface.free_from > when.from) {
      interface.waiting.resize(rank_.processors.size());
      interface.waiting[one.cpu].push(ready);
      return;
    }
  }
  begin_send(processor, ready.number, when);
}

void RankRunner::begin_burst(Processor& processor, std::uint32_t number, Moment when) {
  started(number, when);
  const ReplaySettings& settings = state_.settings.ranks;
  std::uint64_t length = 0;
  if (settings.run_bursts()) {
    const auto cycles = settings.burst_clock.cycles(operation(number).amount, processor.carry);
    if (!cycles) {
      state_.failure = fmt::format(
          "rank {}: computing for {} ns is longer than any program computes; correct it, or make cpu.scale smaller",
          number_, operation(number).amount);
      return;
    }
    length = *cycles;
    if (length != 0 && !settings.stretch.none())
      length = settings.stretch.cycles(number_, settings.node_of_rank[number_], rank_.bursts++, when.over + 1, length);
  }
  if (length == 0) return done(number, when);
  processor.busy = true;
  processor.runs = number;
  processor.until = when.over + length;
  cover(when.over, processor.until);
}

/// Some processor computes in the cycles behind `after` up to `until`.
void RankRunner::cover(Cycle after, Cycle until) {
  if (until <= rank_.covered) return;
  using fsin::workload::Activity;
  if (state_.timeline != nullptr && after > rank_.covered)
    state_.timeline->span(number_, Activity::wait_message, rank_.covered + 1, after);
  const Cycle from = std::max(after, rank_.covered);
  if (state_.timeline != nullptr) state_.timeline->span(number_, Activity::compute, from + 1, until);
  rank_.computed += until - from;
  rank_.covered = until;
}

void RankRunner::begin_receive(std::uint32_t number, Moment when) {
  started(number, when);
  const Operation& one = operation(number);
  const auto letter =
      rank_.office.post({number, {one.peer, one.tag, one.amount, no_token}, one.any_source, one.any_tag});
  if (letter) take(number, *letter, when);
}

void RankRunner::begin_send(Processor& processor, std::uint32_t number, Moment when) {
  started(number, when);
  const Operation& one = operation(number);
  if (one.peer == number_) {
    ++state_.to_self;
    done(number, when);
    return come({number_, one.tag, one.amount, no_token}, when);
  }
  ++state_.begun;
  ++rank_.messages;
  rank_.bytes += one.amount;
  if (state_.timeline != nullptr) state_.timeline->starts(number_, one.peer, one.amount);
  Interface& interface = rank_.interfaces[one.nic];
  interface.push({number, when.from});
  state_.roused.push_back(interface.task);
  const auto& times = state_.settings.port_times;
  if (!times || one.amount > times->eager || state_.is_near(number_, one.peer)) return;
  processor.busy = true;
  processor.runs = number;
  processor.until = never;
}

void RankRunner::left(Interface& interface, Cycle now) {
  const std::uint32_t number = interface.queue[interface.first].number;
  const Operation& one = operation(number);
  const auto& times = state_.settings.port_times;
  if (times && interface.state == Interface::State::sends)
    interface.free_from = now + 1 - std::min(now, times->leaving(one.amount)) + times->interface(one.amount);
  interface.pop();
  interface.state = Interface::State::idle;
  Processor& processor = rank_.processors[one.cpu];
  if (processor.busy && processor.until == never && processor.runs == number) {
    processor.busy = false;
    processor.free = Moment::end_of(now);
  }
  done(number, Moment::end_of(now));
}

void RankRunner::come(const Letter& letter, Moment when) {
  if (const auto wanted = rank_.office.come(letter)) take(wanted->number, letter, when);
}

void RankRunner::take(std::uint32_t number, const Letter& letter, Moment when) {
  if (letter.token != no_token) {
    ++state_.taken;
    if (state_.timeline != nullptr) state_.timeline->taken(number_, letter.token);
    state_.free_tokens.push_back(letter.token);
  }
  done(number, when);
}

void RankRunner::done(std::uint32_t number, Moment when) {
  rank_.last = std::max(rank_.last, when.over);
  if (--rank_.left == 0) --state_.unfinished;
  release(number, when, false);
}

/// Those that wait for this operation wait for one less.
void RankRunner::release(std::uint32_t number, Moment when, bool at_start) {
  for (const record::Follower& each : rank_.schedule->followers_of(number)) {
    if (each.at_start != at_start) continue;
    rank_.since[each.number] = later(rank_.since[each.number], when);
    if (--rank_.missing[each.number] == 0)
      rank_.processors[operation(each.number).cpu].ready.push({rank_.since[each.number], each.number});
  }
}

Cycle RankRunner::next() const {
  Cycle next = never;
  for (const Processor& each : rank_.processors) {
    if (each.busy) next = std::min(next, each.until);
  }
  for (const Interface& each : rank_.interfaces) {
    const bool waits =
        std::any_of(each.waiting.begin(), each.waiting.end(), [](const auto& of) { return !of.empty(); });
    if (waits && each.empty()) next = std::min(next, each.free_from);
  }
  return next;
}

}  // namespace trgen::replay
