// SPDX-License-Identifier: Apache-2.0
// What a packet can do where it waits, whatever its routing algorithm: the one place where the analysis meets one.
//
// AlgorithmSteps asks the very struct that the engines are compiled with (routing/algorithm.hpp): start() and decide()
// with every outcome of their draws, candidates(), advance(). Where decide() compares queues, each of them is taken as
// empty and as fuller than any queue can be, in all combinations. That covers every comparison of one queue, or a
// multiple of it, with another or with a constant; sums over queues are covered only as far as these extremes reach.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/deadlock/bundles.hpp"
#include "fsin/deadlock/state_table.hpp"
#include "fsin/deadlock/waiting_view.hpp"
#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// The ways on from one queue: for each state that decide() can make of the packet, the channels that it may be
/// granted and its state behind each of them.
struct WaysOn {
  std::vector<std::uint16_t> outs;
  std::vector<StateBytes> behind;  ///< by entry of `outs`
  std::vector<std::size_t> ends;   ///< by decided state: where its entries end

  void clear() {
    outs.clear();
    behind.clear();
    ends.clear();
  }
};

class Steps {
 public:
  Steps() = default;
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;
  virtual ~Steps() = default;

  // Both answer false when a call has more outcomes than are looked at.
  virtual bool starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states) = 0;
  virtual bool ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways) = 0;

  /// The algorithm does the same everywhere: topology::Geometry::image() takes its packets to its packets.
  virtual bool keeps_symmetry() const = 0;
  /// And it does not tell the terminals of a switch apart.
  virtual bool terminals_are_equal() const = 0;

  // bundles.hpp
  virtual std::uint32_t bundle(std::uint32_t destination) const = 0;
  virtual bool blind(const StateBytes& state) const = 0;
  virtual StateBytes without_detour(const StateBytes& state) const = 0;
  virtual StateBytes redirected(const StateBytes& state, std::uint32_t destination) const = 0;
  virtual StateBytes first_end(const StateBytes& state) const = 0;
  virtual bool far(const StateBytes& state) const = 0;
  virtual void every_end(const StateBytes& state, std::vector<StateBytes>& states) const = 0;
};

/// More phits than any queue holds, and 16 times as many still fit into 32 bits.
inline constexpr std::uint32_t endless_phits = 1U << 24U;

/// A header that waits, with every answer that the router can give (routing::RouterView).
class ChoiceView : public WaitingView {
 public:
  using WaitingView::WaitingView;

  bool can_request(std::int32_t out) const { return leads_somewhere(out) && !either(Drawn::Kind::room, out); }
  unsigned open(std::int32_t out, unsigned n) const {
    unsigned mask = 0;
    for (unsigned i = 0; i < n; ++i) mask |= (can_request(out + static_cast<std::int32_t>(i)) ? 1U : 0U) << i;
    return mask;
  }
  /// A link that has failed from the start counts as more than full.
  unsigned phits_ahead(std::int32_t out) const {
    return leads_somewhere(out) ? phits_at(router(), out) : endless_phits;
  }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const {
    return either(Drawn::Kind::phits, out, router) ? endless_phits : 0;
  }
};
static_assert(routing::WideRouterView<ChoiceView>);

template <routing::RoutingAlgorithm Algorithm>
class AlgorithmSteps final : public Steps {
  using State = typename Algorithm::State;

 public:
  /// The topology outlives this object.
  AlgorithmSteps(const Algorithm& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  bool starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states) override {
    states.clear();
    different_.clear();
    return choices_.for_each(most_outcomes, [&] {
      const StateBytes state = packed(algorithm_.start(source, destination, EntryChoices(choices_)));
      if (different_.add({{}, state}) == states.size()) states.push_back(state);
    });
  }

  bool ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways) override {
    ways.clear();
    const ChoiceView view(WaitingPlace(at, topology_, vcs_), choices_);
    decided_.clear();
    bool all = true;
    if constexpr (routing::Deciding<Algorithm>) {
      all = choices_.for_each(most_outcomes, [&] {
        State decided = unpacked<State>(state);
        algorithm_.decide(view, decided);
        add(decided_, packed(decided));
      });
    } else {
      decided_.push_back(state);
    }
    for (const StateBytes& decided : decided_) all = add_ways(view, decided, ways) && all;
    return all;
  }

  bool keeps_symmetry() const override { return deadlock::keeps_symmetry(algorithm_); }
  bool terminals_are_equal() const override { return deadlock::terminals_are_equal(algorithm_); }

  std::uint32_t bundle(std::uint32_t destination) const override {
    return Bundling<Algorithm>::bundle(algorithm_, destination);
  }
  bool blind(const StateBytes& state) const override {
    return Bundling<Algorithm>::blind(algorithm_, unpacked<State>(state));
  }
  StateBytes without_detour(const StateBytes& state) const override {
    return packed(Bundling<Algorithm>::without_detour(unpacked<State>(state)));
  }
  StateBytes first_end(const StateBytes& state) const override {
    return packed(Bundling<Algorithm>::first_end(algorithm_, unpacked<State>(state)));
  }
  bool far(const StateBytes& state) const override {
    return Bundling<Algorithm>::far(algorithm_, unpacked<State>(state));
  }
  void every_end(const StateBytes& state, std::vector<StateBytes>& states) const override {
    states.clear();
    Bundling<Algorithm>::every_end(algorithm_, unpacked<State>(state),
                                   [&](const State& each) { states.push_back(packed(each)); });
  }
  StateBytes redirected(const StateBytes& state, std::uint32_t destination) const override {
    return packed(Bundling<Algorithm>::redirected(algorithm_, unpacked<State>(state), destination));
  }

 private:
  bool add_ways(const ChoiceView& view, const StateBytes& decided, WaysOn& ways) {
    const State state = unpacked<State>(decided);
    const std::size_t first = ways.outs.size();
    const bool all = choices_.for_each(most_outcomes, [&] {
      algorithm_.candidates(view, state,
                            [&](std::int32_t out) { ways.outs.push_back(static_cast<std::uint16_t>(out)); });
    });
    const auto begin = ways.outs.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, ways.outs.end());
    ways.outs.erase(std::unique(begin, ways.outs.end()), ways.outs.end());
    for (std::size_t i = first; i < ways.outs.size(); ++i) {
      State behind = state;
      algorithm_.advance(behind, ways.outs[i] / vcs_);
      ways.behind.push_back(packed(behind));
    }
    ways.ends.push_back(ways.outs.size());
    return all;
  }

  static void add(std::vector<StateBytes>& states, const StateBytes& state) {
    if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  }

  Algorithm algorithm_;
  const topology::Topology& topology_;
  unsigned vcs_;
  Choices choices_;
  StateTable different_;
  std::vector<StateBytes> decided_;
};

}  // namespace fsin::deadlock
