// SPDX-License-Identifier: Apache-2.0
// Routings alone, without an engine: packets that walk through an empty network, and all packets that there can be.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fsin/routing/algorithm.hpp"
#include "fsin/topology/port_graph.hpp"
#include "tests/routing/outcomes.hpp"

namespace walk {

using fsin::RouterId;

using routing_tests::Outcomes;

struct Entry {
  Outcomes* outcomes;
  bool coin(unsigned) const { return outcomes->draw(2) != 0; }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t) const { return outcomes->draw(n); }
};

/// A header in an empty network. `in`: port * vcs + vc, or negative in an injection queue.
struct View {
  std::uint32_t at;
  std::int32_t in;
  unsigned vcs;
  std::uint32_t luck = 0;

  std::uint32_t router() const { return at; }
  static unsigned layer() { return 0; }
  bool from_injection() const { return in < 0; }
  unsigned in_port() const { return static_cast<unsigned>(in) / vcs; }
  unsigned in_vc() const { return static_cast<unsigned>(in) % vcs; }
  static bool can_request(std::int32_t) { return true; }
  static unsigned open(std::int32_t, unsigned n) { return (1U << n) - 1; }
  static bool must_draw() { return false; }
  static unsigned phits_ahead(std::int32_t) { return 0; }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t i) const { return (luck >> 4 * (i % 8)) % n; }
  std::uint32_t offset(std::uint32_t n, std::uint32_t i) const { return uniform(n, i); }
  std::uint32_t least(std::uint32_t n, std::uint32_t i) const { return uniform(n, i); }
  void later(std::uint32_t) {}
};

/// A header somewhere, with what it remembers.
template <class State>
struct Place {
  std::uint32_t router;
  std::int32_t in;
  std::uint32_t destination;
  State state;

  /// A key to tell places apart; the bytes of a state begin as zeros.
  std::string key() const {
    std::string bytes(sizeof *this, '\0');
    std::memcpy(bytes.data(), this, sizeof *this);
    return bytes;
  }
};

template <class Algorithm>
class Packets {
 public:
  using State = typename Algorithm::State;

  Packets(const Algorithm& algorithm, const fsin::topology::PortGraph& graph, unsigned vcs)
      : algorithm_(algorithm), graph_(graph), vcs_(vcs) {}

  /// Calls use(place) for a packet from one node to another, once for every outcome of its draws.
  template <class Use>
  void for_each_start(std::uint32_t source, std::uint32_t destination, Use use) const {
    Outcomes outcomes;
    do {
      Place<State> place;
      std::memset(static_cast<void*>(&place), 0, sizeof place);
      place.router = source;
      place.in = -1;
      place.destination = destination;
      const State state = algorithm_.start(source, destination, Entry{&outcomes});
      copy(state, place.state);
      decide(place);
      use(place);
    } while (outcomes.next());
  }

  std::vector<std::int32_t> candidates(const Place<State>& place) const {
    std::vector<std::int32_t> outs;
    algorithm_.candidates(view(place), place.state, [&](std::int32_t out) { outs.push_back(out); });
    return outs;
  }
  std::int32_t request(const Place<State>& place, std::uint32_t luck) const {
    View view = this->view(place);
    view.luck = luck;
    fsin::routing::Retry retry = 0;
    return algorithm_.request(view, place.state, retry).out;
  }
  Place<State> next(const Place<State>& place, std::int32_t out) const {
    Place<State> then = place;
    const unsigned port = static_cast<unsigned>(out) / vcs_;
    const fsin::topology::Link link = graph_.next(RouterId(place.router), port);
    if (!link.exists()) throw std::logic_error("a channel that leads nowhere");
    algorithm_.advance(then.state, port);
    then.router = link.router.value;
    then.in = static_cast<std::int32_t>(link.port * vcs_ + static_cast<unsigned>(out) % vcs_);
    decide(then);
    return then;
  }

 private:
  View view(const Place<State>& place) const { return {place.router, place.in, vcs_}; }
  void decide(Place<State>& place) const {
    if constexpr (fsin::routing::Deciding<Algorithm>) {
      if (place.router != place.destination) algorithm_.decide(view(place), place.state);
    }
  }
  /// Padding stays zero, so that equal states have equal bytes.
  static void copy(const State& from, State& to) { std::memcpy(static_cast<void*>(&to), &from, sizeof to); }

  const Algorithm& algorithm_;
  const fsin::topology::PortGraph& graph_;
  unsigned vcs_;
};

/// Whether there are queues whose packets, all of them there can be, only wait for each other: the largest set of
/// queues in which every packet that is not at its destination has no way out of the set. Room is all that is asked of
/// the next queue. F. Verbeek, J. Schmaltz, On necessary and sufficient conditions for deadlock-free routing in
/// wormhole networks, IEEE TPDS 22(12), 2011, for packets that occupy one queue.
template <class Algorithm>
bool can_deadlock(const Algorithm& algorithm, const fsin::topology::PortGraph& graph, std::uint32_t nodes,
                  unsigned vcs) {
  using Its = Place<typename Algorithm::State>;
  const Packets<Algorithm> packets(algorithm, graph, vcs);
  const unsigned queues_each = graph.ports() * vcs;
  const auto queue_of = [&](const Its& place) { return place.router * queues_each + static_cast<unsigned>(place.in); };
  // Of every packet state in a queue: the queues that it may go to. A state at its destination keeps nobody waiting.
  std::vector<std::vector<std::set<std::uint32_t>>> waits(graph.routers() * queues_each);
  std::set<std::string> seen;
  std::vector<Its> todo;
  for (std::uint32_t s = 0; s < nodes; ++s) {
    for (std::uint32_t d = 0; d < nodes; ++d) {
      if (s == d) continue;
      packets.for_each_start(s, d, [&](const Its& place) {
        if (seen.insert(place.key()).second) todo.push_back(place);
      });
    }
  }
  while (!todo.empty()) {
    const Its place = todo.back();
    todo.pop_back();
    if (place.router == place.destination) continue;
    std::set<std::uint32_t> goes_to;
    for (const std::int32_t out : packets.candidates(place)) {
      const Its then = packets.next(place, out);
      goes_to.insert(queue_of(then));
      if (seen.insert(then.key()).second) todo.push_back(then);
    }
    if (place.in >= 0) waits[queue_of(place)].push_back(std::move(goes_to));
  }
  std::vector<bool> stuck(waits.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t q = 0; q < waits.size(); ++q) {
      if (!stuck[q]) continue;
      bool a_packet_stays = false;
      for (const std::set<std::uint32_t>& outs : waits[q]) {
        bool leaves = false;
        for (const std::uint32_t out : outs) leaves = leaves || !stuck[out];
        a_packet_stays = a_packet_stays || !leaves;
      }
      if (a_packet_stays) continue;
      stuck[q] = false;
      changed = true;
    }
  }
  for (const bool each : stuck) {
    if (each) return true;
  }
  return false;
}

}  // namespace walk
