// SPDX-License-Identifier: Apache-2.0
// The Walker of an algorithm. A unit that includes this compiles the functions of the algorithm for analyses: the unit
// of its family, or a test.
#pragma once

#include <memory>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/bundles.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::routing {

template <RoutingAlgorithm Algorithm>
class AlgorithmWalker final : public Walker {
  using State = typename Algorithm::State;

 public:
  explicit AlgorithmWalker(const Algorithm& algorithm) : algorithm_(algorithm) {}

  StateBytes start(std::uint32_t source, std::uint32_t destination, const WalkerDraws& draws) const override {
    return packed(algorithm_.start(source, destination, draws));
  }
  bool decides() const override { return Deciding<Algorithm>; }
  StateBytes decide(const WalkerView& view, const StateBytes& state) const override {
    if constexpr (Deciding<Algorithm>) {
      State decided = unpacked<State>(state);
      algorithm_.decide(view, decided);
      return packed(decided);
    }
    return state;
  }
  bool remembers() const override { return Algorithm::remembers; }
  Choice request(WalkerView& view, const StateBytes& state, Retry& retry) const override {
    return algorithm_.request(view, unpacked<State>(state), retry);
  }
  void candidates(const WalkerView& view, const StateBytes& state, std::vector<std::uint16_t>& outs) const override {
    algorithm_.candidates(view, unpacked<State>(state),
                          [&outs](std::int32_t out) { outs.push_back(static_cast<std::uint16_t>(out)); });
  }
  StateBytes advance(const StateBytes& state, unsigned port) const override {
    State behind = unpacked<State>(state);
    algorithm_.advance(behind, port);
    return packed(behind);
  }

  bool keeps_symmetry() const override {
    if constexpr (requires { algorithm_.keeps_symmetry(); }) return algorithm_.keeps_symmetry();
    return false;
  }
  bool terminals_are_equal() const override {
    if constexpr (requires { algorithm_.terminals_are_equal(); }) return algorithm_.terminals_are_equal();
    return false;
  }
  const RouteTables* next_hops() const override {
    if constexpr (requires { algorithm_.next_hops(); }) return algorithm_.next_hops();
    return nullptr;
  }
  unsigned whole_ladder() const override {
    if constexpr (requires { algorithm_.whole_ladder(); }) return algorithm_.whole_ladder();
    return 0;
  }

  std::unique_ptr<const Walker> in_phase([[maybe_unused]] unsigned phase) const override {
    if constexpr (Rerouting<Algorithm>) {
      Algorithm later = algorithm_;
      later.enter(phase);
      return std::make_unique<AlgorithmWalker>(later);
    }
    return nullptr;
  }
  StateBytes reconsider([[maybe_unused]] std::uint32_t router, const StateBytes& state) const override {
    if constexpr (Reconsidering<Algorithm>) {
      State again = unpacked<State>(state);
      algorithm_.reconsider(router, again);
      return packed(again);
    }
    return state;
  }

  std::uint32_t bundle(std::uint32_t destination) const override {
    if constexpr (Bundling<Algorithm>) return algorithm_.bundle(destination);
    return destination;
  }
  bool blind(const StateBytes& state) const override {
    if constexpr (Bundling<Algorithm>) return algorithm_.blind(unpacked<State>(state));
    return false;
  }
  StateBytes without_detour(const StateBytes& state) const override {
    if constexpr (Bundling<Algorithm>) return packed(algorithm_.without_detour(unpacked<State>(state)));
    return state;
  }
  StateBytes redirected(const StateBytes& state, std::uint32_t destination) const override {
    if constexpr (Bundling<Algorithm>) return packed(algorithm_.redirected(unpacked<State>(state), destination));
    return state;
  }
  bool far(const StateBytes& state) const override {
    if constexpr (Bundling<Algorithm>) return algorithm_.far(unpacked<State>(state));
    return false;
  }
  StateBytes first_end(const StateBytes& state) const override {
    if constexpr (Bundling<Algorithm>) return packed(algorithm_.first_end(unpacked<State>(state)));
    return state;
  }
  void every_end(const StateBytes& state, std::vector<StateBytes>& states) const override {
    if constexpr (Bundling<Algorithm>) {
      algorithm_.every_end(unpacked<State>(state), [&states](const State& each) { states.push_back(packed(each)); });
    } else {
      states.push_back(state);
    }
  }

 private:
  Algorithm algorithm_;
};

}  // namespace fsin::routing
