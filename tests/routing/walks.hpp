// SPDX-License-Identifier: Apache-2.0
// Every way that a routing algorithm can take from one node to another, found by trying all that its start may draw,
// several answers to every question that it asks about queues, and each of its candidates. Nothing is simulated.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/topology.hpp"

namespace routing_tests {

using fsin::RouterId;

/// Draws that are counted through: all combinations of answers, one after the other.
class AllDraws {
 public:
  bool coin(unsigned) const { return false; }
  std::uint32_t uniform(std::uint32_t n, unsigned index) const {
    range_[index] = n;
    return value_[index];
  }
  bool next() {
    for (unsigned i = 0; i < value_.size(); ++i) {
      if (++value_[i] < range_[i]) return true;
      value_[i] = 0;
    }
    return false;
  }

 private:
  mutable std::array<std::uint32_t, 3> range_{1, 1, 1};
  std::array<std::uint32_t, 3> value_{};
};

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

/// Ways of one algorithm over one network.
template <class Algorithm>
class Walks {
 public:
  using State = typename Algorithm::State;
  struct Length {
    unsigned shortest = ~0U, longest = 0;
  };

  Walks(const Algorithm& algorithm, const fsin::topology::Topology& topology, unsigned vcs)
      : algorithm_(algorithm), topology_(topology), vcs_(vcs) {}

  /// Links of the shortest and of the longest way. Fails where a packet could go round for ever, lose its way, or ask
  /// for a channel that candidates() does not name.
  Length from(std::uint32_t source, std::uint32_t destination) {
    known_.clear();
    destination_ = destination;
    Length all;
    AllDraws draws;
    do {
      AnyView view;
      view.at_router = source;
      const Length found = go_on(view, algorithm_.start(source, destination, draws));
      all = {std::min(all.shortest, found.shortest), std::max(all.longest, found.longest)};
    } while (draws.next());
    return all;
  }

  /// Pairs of channels, (router * ports + port) * channels + channel: a packet that holds the first asks for the
  /// second.
  const std::set<std::pair<std::size_t, std::size_t>>& waits() const { return waits_; }
  bool has_cycle() const;

  /// Calls see(view, state, out) for every request that a walk finds possible.
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
      if (!view.injected) waits_.emplace(held(view), channel(link, out % vcs_));
      const Length found = go_on(next, moved);
      all = {std::min(all.shortest, found.shortest + 1), std::max(all.longest, found.longest + 1)};
    }
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

  std::size_t channel(const fsin::topology::Link& input, unsigned vc) const {
    return (input.router.index() * topology_.graph.ports() + input.port) * vcs_ + vc;
  }
  std::size_t held(const AnyView& view) const {
    return (std::size_t{view.at_router} * topology_.graph.ports() + view.came_by) * vcs_ + view.came_vc;
  }

  const Algorithm& algorithm_;
  const fsin::topology::Topology& topology_;
  unsigned vcs_;
  std::uint32_t destination_ = 0;
  std::map<Key, Length> known_;
  std::set<std::pair<std::size_t, std::size_t>> waits_;
};

/// By taking away, again and again, what nothing waits for.
template <class Algorithm>
bool Walks<Algorithm>::has_cycle() const {
  std::map<std::size_t, unsigned> waited_for;
  std::map<std::size_t, std::vector<std::size_t>> next;
  for (const auto& [from, to] : waits_) {
    waited_for.try_emplace(from, 0);
    ++waited_for[to];
    next[from].push_back(to);
  }
  std::vector<std::size_t> free;
  for (const auto& [queue, count] : waited_for) {
    if (count == 0) free.push_back(queue);
  }
  std::size_t gone = 0;
  for (; !free.empty(); ++gone) {
    const std::size_t queue = free.back();
    free.pop_back();
    for (const std::size_t to : next[queue]) {
      if (--waited_for[to] == 0) free.push_back(to);
    }
  }
  return gone != waited_for.size();
}

}  // namespace routing_tests
