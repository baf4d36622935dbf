// SPDX-License-Identifier: Apache-2.0
// Every state in which packets of a routing can be on their way from one node to another, found by trying all that its
// start may draw, several answers to every question that it asks about queues, and each of its candidates: whether they
// arrive, over how many links, and which queues they wait for. Nothing is simulated.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/topology.hpp"
#include "tests/routing/outcomes.hpp"
#include "tests/routing/waits.hpp"

namespace routing_tests {

using fsin::RouterId;

/// A router where all have room. `mood` changes what queues and draws look like.
struct AnyView {
  std::uint32_t at_router = 0;
  unsigned at_layer = 0;
  bool injected = true;
  unsigned came_by = 0, came_vc = 0;
  std::uint32_t mood = 0;

  std::uint32_t router() const { return at_router; }
  unsigned layer() const { return at_layer; }
  bool from_injection() const { return injected; }
  unsigned in_port() const { return came_by; }
  unsigned in_vc() const { return came_vc; }
  bool can_request(std::int32_t out) const { return mood % 5 != 4 || mixed(static_cast<std::uint32_t>(out)) % 2 == 0; }
  unsigned open(std::int32_t, unsigned n) const { return (1U << n) - 1; }
  static bool must_draw() { return false; }
  unsigned phits_ahead(std::int32_t out) const { return mood == 0 ? 0 : mixed(static_cast<std::uint32_t>(out)) % 64; }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const {
    return mood == 0 ? 0 : mixed(9001 * (router + 1) + static_cast<std::uint32_t>(out)) % 64;
  }
  static std::optional<bool> supposes() { return {}; }
  std::uint64_t backlog(std::int32_t out) const {
    return mood == 0 ? 0 : mixed(500 + static_cast<std::uint32_t>(out)) % 4;
  }
  unsigned channel_load(std::int32_t out) const { return phits_ahead(out) % 3; }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return mixed(1000 + i) % n; }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return uniform(n, i); }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const { return uniform(n, i); }

 private:
  std::uint32_t mixed(std::uint32_t x) const {
    x = (x + 1) * 2654435761U ^ (mood + 1) * 2246822519U;
    return (x ^ x >> 15U) * 3266489917U >> 8U;
  }
};

inline constexpr std::uint32_t moods = 12;

/// All packets of one algorithm in one network.
template <class Algorithm>
class StateSearch {
 public:
  using State = typename Algorithm::State;
  struct Length {
    unsigned shortest = ~0U, longest = 0;
  };

  StateSearch(const Algorithm& algorithm, const fsin::topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  /// Links of the shortest and of the longest way. Fails where a packet could go round for ever, lose its way, or ask
  /// for a channel that candidates() does not name.
  Length from(std::uint32_t source, std::uint32_t destination) {
    if (destination != destination_) known_.clear();
    destination_ = destination;
    Length all;
    for_each_start(algorithm_, source, destination, [&](const State& state) {
      AnyView view;
      view.at_router = source;
      const Length found = go_on(view, state);
      all = {std::min(all.shortest, found.shortest), std::max(all.longest, found.longest)};
    });
    return all;
  }

  /// Of all packets since the first from(); queues are numbered (router * ports + port) * channels + channel.
  const Waits& waits() const { return waits_; }

  /// Calls see(view, state, out) for every request that is possible, once for each state on the way to a destination.
  std::function<void(const AnyView&, const State&, unsigned out)> see;

 private:
  using Key = std::pair<std::array<std::uint32_t, 4>, std::string>;

  static Key key_of(const AnyView& view, const State& state) {
    std::string bytes(sizeof(State), '\0');
    std::memcpy(bytes.data(), &state, sizeof(State));
    return {{view.at_router, view.injected, view.came_by, view.came_vc}, bytes};
  }

  Length go_on(AnyView view, const State& state) {
    if (view.at_router == destination_) return {0, 0};
    view.at_layer = topology_.geometry->layer(RouterId(view.at_router));
    std::map<std::string, State> decided;
    for (view.mood = 0; view.mood < moods; ++view.mood) {
      State after = state;
      if constexpr (fsin::routing::Deciding<Algorithm>) algorithm_.decide(std::as_const(view), after);
      decided.emplace(key_of(view, after).second, after);
    }
    Length all;
    for (const auto& [bytes, after] : decided) {
      const Length found = ask(view, after);
      all = {std::min(all.shortest, found.shortest), std::max(all.longest, found.longest)};
    }
    return all;
  }

  Length ask(const AnyView& view, const State& state) {
    const auto [at, fresh] = known_.try_emplace(key_of(view, state), Length{});
    if (!fresh) {
      REQUIRE_MESSAGE(at->second.shortest != ~0U, "a packet can go round for ever");
      return at->second;
    }
    std::set<unsigned> channels;
    algorithm_.candidates(view, state, [&](std::int32_t out) { channels.insert(static_cast<unsigned>(out)); });
    check_requests(view, state, channels);
    Length all;
    std::set<std::size_t> wanted;
    for (const unsigned out : channels) {
      const fsin::topology::Link link = topology_.graph.next(RouterId(view.at_router), out / vcs_);
      REQUIRE(link.exists());
      if (see) see(view, state, out);
      State moved = state;
      algorithm_.advance(moved, out / vcs_);
      AnyView next;
      next.at_router = link.router.value;
      next.injected = false;
      next.came_by = link.port;
      next.came_vc = out % vcs_;
      wanted.insert(queue(next));
      const Length found = go_on(next, moved);
      all = {std::min(all.shortest, found.shortest + 1), std::max(all.longest, found.longest + 1)};
    }
    if (!view.injected) waits_.add(queue(view), std::move(wanted));
    known_[key_of(view, state)] = all;
    return all;
  }

  void check_requests(AnyView view, const State& state, const std::set<unsigned>& channels) {
    REQUIRE(!channels.empty());
    for (view.mood = 0; view.mood < moods; ++view.mood) {
      fsin::routing::Retry retry = 0;
      const fsin::routing::Choice choice = algorithm_.request(view, state, retry);
      if (choice.made()) REQUIRE(channels.count(static_cast<unsigned>(choice.out)) == 1);
    }
  }

  std::size_t queue(const AnyView& in) const {
    return (std::size_t{in.at_router} * topology_.graph.ports() + in.came_by) * vcs_ + in.came_vc;
  }

  const Algorithm& algorithm_;
  const fsin::topology::Topology& topology_;
  unsigned vcs_;
  std::uint32_t destination_ = ~0U;
  std::map<Key, Length> known_;  ///< of packets to `destination_`
  Waits waits_;
};

}  // namespace routing_tests
