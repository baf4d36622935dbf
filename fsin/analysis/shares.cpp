// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/shares.hpp"

#include <algorithm>

#include "fsin/deadlock/waiting_view.hpp"

namespace fsin::analysis {
namespace {

/// Questions that an algorithm has asked of the router in one call.
struct Watch {
  unsigned vcs = 1;
  bool room = true;  ///< the answer given to questions about room
  bool compared_queues = false;
  std::int32_t port = -1;  ///< port of the last question about room
  bool several_ports = false;

  void asks(std::int32_t out) {
    const auto asked = out / static_cast<std::int32_t>(vcs);
    several_ports = several_ports || (port >= 0 && asked != port);
    port = asked;
  }
  bool looked() const { return compared_queues || several_ports; }
};

/// A header that waits in a network with room everywhere, or nowhere.
class WatchedView final : public deadlock::WaitingView {
 public:
  WatchedView(const Place& place, deadlock::Choices& choices, Watch& watch)
      : WaitingView(place, choices), watch_(watch) {}

  bool can_request(std::int32_t out) const override {
    watch_.asks(out);
    return watch_.room;
  }
  unsigned open(std::int32_t out, unsigned n) const override {
    watch_.asks(out);
    if (n > 0) watch_.asks(out + static_cast<std::int32_t>(n) - 1);
    return watch_.room ? static_cast<unsigned>((std::uint64_t{1} << n) - 1) : 0;
  }
  unsigned phits_ahead(std::int32_t /*out*/) const override {
    watch_.compared_queues = true;
    return 0;
  }
  unsigned phits_at(std::uint32_t /*router*/, std::int32_t out) const override { return phits_ahead(out); }

 private:
  Watch& watch_;
};

void add_way(std::vector<Onward>& onward, const Onward& way) {
  for (Onward& each : onward) {
    if (each.out == way.out && each.behind == way.behind) {
      each.share += way.share;
      return;
    }
  }
  onward.push_back(way);
}

}  // namespace

bool Shares::start(std::uint32_t source, std::uint32_t destination, std::vector<Entering>& entering) {
  entering.clear();
  different_.clear();
  const deadlock::EntryChoices draws(choices_);
  return choices_.for_each(deadlock::most_outcomes, [&] {
    const StateBytes state = algorithm_.start(source, destination, draws);
    add(entering, state, choices_.probability());
  });
}

bool Shares::go_on(QueuePlace at, const StateBytes& state, std::vector<Onward>& onward) {
  onward.clear();
  decided_.clear();
  different_.clear();
  if (algorithm_.decides()) {
    const bool all = choices_.for_each(deadlock::most_outcomes, [&] {
      Watch watch{.vcs = vcs_};
      const WatchedView view(deadlock::place_of(at, topology_, vcs_), choices_, watch);
      const StateBytes decided = algorithm_.decide(view, state);
      if (watch.looked()) saw(Freedom::by_queues);
      add(decided_, decided, choices_.probability());
    });
    if (!all) return false;
  } else {
    decided_.push_back({state, 1});
  }
  return std::all_of(decided_.begin(), decided_.end(),
                     [&](const Entering& each) { return add_ways(at, each, onward); });
}

bool Shares::add_ways(QueuePlace at, const Entering& decided, std::vector<Onward>& onward) {
  bool made = true;
  const bool all = choices_.for_each(deadlock::most_outcomes, [&] {
    Watch watch{.vcs = vcs_};
    WatchedView open(deadlock::place_of(at, topology_, vcs_), choices_, watch);
    routing::Retry retry = 0;
    const routing::Choice choice = algorithm_.request(open, decided.state, retry);
    if (watch.looked()) saw(Freedom::by_queues);
    made = made && choice.made();
    if (!choice.made()) return;
    const auto out = static_cast<std::uint16_t>(choice.out);
    add_way(onward, {out, decided.share * choices_.probability(), algorithm_.advance(decided.state, out / vcs_)});
  });
  if (freedom() != Freedom::by_queues) look_without_room(at, decided.state);
  return all && made;
}

/// Repeats the request without any room, which reveals an algorithm that tries one channel after the other.
void Shares::look_without_room(QueuePlace at, const StateBytes& state) {
  choices_.for_each(deadlock::most_outcomes, [&] {
    Watch watch{.vcs = vcs_, .room = false};
    WatchedView closed(deadlock::place_of(at, topology_, vcs_), choices_, watch);
    routing::Retry retry = 0;
    for (unsigned cycle = 0; cycle < (algorithm_.remembers() ? 16U : 1U); ++cycle) {
      algorithm_.request(closed, state, retry);
    }
    if (watch.looked()) saw(Freedom::by_queues);
  });
  look_for_repeated_draws(at, state);
}

void Shares::look_for_repeated_draws(QueuePlace at, const StateBytes& state) {
  Watch watch{.vcs = vcs_};
  const WatchedView seen(deadlock::place_of(at, topology_, vcs_), choices_, watch);
  candidates_.clear();
  choices_.for_each(1, [&] { algorithm_.candidates(seen, state, candidates_); });
  for (const std::uint16_t out : candidates_) watch.asks(out);
  if (watch.several_ports) saw(Freedom::drawn_again);
}

void Shares::add(std::vector<Entering>& entering, const StateBytes& state, double share) {
  const std::size_t number = different_.add({{}, state});
  if (number == entering.size()) entering.push_back({state, 0});
  entering[number].share += share;
}

}  // namespace fsin::analysis
