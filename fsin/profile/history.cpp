// SPDX-License-Identifier: Apache-2.0
#include "fsin/profile/history.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace fsin::profile {
namespace {

std::uint64_t key(std::uint32_t rank, std::uint32_t flow) { return std::uint64_t{rank} << 32U | flow; }

Cycle end_of(const History::Track& track) { return track.empty() ? 0 : track.back().last; }

}  // namespace

void History::add(Track& track, Kind kind, Cycle last, std::uint32_t detail) {
  if (last <= end_of(track)) return;
  const bool joins = !track.empty() && track.back().kind == kind && (kind == Kind::compute || kind == Kind::room);
  if (joins) {
    track.back().last = last;
  } else {
    track.push_back({last, detail, kind});
  }
}

/// Adds sends. A cycle of sending after a wait for room is a packet that waited that long.
void History::add_send(Track& track, Cycle first, Cycle last) {
  if (last <= end_of(track)) return;
  if (track.empty() || track.back().last + 1 < first) return track.push_back({last, 0, Kind::send});
  Segment& back = track.back();
  if (back.kind == Kind::send) {
    back.last = last;
    return;
  }
  if (back.kind != Kind::room || first != last) return track.push_back({last, 0, Kind::send});
  const Cycle start = track.size() > 1 ? track[track.size() - 2].last : 0;
  const Cycle period = last - start;
  if (period >= by_background) return track.push_back({last, 0, Kind::send});
  if (track.size() > 1 && track[track.size() - 2].kind == Kind::packets && track[track.size() - 2].detail == period) {
    track.pop_back();
    track.back().last = last;
    return;
  }
  back = {last, static_cast<std::uint32_t>(period), Kind::packets};
}

void History::span(std::uint32_t rank, Activity activity, Cycle first, Cycle last) {
  Track& track = tracks_[rank];
  switch (activity) {
    case Activity::compute:
      return add(track, Kind::compute, last);
    case Activity::send:
      return add_send(track, first, last);
    case Activity::wait_room:
      return add(track, Kind::room, last);
    case Activity::wait_message:
      break;
  }
  const bool for_background = awaits_sends_ && !tracks_[rank + ranks_].empty();
  std::uint32_t detail = for_background ? by_background : workload::no_cause;
  if (best_[rank].delivered == last) {
    detail = static_cast<std::uint32_t>(causes_.size());
    causes_.push_back(best_[rank]);
  }
  add(track, Kind::wait, last, detail);
}

void History::message(const workload::MessageLife& life) {
  const Cause cause{life.source,     life.destination, life.tag,  life.phits,   life.hops,
                    life.background, life.bytes,       life.sent, life.entered, life.delivered};
  // Chooses among messages of one cycle, independently of their order.
  const auto order = [](const Cause& c) { return std::tie(c.delivered, c.entered, c.source, c.destination, c.tag); };
  if (order(cause) > order(last_)) last_ = cause;
  auto& waiting = arrived_[key(life.destination, life.flow)];
  waiting.push_back(cause);
  for (std::size_t i = waiting.size() - 1; i > 0 && order(waiting[i]) < order(waiting[i - 1]); --i)
    std::swap(waiting[i], waiting[i - 1]);
}

bool History::take(std::uint32_t rank, std::uint32_t flow, Cause& out) {
  const auto found = arrived_.find(key(rank, flow));
  if (found == arrived_.end()) return false;
  out = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) arrived_.erase(found);
  return true;
}

void History::taken(std::uint32_t rank, std::uint32_t flow) {
  Cause taken;
  if (take(rank, flow, taken) && taken.delivered > best_[rank].delivered) best_[rank] = taken;
}

std::uint32_t History::taken_behind(std::uint32_t rank, std::uint32_t flow) {
  Cause taken;
  if (!take(rank, flow, taken)) return workload::no_cause;
  causes_.push_back(taken);
  return static_cast<std::uint32_t>(causes_.size() - 1);
}

void History::background(std::uint32_t rank, Activity activity, Cycle first, Cycle last) {
  Track& track = tracks_[rank + ranks_];
  if (activity == Activity::wait_room) return add(track, Kind::room, last);
  add_send(track, first, last);
}

void History::background_from(std::uint32_t rank, Cycle first, std::uint32_t cause) {
  add(tracks_[rank + ranks_], Kind::idle, first - 1, cause);
}

void History::enter(std::uint32_t rank, const workload::Call& call, Cycle first) {
  if (depth_[rank]++ == 0) calls_[rank].push_back({first, never, names_.number(call)});
}

void History::leave(std::uint32_t rank, Cycle last) {
  if (depth_[rank] == 0 || --depth_[rank] != 0) return;
  auto& calls = calls_[rank];
  calls.back().last = last;
  if (last < calls.back().first) calls.pop_back();
}

History::Place History::place_at(std::uint32_t rank, Cycle cycle) const {
  const auto& calls = calls_[rank];
  auto after = std::upper_bound(calls.begin(), calls.end(), cycle,
                                [](Cycle wanted, const CallSpan& call) { return wanted < call.first; });
  if (after == calls.begin()) return {};
  --after;
  return after->last < cycle ? Place{no_call, after->last + 1} : Place{after->name, after->first};
}

std::size_t History::bytes() const {
  std::size_t sum = causes_.capacity() * sizeof(Cause);
  for (const Track& track : tracks_) sum += track.capacity() * sizeof(Segment);
  for (const auto& calls : calls_) sum += calls.capacity() * sizeof(CallSpan);
  return sum;
}

}  // namespace fsin::profile
