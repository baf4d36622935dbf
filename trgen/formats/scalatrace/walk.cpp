// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/record/trace_error.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr std::size_t deepest = 64;

}  // namespace

void Walk::fail(const Event& event, const std::string& what) const {
  throw record::TraceError(fmt::format("{}:{}: {}", script_.name, event.line, what));
}

std::int64_t Walk::take(const ValuesByRank& values, const Values& of, WalkState& state) const {
  if (values.turn == ValuesByRank::no_turn) return of.numbers.front();
  if (state.turns.empty()) state.turns.resize(script_.turns);
  std::uint32_t& turn = state.turns[values.turn];
  if (turn >= of.numbers.size()) turn = 0;
  return of.numbers[turn++];
}

/// The first event of the rank from here on; the number of events when there is none.
std::uint32_t Walk::member_from(std::uint32_t rank, std::uint32_t event) const {
  while (event < script_.events.size() && !script_.lists.has(script_.events[event].ranks, rank)) ++event;
  return event;
}

/// Opens the loops of an event, from one of them on. False when a loop without iterations has been passed over, and
/// with it the event; state.event is then the last one of that loop.
bool Walk::arrive(std::uint32_t rank, WalkState& state, std::uint32_t event, std::size_t from) const {
  const Event& head = script_.events[event];
  for (std::size_t depth = from; depth < head.loops.size(); ++depth) {
    const Loop& loop = head.loops[depth];
    const Values* const iterations = loop.iterations.of(script_.lists, rank);
    const Values* const events = loop.events.of(script_.lists, rank);
    if (iterations == nullptr || events == nullptr) continue;
    WalkState::Loop made;
    made.head = event;
    made.depth = static_cast<std::uint32_t>(depth);
    made.iterations = static_cast<std::uint64_t>(take(loop.iterations, *iterations, state));
    made.events = made.events_left = static_cast<std::uint64_t>(take(loop.events, *events, state));
    const std::uint64_t around = state.loops.empty() ? 1 : state.loops.back().repeats;
    made.repeats = around * std::max<std::uint64_t>(made.iterations, 1);
    if (!state.loops.empty() && made.events > state.loops.back().events_left)
      fail(head, fmt::format("a loop of {} events reaches beyond the loop around it", made.events));
    if (state.loops.size() == deepest) fail(head, fmt::format("loops nest more than {} deep", deepest));
    if (made.repeats > most_steps_)
      fail(head, fmt::format("the loops would make rank {} repeat more than {} times", rank, most_steps_));
    state.loops.push_back(made);
    if (made.iterations > 0) continue;
    std::uint32_t last = event;
    for (std::uint64_t i = 1; i < made.events; ++i) {
      last = member_from(rank, last + 1);
      if (last >= script_.events.size()) fail(head, "a loop reaches beyond the last event");
    }
    state.loops.back().iterations = 1;
    state.event = last;
    return false;
  }
  state.event = event;
  return true;
}

/// Ends so many events of the innermost loop, which are behind each other up to `at`. Returns the next event; `from` is
/// the first of its loops that is not open.
std::uint32_t Walk::leave(std::uint32_t rank, WalkState& state, std::uint64_t events, std::uint32_t at,
                          std::size_t& from) const {
  while (!state.loops.empty()) {
    WalkState::Loop& loop = state.loops.back();
    loop.events_left -= events;
    if (loop.events_left > 0) break;
    if (--loop.iterations > 0) {
      loop.events_left = loop.events;
      from = loop.depth + 1;
      return loop.head;
    }
    events = loop.events;
    state.loops.pop_back();
  }
  from = 0;
  const std::uint32_t next = member_from(rank, at + 1);
  if (next >= script_.events.size() && !state.loops.empty())
    fail(script_.events[state.loops.back().head], "a loop reaches beyond the last event");
  return next;
}

const Event* Walk::next(std::uint32_t rank, WalkState& state) const {
  if (state.ended) return nullptr;
  std::size_t from = 0;
  std::uint32_t event = state.begun ? leave(rank, state, 1, state.event, from) : member_from(rank, 0);
  state.begun = true;
  while (event < script_.events.size()) {
    if (++state.steps > most_steps_)
      fail(script_.events[event], fmt::format("rank {} makes more than {} calls", rank, most_steps_));
    if (arrive(rank, state, event, from)) return &script_.events[event];
    event = leave(rank, state, state.loops.back().events, state.event, from);
  }
  state.ended = true;
  return nullptr;
}

}  // namespace trgen::formats::scalatrace
