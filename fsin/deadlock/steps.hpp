// SPDX-License-Identifier: Apache-2.0
// What a packet can do where it waits, whatever its routing algorithm: the one place where the analysis meets one.
//
// AlgorithmSteps asks the very struct that the engines are compiled with (routing/algorithm.hpp): start() and decide()
// with every outcome of their draws, candidates(), advance(). Where decide() compares queues, each of them is taken as
// empty and as fuller than any queue can be, in all combinations. That covers every comparison of one queue, or a
// multiple of it, with another or with a constant; sums over queues are covered only as far as these extremes reach.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "fsin/deadlock/choices.hpp"
#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

/// State of an algorithm as plain bytes; what it does not use is 0.
struct StateBytes {
  std::array<std::uint64_t, 2> words{};

  bool operator==(const StateBytes&) const = default;
};
static_assert(sizeof(StateBytes) == routing::Route::bytes);

template <class State>
StateBytes packed(const State& state) {
  StateBytes bytes;
  std::memcpy(bytes.words.data(), &state, sizeof(State));
  return bytes;
}
template <class State>
State unpacked(const StateBytes& bytes) {
  std::array<std::byte, sizeof(State)> used;
  std::memcpy(used.data(), bytes.words.data(), sizeof(State));
  return std::bit_cast<State>(used);
}

/// An input queue of a router: transit queue port * vcs + vc, or ports * vcs for the injection queue.
struct QueuePlace {
  std::uint32_t router = 0;
  std::uint32_t queue = 0;

  bool operator==(const QueuePlace&) const = default;
};

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
};

/// Outcomes of one call that are looked at.
inline constexpr std::size_t most_outcomes = std::size_t{1} << 16U;
/// More phits than any queue holds, and 16 times as many still fit into 32 bits.
inline constexpr std::uint32_t endless_phits = 1U << 24U;

/// Draws of a packet that enters (routing::EntryDraws).
class EntryChoices {
 public:
  explicit EntryChoices(Choices& choices) : choices_(&choices) {}
  bool coin(unsigned dimension) const { return choices_->draw({Drawn::Kind::coin, dimension, 0}, 2) != 0; }
  std::uint32_t uniform(std::uint32_t n, unsigned index) const {
    return choices_->draw({Drawn::Kind::number, n, index}, n);
  }

 private:
  Choices* choices_;
};
static_assert(routing::EntryDraws<EntryChoices>);

/// A header that waits, with every answer that the router can give (routing::RouterView).
class ChoiceView {
 public:
  ChoiceView(QueuePlace at, const topology::Topology& topology, unsigned vcs, bool injected, Choices& choices)
      : at_(at), topology_(topology), vcs_(vcs), injected_(injected), choices_(&choices) {}

  std::uint32_t router() const { return at_.router; }
  unsigned layer() const { return topology_.geometry->layer(RouterId(at_.router)); }
  bool from_injection() const { return injected_; }
  unsigned in_port() const { return at_.queue / vcs_; }
  unsigned in_vc() const { return at_.queue % vcs_; }
  bool can_request(std::int32_t out) const {
    return leads_somewhere(out) && choices_->draw({Drawn::Kind::room, static_cast<std::uint32_t>(out), 0}, 2) == 0;
  }
  unsigned open(std::int32_t out, unsigned n) const {
    unsigned mask = 0;
    for (unsigned i = 0; i < n; ++i) mask |= (can_request(out + static_cast<std::int32_t>(i)) ? 1U : 0U) << i;
    return mask;
  }
  static bool must_draw() { return false; }
  /// A link that has failed from the start counts as more than full.
  unsigned phits_ahead(std::int32_t out) const {
    return leads_somewhere(out) ? phits_at(at_.router, out) : endless_phits;
  }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const {
    const bool endless = choices_->draw({Drawn::Kind::phits, static_cast<std::uint32_t>(out), router}, 2) != 0;
    return endless ? endless_phits : 0;
  }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t index) const {
    return choices_->draw({Drawn::Kind::number, n, index}, n);
  }
  std::uint32_t offset(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }
  std::uint32_t least(std::uint32_t n, std::uint32_t index) const { return uniform(n, index); }

 private:
  bool leads_somewhere(std::int32_t out) const {
    return topology_.graph.next(RouterId(at_.router), static_cast<unsigned>(out) / vcs_).exists();
  }

  QueuePlace at_;
  const topology::Topology& topology_;
  unsigned vcs_;
  bool injected_;
  Choices* choices_;
};
static_assert(routing::WideRouterView<ChoiceView>);

template <routing::RoutingAlgorithm Algorithm>
class AlgorithmSteps final : public Steps {
  using State = typename Algorithm::State;

 public:
  /// The topology outlives this object.
  AlgorithmSteps(const Algorithm& algorithm, const topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs), injection_(topology.graph.ports() * vcs) {}

  bool starts(std::uint32_t source, std::uint32_t destination, std::vector<StateBytes>& states) override {
    states.clear();
    return choices_.for_each(
        most_outcomes, [&] { add(states, packed(algorithm_.start(source, destination, EntryChoices(choices_)))); });
  }

  bool ways_on(QueuePlace at, const StateBytes& state, WaysOn& ways) override {
    ways.clear();
    const ChoiceView view(at, topology_, vcs_, at.queue >= injection_, choices_);
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

  bool keeps_symmetry() const override {
    if constexpr (requires { algorithm_.keeps_symmetry(); }) return algorithm_.keeps_symmetry();
    return false;
  }
  bool terminals_are_equal() const override {
    if constexpr (requires { algorithm_.terminals_are_equal(); }) return algorithm_.terminals_are_equal();
    return false;
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
  unsigned injection_;
  Choices choices_;
  std::vector<StateBytes> decided_;
};

}  // namespace fsin::deadlock
