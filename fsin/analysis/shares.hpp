// SPDX-License-Identifier: Apache-2.0
// How the packets of a routing divide among its channels where nothing holds them up: every outcome of every draw with
// its probability, asked of the very struct that the engines are compiled with (routing/algorithm.hpp).
//
// Whether these shares also hold under load is found out by watching what the algorithm looks at (Freedom). A request
// is made twice, in a network that has room everywhere and in one that has none: an algorithm that asks for channels of
// several ports then looks for room, and one that asks for phits_ahead() compares queues. A draw among the channels of
// one link is taken not to change the way.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/deadlock/steps.hpp"

namespace fsin::analysis {

using deadlock::QueuePlace;
using deadlock::StateBytes;

/// What the way of a packet follows from.
enum class Freedom : std::uint8_t {
  drawn_once,   ///< source, destination and draws that are never repeated: the shares hold at any load
  drawn_again,  ///< besides, a packet that waits draws anew among several links: shares change where links are full
  by_queues,    ///< what waits or has room in the queues: there are no shares that hold at any load
};

struct Entering {
  StateBytes state;
  double share = 0;
};

/// A channel by which a packet goes on, and its state behind it.
struct Onward {
  std::uint16_t out = 0;
  double share = 0;
  StateBytes behind;
};

class Shares {
 public:
  Shares() = default;
  Shares(const Shares&) = delete;
  Shares& operator=(const Shares&) = delete;
  virtual ~Shares() = default;

  // Both answer false when a call has more outcomes than are looked at, or a packet goes nowhere.
  virtual bool start(std::uint32_t source, std::uint32_t destination, std::vector<Entering>& entering) = 0;
  virtual bool go_on(QueuePlace at, const StateBytes& state, std::vector<Onward>& onward) = 0;

  /// As far as it has been seen in the calls until now.
  Freedom freedom() const { return freedom_; }
  virtual bool keeps_symmetry() const = 0;
  virtual bool terminals_are_equal() const = 0;

 protected:
  void saw(Freedom freedom) { freedom_ = std::max(freedom_, freedom); }

 private:
  Freedom freedom_ = Freedom::drawn_once;
};

/// What an algorithm has asked of the router in one call.
struct Watch {
  unsigned vcs = 1;
  bool room = true;  ///< what it is answered
  bool compared_queues = false;
  std::int32_t port = -1;  ///< the first one that it asked for room
  bool several_ports = false;

  void asks(std::int32_t out) {
    const auto asked = out / static_cast<std::int32_t>(vcs);
    several_ports = several_ports || (port >= 0 && asked != port);
    port = asked;
  }
  bool looked() const { return compared_queues || several_ports; }
};

/// A header that waits in a network with room everywhere, or nowhere.
class WatchedView : public deadlock::WaitingView {
 public:
  WatchedView(const deadlock::WaitingPlace& place, deadlock::Choices& choices, Watch& watch)
      : WaitingView(place, choices), watch_(&watch) {}

  bool can_request(std::int32_t out) const {
    watch_->asks(out);
    return watch_->room;
  }
  unsigned open(std::int32_t out, unsigned n) const {
    watch_->asks(out);
    if (n > 0) watch_->asks(out + static_cast<std::int32_t>(n) - 1);
    return watch_->room ? static_cast<unsigned>((std::uint64_t{1} << n) - 1) : 0;
  }
  unsigned phits_ahead(std::int32_t /*out*/) const {
    watch_->compared_queues = true;
    return 0;
  }
  unsigned phits_at(std::uint32_t /*router*/, std::int32_t out) const { return phits_ahead(out); }

 private:
  Watch* watch_;
};
static_assert(routing::RouterView<WatchedView>);

template <routing::RoutingAlgorithm Algorithm>
class AlgorithmShares final : public Shares {
  using State = typename Algorithm::State;

 public:
  /// The topology outlives this object.
  AlgorithmShares(const Algorithm& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  bool start(std::uint32_t source, std::uint32_t destination, std::vector<Entering>& entering) override {
    entering.clear();
    different_.clear();
    return choices_.for_each(deadlock::most_outcomes, [&] {
      const State state = algorithm_.start(source, destination, deadlock::EntryChoices(choices_));
      add(entering, deadlock::packed(state), choices_.probability());
    });
  }

  bool go_on(QueuePlace at, const StateBytes& state, std::vector<Onward>& onward) override {
    onward.clear();
    decided_.clear();
    different_.clear();
    if constexpr (routing::Deciding<Algorithm>) {
      const bool all = choices_.for_each(deadlock::most_outcomes, [&] {
        Watch watch{.vcs = vcs_};
        State decided = deadlock::unpacked<State>(state);
        algorithm_.decide(view(at, watch), decided);
        if (watch.looked()) saw(Freedom::by_queues);
        add(decided_, deadlock::packed(decided), choices_.probability());
      });
      if (!all) return false;
    } else {
      decided_.push_back({state, 1});
    }
    return std::all_of(decided_.begin(), decided_.end(),
                       [&](const Entering& each) { return add_ways(at, each, onward); });
  }

  bool keeps_symmetry() const override { return deadlock::keeps_symmetry(algorithm_); }
  bool terminals_are_equal() const override { return deadlock::terminals_are_equal(algorithm_); }

 private:
  WatchedView view(QueuePlace at, Watch& watch) {
    return {deadlock::WaitingPlace(at, topology_, vcs_), choices_, watch};
  }

  bool add_ways(QueuePlace at, const Entering& decided, std::vector<Onward>& onward) {
    const State state = deadlock::unpacked<State>(decided.state);
    bool made = true;
    const bool all = choices_.for_each(deadlock::most_outcomes, [&] {
      Watch watch{.vcs = vcs_};
      WatchedView open = view(at, watch);
      routing::Retry retry = 0;
      const routing::Choice choice = algorithm_.request(open, state, retry);
      if (watch.looked()) saw(Freedom::by_queues);
      made = made && choice.made();
      if (!choice.made()) return;
      State behind = state;
      algorithm_.advance(behind, static_cast<unsigned>(choice.out) / vcs_);
      add(onward,
          {static_cast<std::uint16_t>(choice.out), decided.share * choices_.probability(), deadlock::packed(behind)});
    });
    if (freedom() != Freedom::by_queues) look_without_room(at, state);
    return all && made;
  }

  /// An algorithm that asks for one channel after the other shows so when it finds no room in any.
  void look_without_room(QueuePlace at, const State& state) {
    choices_.for_each(deadlock::most_outcomes, [&] {
      Watch watch{.vcs = vcs_, .room = false};
      routing::Retry retry = 0;
      for (unsigned cycle = 0; cycle < (Algorithm::remembers ? 16U : 1U); ++cycle) {
        WatchedView closed = view(at, watch);
        algorithm_.request(closed, state, retry);
      }
      if (watch.looked()) saw(Freedom::by_queues);
    });
    look_for_repeated_draws(at, state);
  }

  void look_for_repeated_draws(QueuePlace at, const State& state) {
    Watch watch{.vcs = vcs_};
    const WatchedView seen = view(at, watch);
    choices_.for_each(1, [&] { algorithm_.candidates(seen, state, [&](std::int32_t out) { watch.asks(out); }); });
    if (watch.several_ports) saw(Freedom::drawn_again);
  }

  /// `different_` holds the states of the list.
  void add(std::vector<Entering>& entering, const StateBytes& state, double share) {
    const std::size_t number = different_.add({{}, state});
    if (number == entering.size()) entering.push_back({state, 0});
    entering[number].share += share;
  }
  static void add(std::vector<Onward>& onward, const Onward& way) {
    for (Onward& each : onward) {
      if (each.out == way.out && each.behind == way.behind) {
        each.share += way.share;
        return;
      }
    }
    onward.push_back(way);
  }

  Algorithm algorithm_;
  const topology::Topology& topology_;
  unsigned vcs_;
  deadlock::Choices choices_;
  deadlock::StateTable different_;
  std::vector<Entering> decided_;
};

}  // namespace fsin::analysis
