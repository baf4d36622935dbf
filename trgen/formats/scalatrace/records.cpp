// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "trgen/formats/common/values.hpp"
#include "trgen/record/mpi_traffic.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::scalatrace {
namespace {

using record::Kind;
using record::Record;

/// A message without time and place.
Record message(const Message& from, Kind kind) {
  Record made;
  made.kind = kind;
  made.peer = from.peer;
  made.tag = from.tag;
  made.communicator = from.communicator;
  made.bytes = from.bytes;
  return made;
}

/// Whether a function has messages that its events do not describe, or not so that they can be followed.
bool holds_other_messages(const Function& function) {
  return (function.does == Does::nothing || function.does == Does::persistent) &&
         record::traffic_of(function.name) == record::Traffic::messages;
}

}  // namespace

/// A source, a tag and a communicator: its messages are taken in the order in which their receives are posted.
struct Channel {
  std::uint32_t source;
  std::uint32_t communicator;
  std::int32_t tag;
  bool operator==(const Channel&) const = default;
};

struct ChannelHash {
  std::size_t operator()(const Channel& each) const {
    std::uint64_t mixed = (std::uint64_t{each.source} << 32 | each.communicator) ^
                          std::uint64_t{static_cast<std::uint32_t>(each.tag)} << 16;
    mixed *= 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed ^ (mixed >> 31));
  }
};

struct Taken {
  std::uint64_t posted = 0;
  std::uint64_t complete = 0;
};

struct Records::Rank {
  CallState calls;
  Call call;
  std::uint64_t clock = 0;
  std::vector<Record> made;  ///< of the last call
  std::size_t next = 0;
  std::map<std::uint64_t, Record> requests;  ///< that are open: receives as they will be complete
  std::unordered_map<Channel, Taken, ChannelHash> channels;
  std::size_t start = 0;  ///< in made: the beginning of the call
  std::size_t taken = 0;  ///< in Order::taken: behind those that were looked up
};

Records::Records(std::shared_ptr<const Script> script, std::shared_ptr<const Order> order,
                 std::shared_ptr<const std::vector<std::uint16_t>> states, std::uint64_t most_calls)
    : script_(std::move(script)),
      order_(std::move(order)),
      states_(std::move(states)),
      calls_(*script_, *order_, most_calls),
      ranks_(script_->ranks),
      ended_(script_->ranks) {}

Records::~Records() = default;

std::uint64_t Records::rank_bytes(const Script& script) {
  constexpr std::uint64_t of_channels = 512;
  return sizeof(Rank) + of_channels + script.turns * sizeof(std::uint32_t);
}

bool Records::next(std::uint32_t rank, Record& out) {
  if (rank >= ranks_.size() || ended_[rank]) return false;
  if (!ranks_[rank]) ranks_[rank] = std::make_unique<Rank>();
  Rank& at = *ranks_[rank];
  while (at.next == at.made.size()) {
    if (!make(rank, at)) {
      ended_[rank] = true;
      ranks_[rank].reset();
      return false;
    }
  }
  out = at.made[at.next++];
  return true;
}

/// Writes source, tag and bytes of the message that a receive takes, and gives it its place in its channel. False where
/// no message is known.
bool Records::settle(std::uint32_t rank, Message& receive, Rank& at) {
  const auto& all = order_->taken[rank];
  if (at.taken < all.size() && all[at.taken].receive == receive.receive) {
    const Order::Taken& found = all[at.taken++];
    receive.peer = found.source;
    receive.tag = found.tag;
    receive.bytes = found.bytes;
    return true;
  }
  return receive.peer != record::no_rank && !receive.any_tag;
}

bool Records::make(std::uint32_t rank, Rank& at) {
  at.made.clear();
  at.next = 0;
  if (!calls_.next(rank, at.calls, at.call, left_out_)) return false;
  const Call& call = at.call;
  if (call.does == Does::finish) finish(at);
  if (holds_other_messages(functions()[call.event->function])) ++left_out_.functions[call.event->function];
  if (call.computing + call.inside > latest_time_ns - at.clock) {
    throw record::TraceError(fmt::format("{}:{}: with this call rank {} would run for more than 292 years",
                                         script_->name, call.event->line, rank));
  }
  at.clock += call.computing;
  at.start = at.made.size();
  begin(at);
  if (call.sent && call.sent->communicator != Order::unknown) {
    Record sent = message(*call.sent, Kind::send);
    sent.time_ns = at.clock;
    sent.line = call.event->line;
    at.made.push_back(sent);
  }
  at.clock += call.inside;
  if (call.received && call.received->communicator != Order::unknown) receive(rank, at, *call.received);
  for (const std::uint64_t request : call.awaited) {
    const auto open = at.requests.find(request);
    if (open == at.requests.end()) continue;  // of a send
    complete(at, open->second);
    at.requests.erase(open);
  }
  at.made.push_back(
      {.kind = Kind::state_end, .state = at.made[at.start].state, .time_ns = at.clock, .line = call.event->line});
  return true;
}

void Records::begin(Rank& at) const {
  const Call& call = at.call;
  Record start;
  start.state = (*states_)[call.event->function];
  start.time_ns = at.clock;
  start.line = call.event->line;
  if (is_collective(call.does) && call.communicator != Order::unknown) {
    start.collective = true;
    start.peer = call.root;
    start.communicator = call.communicator;
    start.bytes = call.bytes;
    start.received = call.got;
  }
  at.made.push_back(start);
}

/// A receive is posted; a blocking one is complete too.
void Records::receive(std::uint32_t rank, Rank& at, Message posted) {
  const bool from_any = posted.peer == record::no_rank;
  at.made[at.start].any_source = from_any;
  if (!settle(rank, posted, at)) {
    ++left_out_.wildcards;
    return;
  }
  Record made = message(posted, Kind::receive);
  made.any_source = from_any;
  made.any_tag = posted.any_tag;
  made.match = ++at.channels[{posted.peer, posted.communicator, posted.tag}].posted;
  if (at.call.does != Does::start_receive) return complete(at, made);
  at.requests.emplace(at.call.started, made);
  if (at.requests.size() <= static_cast<std::size_t>(ring_of_requests)) return;
  ++left_out_.never_awaited;  // its place is taken by another request
  complete(at, at.requests.extract(at.requests.begin()).mapped());
}

/// Adds a receive to the call that completes it, with its match where messages are taken in another order.
void Records::complete(Rank& at, Record record) {
  Taken& taken = at.channels[{record.peer, record.communicator, record.tag}];
  if (record.match == ++taken.complete) record.match = 0;
  record.time_ns = at.clock;
  record.line = at.call.event->line;
  if (record.any_source && at.start < at.made.size()) at.made[at.start].any_source = true;
  at.made.push_back(record);
}

/// Receives that no wait has named are complete before MPI_Finalize.
void Records::finish(Rank& at) {
  left_out_.never_awaited += at.requests.size();
  at.start = at.made.size() + at.requests.size();
  for (const auto& each : at.requests) complete(at, each.second);
  at.requests.clear();
}

}  // namespace trgen::formats::scalatrace
