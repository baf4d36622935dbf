// SPDX-License-Identifier: Apache-2.0
// Follows a routing of a HyperX along every way that it allows, for every pair of nodes and every draw, and compares
// what candidates() names with what request() answers. No engine: routers are views that say which channels have room.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "tests/routing/outcomes.hpp"

namespace hyperx_walk {

using namespace fsin;

/// A router where a header waits. `draw` is the answer to every draw, modulo its range.
struct View {
  std::uint32_t number = 0;
  unsigned layer_number = 0;
  unsigned port = 0;
  unsigned vc = 0;
  const std::vector<bool>* room = nullptr;
  const std::vector<unsigned>* phits = nullptr;
  std::uint32_t draw = 0;

  std::uint32_t router() const { return number; }
  unsigned layer() const { return layer_number; }
  bool from_injection() const { return layer_number == 0; }
  unsigned in_port() const { return port; }
  unsigned in_vc() const { return vc; }
  bool can_request(std::int32_t out) const { return room->at(static_cast<std::size_t>(out)); }
  unsigned open(std::int32_t, unsigned) const { return 0; }
  static bool must_draw() { return false; }
  unsigned phits_ahead(std::int32_t out) const { return phits->at(static_cast<std::size_t>(out)); }
  std::uint64_t backlog(std::int32_t out) const { return phits_ahead(out); }
  unsigned channel_load(std::int32_t out) const { return phits_ahead(out); }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t) const { return draw % n; }
  std::uint32_t offset(std::uint32_t n, std::uint32_t) const { return draw % n; }
  std::uint32_t least(std::uint32_t n, std::uint32_t) const { return draw % n; }
};
static_assert(routing::RouterView<View>);

/// A hop between two switches, by coordinates that this test works out itself.
struct Hop {
  unsigned dimension = 0;
  unsigned vc = 0;
  bool aligned_before = false;  ///< the dimension was aligned with the destination
  bool aligned_after = false;
};
using Way = std::vector<Hop>;

/// What has been seen of one routing.
struct Seen {
  std::size_t ways = 0;
  std::size_t longest = 0;
  bool detours = false;  ///< some way is longer than the shortest
};

template <class Algorithm>
class Walker {
 public:
  using State = typename Algorithm::State;
  /// `allowed` looks at each whole way, from switch to switch.
  using Allowed = std::function<void(const Way& way, unsigned shortest)>;

  Walker(const topology::Topology& built, const topology::HyperXParams& params, const Algorithm& algorithm,
         unsigned vcs, Allowed allowed)
      : graph_(built.graph),
        has_failures_(built.failures.any()),
        params_(params),
        algorithm_(algorithm),
        vcs_(vcs),
        allowed_(std::move(allowed)) {
    const std::size_t channels = std::size_t{graph_.ports()} * vcs;
    none_.assign(channels, false);
    all_.assign(channels, true);
    empty_.assign(channels, 0);
  }

  Seen every_pair() {
    for (std::uint32_t source = 0; source < graph_.nodes(); ++source) {
      for (destination_ = 0; destination_ < graph_.nodes(); ++destination_) {
        if (source == destination_) continue;
        shortest_ = differing(source / params_.terminals, destination_ / params_.terminals);
        routing_tests::for_each_start(algorithm_, source, destination_, [&](const State& state) {
          Way way;
          follow({source, 0, 0, 0, &none_, &empty_}, state, way);
        });
        visited_.clear();
      }
    }
    return seen_;
  }

 private:
  std::vector<unsigned> coordinates(std::uint32_t number) const {
    std::vector<unsigned> at;
    for (const unsigned side : params_.dims) {
      at.push_back(number % side);
      number /= side;
    }
    return at;
  }
  unsigned differing(std::uint32_t one, std::uint32_t other) const {
    const auto a = coordinates(one), b = coordinates(other);
    unsigned count = 0;
    for (std::size_t d = 0; d < a.size(); ++d) count += a[d] != b[d] ? 1 : 0;
    return count;
  }

  void follow(View view, State state, Way& way) {
    REQUIRE(way.size() < 32);
    if (view.number == destination_) {
      ++seen_.ways;
      seen_.longest = std::max(seen_.longest, way.size());
      seen_.detours |= way.size() > shortest_;
      allowed_(way, shortest_);
      return;
    }
    REQUIRE((view.layer_number == 1 || way.empty()));
    std::vector<State> decided{state};
    if constexpr (routing::Deciding<Algorithm>) decided = outcomes(view, state);
    for (const State& each : decided) {
      if (!visited_.insert(key(view, each, way)).second) continue;
      bool goes_on = false;
      for (const std::int32_t out : compared_candidates(view, each)) {
        goes_on = hop(view, each, static_cast<unsigned>(out), way) || goes_on;
      }
      REQUIRE(goes_on);
    }
  }

  /// False if the link has failed: where another one leads on, it may be a candidate, as it never has room.
  bool hop(const View& view, State state, unsigned out, Way& way) {
    const topology::Link next = graph_.next(RouterId(view.number), out / vcs_);
    if (has_failures_ && !next.exists()) return false;
    REQUIRE(next.exists());
    algorithm_.advance(state, out / vcs_);
    const auto nodes = static_cast<std::uint32_t>(graph_.nodes());
    const auto to = static_cast<std::uint32_t>(next.router.index());
    const bool between = view.number >= nodes && to >= nodes;
    if (between) way.push_back(described(view.number - nodes, to - nodes, out % vcs_));
    follow({to, to < nodes ? 0U : 1U, next.port, out % vcs_, &none_, &empty_}, state, way);
    if (between) way.pop_back();
    return true;
  }

  Hop described(std::uint32_t from, std::uint32_t to, unsigned vc) const {
    const auto a = coordinates(from), b = coordinates(to), end = coordinates(destination_ / params_.terminals);
    Hop hop{.vc = vc};
    unsigned moved = 0;
    for (unsigned d = 0; d < a.size(); ++d) {
      if (a[d] == b[d]) continue;
      hop = {d, vc, a[d] == end[d], b[d] == end[d]};
      ++moved;
    }
    REQUIRE(moved == 1);
    return hop;
  }

  /// What candidates() names; request() must answer each of them when it alone has room, and nothing else ever.
  std::vector<std::int32_t> compared_candidates(View view, const State& state) {
    std::vector<std::int32_t> named;
    algorithm_.candidates(view, state, [&](std::int32_t out) { named.push_back(out); });
    REQUIRE(!named.empty());
    REQUIRE(std::set<std::int32_t>(named.begin(), named.end()).size() == named.size());
    REQUIRE_FALSE(ask(view, state).made());
    std::vector<bool> one = none_;
    for (const std::int32_t out : named) {
      one[static_cast<std::size_t>(out)] = true;
      view.room = &one;
      bool asked = false;
      for (view.draw = 0; view.draw < 4; ++view.draw) asked |= ask(view, state).out == out;
      REQUIRE(asked);
      one[static_cast<std::size_t>(out)] = false;
    }
    view.room = &all_;
    std::vector<unsigned> phits(empty_.size());
    for (view.draw = 0; view.draw < 3; ++view.draw) {
      fill(phits);
      view.phits = &phits;
      const routing::Choice choice = ask(view, state);
      REQUIRE(choice.made());
      REQUIRE(std::find(named.begin(), named.end(), choice.out) != named.end());
    }
    return named;
  }
  routing::Choice ask(View& view, const State& state) const {
    routing::Retry retry = 0;
    return algorithm_.request(view, state, retry);
  }

  /// Every state that decide() leaves, over many fillings of the queues.
  std::vector<State> outcomes(View view, const State& state) {
    std::vector<State> found;
    std::vector<unsigned> phits(empty_.size());
    for (int i = 0; i < 8; ++i) {
      fill(phits);
      view.phits = &phits;
      State changed = state;
      if constexpr (routing::Deciding<Algorithm>) algorithm_.decide(view, changed);
      const bool known = std::any_of(found.begin(), found.end(), [&](const State& other) {
        return std::memcmp(&other, &changed, sizeof(State)) == 0;
      });
      if (!known) found.push_back(changed);
    }
    return found;
  }
  void fill(std::vector<unsigned>& phits) {
    for (unsigned& each : phits) each = 16 * scale_draw(philox({1, Purpose::selection}, counter_++)[0], 4);
  }

  std::string key(const View& view, const State& state, const Way& way) const {
    std::string text(reinterpret_cast<const char*>(&state), sizeof(State));
    for (const unsigned part : {view.number, view.port, view.vc}) text += std::to_string(part) + " ";
    for (const Hop& hop : way)
      text += std::to_string(hop.dimension * 64 + hop.vc * 4 + (hop.aligned_after ? 1 : 0)) + " ";
    return text;
  }

  const topology::PortGraph& graph_;
  const bool has_failures_;
  const topology::HyperXParams& params_;
  const Algorithm& algorithm_;
  unsigned vcs_;
  Allowed allowed_;
  std::uint32_t destination_ = 0;
  unsigned shortest_ = 0;
  std::uint64_t counter_ = 0;
  std::vector<bool> none_, all_;
  std::vector<unsigned> empty_;
  std::set<std::string> visited_;
  Seen seen_;
};

}  // namespace hyperx_walk
