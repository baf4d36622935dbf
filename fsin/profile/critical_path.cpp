// SPDX-License-Identifier: Apache-2.0
#include "fsin/profile/critical_path.hpp"

#include <algorithm>

namespace fsin::profile {
namespace {

using Kind = History::Kind;

void put(PathCycles& cycles, PathPart part, Cycle count) { cycles[static_cast<std::size_t>(part)] += count; }

/// Walks back from a cycle of a track; all later cycles are accounted for.
class Walk {
 public:
  Walk(const History& history, const Alone& alone) : history_(history), alone_(alone) {}

  std::vector<PathStep> back(std::uint32_t track, Cycle cycle) {
    track_ = track;
    now_ = cycle;
    return back();
  }
  std::vector<PathStep> back(const History::Cause& last) {
    message(last);
    return back();
  }

 private:
  std::vector<PathStep> back() {
    while (now_ > 0) step();
    std::reverse(steps_.begin(), steps_.end());
    return std::move(steps_);
  }

  /// Goes on with the sender of a message that arrived.
  void message(const History::Cause& cause) {
    jumps_ = 0;
    now_ = cause.delivered;
    if (cause.entered < now_) {
      PathStep step{.kind = PathStep::Kind::message,
                    .background = cause.background,
                    .call = history_.place_at(cause.source, cause.entered).call,
                    .rank = cause.source,
                    .destination = cause.destination,
                    .tag = cause.tag,
                    .phits = cause.phits,
                    .hops = cause.hops,
                    .bytes = cause.bytes,
                    .first = cause.entered + 1,
                    .last = now_};
      const Cycle under_way = now_ - cause.entered;
      const Cycle least = alone_(cause);
      put(step.cycles, PathPart::network, std::min(least, under_way));
      put(step.cycles, PathPart::delay, under_way - std::min(least, under_way));
      steps_.push_back(step);
      now_ = cause.entered;
    }
    const std::uint32_t behind = cause.source + history_.ranks();
    track_ = cause.background ? behind : cause.source;
    if (sends()) return;
    // Packets of equal names are pooled: this one was cut from a message that left the other way.
    track_ = cause.background ? cause.source : behind;
    if (!sends()) track_ = cause.background ? behind : cause.source;
  }

  struct At {
    std::size_t place = 0;
    Cycle first = 0;
  };

  /// Segment of the current track that contains cycle now_; one past the last where there is none.
  At find() const {
    const History::Track& track = history_.track(track_);
    const auto found = std::lower_bound(track.begin(), track.end(), now_,
                                        [](const History::Segment& each, Cycle wanted) { return each.last < wanted; });
    return {static_cast<std::size_t>(found - track.begin()), found == track.begin() ? 1 : (found - 1)->last + 1};
  }

  /// True when a packet of the current track can have entered, or a copy ended, in cycle now_.
  bool sends() const {
    const At at = find();
    const History::Track& track = history_.track(track_);
    if (at.place == track.size()) return false;
    const History::Segment& segment = track[at.place];
    return segment.kind == Kind::send || (segment.kind == Kind::packets && (segment.last - now_) % segment.detail == 0);
  }

  void step() {
    const At at = find();
    const History::Track& track = history_.track(track_);
    if (at.place == track.size()) return stay(at.first, PathPart::wait);
    const History::Segment& segment = track[at.place];
    switch (segment.kind) {
      case Kind::compute:
        return stay(at.first, PathPart::compute);
      case Kind::send:
        return stay(at.first, PathPart::send);
      case Kind::room:
        return stay(at.first, PathPart::wait_room);
      case Kind::packets:
        return packets(at.first, segment);
      case Kind::wait:
      case Kind::idle:
        break;
    }
    if (now_ == segment.last && ++jumps_ < 3) {
      if (segment.detail < History::by_background) return message(history_.cause(segment.detail));
      const bool behind = track_ >= history_.ranks();
      if (behind != (segment.detail == History::by_background)) {
        track_ = behind ? track_ - history_.ranks() : track_ + history_.ranks();
        return;
      }
    }
    stay(at.first, PathPart::wait);
  }

  /// Step from cycle `first` on, or from the cycle in which the rank entered its call, if that is later.
  PathStep here(Cycle first) const {
    const bool behind = track_ >= history_.ranks();
    const std::uint32_t rank = behind ? track_ - history_.ranks() : track_;
    const History::Place place = history_.place_at(rank, now_);
    return {
        .background = behind, .call = place.call, .rank = rank, .first = std::max(first, place.first), .last = now_};
  }

  void stay(Cycle first, PathPart part) {
    PathStep step = here(first);
    put(step.cycles, part, now_ + 1 - step.first);
    add(step);
  }

  void packets(Cycle first, const History::Segment& segment) {
    PathStep step = here(first);
    // Packets enter in the cycles last, last - period, ...
    const Cycle period = segment.detail;
    const Cycle sent = (segment.last - step.first) / period + 1 - (segment.last - now_ + period - 1) / period;
    put(step.cycles, PathPart::send, sent);
    put(step.cycles, PathPart::wait_room, now_ + 1 - step.first - sent);
    add(step);
  }

  void add(PathStep step) {
    jumps_ = 0;
    now_ = step.first - 1;
    if (!steps_.empty()) {
      PathStep& after = steps_.back();
      if (after.kind == PathStep::Kind::rank && after.rank == step.rank && after.background == step.background &&
          after.call == step.call) {
        after.first = step.first;
        for (std::size_t i = 0; i < path_parts; ++i) after.cycles[i] += step.cycles[i];
        return;
      }
    }
    steps_.push_back(step);
  }

  const History& history_;
  const Alone& alone_;
  std::vector<PathStep> steps_;
  std::uint32_t track_ = 0;
  Cycle now_ = 0;
  unsigned jumps_ = 0;  ///< jumps from track to track in one cycle
};

}  // namespace

CriticalPath critical_path(const History& history, const std::vector<workload::RankAccount>& ranks, Cycle cycles,
                           const Alone& alone) {
  CriticalPath path;
  path.known = true;
  path.cycles = cycles;
  path.names = history.names();
  path.memory = history.bytes();
  const auto last = std::max_element(ranks.begin(), ranks.end(),
                                     [](const auto& a, const auto& b) { return a.finished < b.finished; });
  if (last == ranks.end()) return path;
  Walk walk(history, alone);
  auto rank = static_cast<std::uint32_t>(last - ranks.begin());
  Cycle end = last->finished;
  if (history.last_delivered().delivered > end) {  // nobody waits for it, but the run does
    rank = history.last_delivered().destination;
    end = history.last_delivered().delivered;
    path.steps = walk.back(history.last_delivered());
  } else {
    path.steps = walk.back(rank, end);
  }
  if (cycles > end) {
    PathStep step{.rank = rank, .first = end + 1, .last = cycles};
    put(step.cycles, PathPart::end, cycles - end);
    path.steps.push_back(step);
  }
  return path;
}

PathCycles CriticalPath::sums() const {
  PathCycles sums{};
  for (const PathStep& step : steps) {
    for (std::size_t i = 0; i < path_parts; ++i) sums[i] += step.cycles[i];
  }
  return sums;
}

}  // namespace fsin::profile
