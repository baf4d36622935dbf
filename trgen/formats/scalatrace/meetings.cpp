// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/meetings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "trgen/record/trace_error.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr std::uint64_t most_created = std::uint64_t{1} << 22;  ///< communicators that ranks make, counted at each

bool comes_from_root(Does does) { return does == Does::broadcast || does == Does::scatter || does == Does::scatterv; }

/// Whether a rank must wait for others.
bool waits_in(const Call& call, std::uint32_t rank) {
  if (comes_from_root(call.does)) return call.root != rank;
  if (call.does == Does::reduce || call.does == Does::gather || call.does == Does::gatherv) return call.root == rank;
  return call.does != Does::scan;
}

}  // namespace

Meetings::Outcome Meetings::arrive(std::uint32_t rank, const Call& call, std::uint64_t clock, Met& met) {
  Outcome outcome;
  outcome.clock = clock;
  const bool makes = makes_communicator(call.does);
  if (call.communicator == Order::unknown) {
    if (makes) note_made(rank, Order::unknown);
    return outcome;
  }
  const bool self = call.communicator == Order::self;
  const std::pair key{self ? ~rank : call.communicator, met[call.communicator]++};
  Meeting& meeting = meetings_[key];
  meeting.clock = std::max(meeting.clock, clock);
  if (call.root == rank) {
    meeting.root_arrived = true;
    meeting.root_clock = clock;
  }
  if (makes) meeting.arrivals.push_back({rank, call.color, call.key});
  const bool complete = ++meeting.arrived == calls_.size(call.communicator);
  const bool has_root = comes_from_root(call.does) && meeting.root_arrived;
  if (waits_in(call, rank)) {
    outcome.waits = !complete && !has_root;
    outcome.clock = std::max(clock, has_root ? meeting.root_clock : complete ? meeting.clock : clock);
  }
  if (outcome.waits) {
    meeting.waiting.push_back(rank);
  } else if (complete || has_root) {
    outcome.released = std::exchange(meeting.waiting, {});
    outcome.released_at = has_root ? meeting.root_clock : meeting.clock;
  }
  if (!complete) return outcome;
  if (makes) make_communicators(call.communicator, std::move(meeting.arrivals), call.does == Does::split);
  meetings_.erase(key);
  return outcome;
}

/// Numbers the communicators of a meeting, by colour; members are in the order of their keys, then of their ranks in
/// the communicator that is divided.
void Meetings::make_communicators(std::uint32_t of, std::vector<Arrival> arrivals, bool by_color) {
  const auto& place = places(of);
  std::sort(arrivals.begin(), arrivals.end(), [&](const Arrival& a, const Arrival& b) {
    return std::tuple(a.color, a.key, place[a.rank]) < std::tuple(b.color, b.key, place[b.rank]);
  });
  for (std::size_t begin = 0; begin < arrivals.size();) {
    const std::int64_t color = arrivals[begin].color;
    auto members = std::make_shared<std::vector<std::uint32_t>>();
    for (; begin < arrivals.size() && arrivals[begin].color == color; ++begin) members->push_back(arrivals[begin].rank);
    std::uint32_t number = Order::unknown;
    if (!by_color || color >= 0) {  // MPI_UNDEFINED is negative
      number = Order::first_group + static_cast<std::uint32_t>(order_.groups.size());
      order_.groups.push_back(members);
    }
    for (const std::uint32_t rank : *members) note_made(rank, number);
  }
}

const std::vector<std::uint32_t>& Meetings::places(std::uint32_t communicator) {
  if (communicator == placed_) return places_;
  placed_ = communicator;
  places_.assign(script_.ranks, 0);
  const std::uint64_t size = communicator == Order::self ? 0 : calls_.size(communicator);
  for (std::uint32_t i = 0; i < size; ++i) places_[calls_.world_rank(communicator, i, 0)] = i;
  return places_;
}

void Meetings::note_made(std::uint32_t rank, std::uint32_t communicator) {
  if (++in_made_ > most_created)
    throw record::TraceError(fmt::format("{}: ranks make more than {} communicators", script_.name, most_created));
  order_.made[rank].push_back(communicator);
}

}  // namespace trgen::formats::scalatrace
