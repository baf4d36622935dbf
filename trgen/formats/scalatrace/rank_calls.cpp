// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/rank_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/formats/scalatrace/arguments.hpp"

namespace trgen::formats::scalatrace {

std::uint64_t RankCalls::size(std::uint32_t communicator) const {
  if (communicator == Order::world) return script_.ranks;
  return communicator == Order::self ? 1 : order_.groups[communicator - Order::first_group]->size();
}

std::uint32_t RankCalls::world_rank(std::uint32_t communicator, std::int64_t number, std::uint32_t rank) const {
  if (number < 0 || static_cast<std::uint64_t>(number) >= size(communicator)) return record::no_rank;
  const auto place = static_cast<std::uint32_t>(number);
  if (communicator == Order::world) return place;
  return communicator == Order::self ? rank : (*order_.groups[communicator - Order::first_group])[place];
}

std::uint64_t RankCalls::own_place(std::uint32_t communicator, std::uint32_t rank) const {
  if (communicator == Order::world) return rank;
  if (communicator == Order::self) return 0;
  const auto& members = *order_.groups[communicator - Order::first_group];
  return static_cast<std::uint64_t>(std::find(members.begin(), members.end(), rank) - members.begin());
}

std::uint64_t RankCalls::duration(const std::vector<Duration>& all, std::uint32_t after, bool& found) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const Duration& each) { return each.after == after; });
  found = at != all.end();
  return found ? at->mean : 0;
}

bool RankCalls::next(std::uint32_t rank, CallState& state, Call& call, Unused& unused) const {
  const Event* const event = walk_.next(rank, state.walk);
  if (event == nullptr) return false;
  auto awaited = std::move(call.awaited);  // its memory is used again
  awaited.clear();
  call = Call{};
  call.awaited = std::move(awaited);
  call.event = event;
  call.does = functions()[event->function].does;
  bool found = false;
  call.inside = duration(event->inside, state.path, found);
  call.computing = duration(event->computing, state.path, found);
  if (!found && !event->computing.empty()) ++unused.paths;
  state.path = event->path;
  Arguments arguments{*this, *event, rank, state, unused};
  switch (call.does) {
    case Does::nothing:
    case Does::finish:
      break;
    case Does::persistent:
      ++state.requests;
      break;
    case Does::wait:
    case Does::wait_all:
      requests(arguments, call);
      break;
    case Does::duplicate:
    case Does::split:
    case Does::create:
      group(arguments, call);
      break;
    default:
      is_collective(call.does) ? collective(arguments, call) : messages(arguments, call);
  }
  return true;
}

std::int32_t RankCalls::tag(Arguments& arguments, Parameter parameter, std::uint64_t bytes) const {
  const std::int64_t given = arguments.value(parameter, 0);
  if (given < any_tag || given > any_source) arguments.fail(fmt::format("its tag is {}, which is none", given));
  return static_cast<std::int32_t>(
      order_.sizes_as_tags ? static_cast<std::int64_t>(bytes & static_cast<std::uint64_t>(any_source)) : given);
}

void RankCalls::messages(Arguments& arguments, Call& call) const {
  CallState& state = arguments.state;
  const std::uint32_t communicator = arguments.communicator();
  const std::uint64_t bytes =
      arguments.bytes(WideBytes{arguments.count(Parameter::count)} * arguments.element(Parameter::datatype));
  const bool both = call.does == Does::exchange || call.does == Does::replace;
  const auto add = [&](std::optional<Message>& to, Message made) {
    if (communicator == Order::unknown) ++arguments.unused.communicators;
    made.communicator = communicator;
    to = made;
  };
  if (both || call.does == Does::send || call.does == Does::start_send) {
    Message made;
    made.peer = arguments.destination(communicator);
    made.bytes = bytes;
    made.tag = tag(arguments, Parameter::tag, bytes);
    const bool nobody = made.peer == record::no_rank && communicator != Order::unknown;
    if (nobody) ++arguments.unused.nobody;
    if (!nobody) add(call.sent, made);
  }
  if (both || call.does == Does::receive || call.does == Does::start_receive) {
    Message made;
    made.bytes = bytes;
    if (call.does == Does::exchange) {
      made.bytes = arguments.bytes(WideBytes{arguments.count(Parameter::receive_count)} *
                                   arguments.element(Parameter::receive_datatype));
    }
    made.tag = tag(arguments, both ? Parameter::receive_tag : Parameter::tag, made.bytes);
    made.any_tag = made.tag == any_tag;
    made.receive = state.receives++;
    bool any = false;
    made.peer = arguments.source(communicator, any);
    const bool nobody = made.peer == record::no_rank && !any && communicator != Order::unknown;
    if (nobody) ++arguments.unused.nobody;
    if (!nobody) add(call.received, made);
  }
  if (call.does == Does::start_send || call.does == Does::start_receive) call.started = state.requests++;
}

void RankCalls::requests(Arguments& arguments, Call& call) const {
  const bool all = call.does == Does::wait_all;
  const Parameter named = all ? Parameter::requests : Parameter::request;
  const std::uint64_t number = all ? arguments.count(Parameter::count) : 1;
  const auto started = static_cast<std::int64_t>(arguments.state.requests);
  if (number > static_cast<std::uint64_t>(ring_of_requests))
    arguments.fail(fmt::format("it waits for more than {} requests", ring_of_requests));
  for (std::uint64_t i = 0; i < number; ++i) {
    const std::int64_t offset = arguments.value(named);
    if (offset >= ring_of_requests || offset < -1)
      arguments.fail(fmt::format("its request is {}; requests are -1 to {}", offset, ring_of_requests - 1));
    const std::int64_t request = started + offset - ring_of_requests;
    if (offset >= 0 && request >= 0) call.awaited.push_back(static_cast<std::uint64_t>(request));
  }
}

void RankCalls::group(Arguments& arguments, Call& call) const {
  if (call.does != Does::create) call.communicator = arguments.communicator();
  if (call.does == Does::split) {
    call.color = arguments.value(Parameter::color);
    call.key = arguments.value(Parameter::key);
    const std::int64_t ranks = script_.ranks;
    if (call.key >= 0) call.key = (call.key % ranks + arguments.rank) % ranks;
  }
  ++arguments.state.made;
}

}  // namespace trgen::formats::scalatrace
