// SPDX-License-Identifier: Apache-2.0
// Dragonflies by rules for virtual channels: by position in a sequence of local and global hops, by the number of
// global hops made, and by the number of hops made of each kind; and PAR (N. Jiang, J. Kim, W. J. Dally, ISCA 2009),
// whose packets may leave the minimal way after their first local hop.
#include <string_view>

#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/deadlock/flood.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

enum class Detour : std::uint8_t { none, group, router };
enum class Ladder : std::uint8_t { sequence, globals, hops };
enum class Par : std::uint8_t { no, committed, free_to_change };

struct WayRules {
  std::string_view sequence;  ///< of the links of the longest way: "lgl"
  unsigned locals = 2;        ///< channels of a local link
  unsigned globals = 1;
  Detour detour = Detour::none;
  Ladder ladder = Ladder::sequence;
  bool inside = false;  ///< also detours inside the group of source and destination, by a switch of it
  Par par = Par::no;
};

/// Minimal until `detours`, then towards `via` until `passed`, then to the destination.
struct DragonflyWays {
  struct State {
    std::uint32_t destination;
    std::uint16_t via_group;
    std::uint8_t via_index;
    std::uint8_t position;  ///< in the sequence
    std::uint8_t locals;
    std::uint8_t globals;
    std::uint8_t phase;    ///< 0: minimal for now, 1: on the detour, 2: behind it, or minimal for ever
    std::uint8_t minimal;  ///< PAR: the port of the minimal way
    std::uint8_t aside;    ///< and that of the detour
    std::uint8_t unused[3];
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const topology::Topology> topology;
  const topology::Dragonfly* network;
  WayRules rules;
  unsigned vcs;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state{};
    state.destination = destination;
    const auto from = network->place(source), to = network->place(destination);
    state.phase = 2;
    if (rules.detour == Detour::none) return state;
    if (from.group == to.group) {
      if (!rules.inside || from.index == to.index) return state;
      unsigned index = draws.uniform(network->a - 2, 0);
      if (index >= std::min(from.index, to.index)) ++index;
      if (index >= std::max(from.index, to.index)) ++index;
      state.via_group = from.group;
      state.via_index = static_cast<std::uint8_t>(index);
      state.phase = 1;
      return state;
    }
    unsigned via = draws.uniform(network->groups - 2, 1);
    if (via >= std::min(from.group, to.group)) ++via;
    if (via >= std::max(from.group, to.group)) ++via;
    state.via_group = static_cast<std::uint16_t>(via);
    if (rules.detour == Detour::router) state.via_index = static_cast<std::uint8_t>(draws.uniform(network->a, 2));
    state.phase = rules.par == Par::no ? 1 : 0;
    return state;
  }

  template <class View>
  void decide(const View& view, State& state) const {
    if (view.layer() == 0) return;
    const auto here = network->place(view.router());
    const bool there = here.group == state.via_group &&
                       (here.index == state.via_index || (rules.detour == Detour::group && state.globals != 0));
    if (state.phase == 1 && there) state.phase = 2;
    if (state.phase != 0) return;
    if (state.globals != 0) {
      state.phase = 2;
      return;
    }
    if (rules.par == Par::committed) {
      if (view.uniform(2, 0) == 1) state.phase = 1;
      return;
    }
    State aside = state;
    aside.phase = 1;
    state.minimal = static_cast<std::uint8_t>(port(here, state));
    state.aside = static_cast<std::uint8_t>(port(here, aside));
  }

  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    std::array<std::int32_t, 2> outs{};
    unsigned n = 0;
    candidates(view, state, [&](std::int32_t out) { outs[n++] = out; });
    const std::int32_t out = outs[view.uniform(n, 1)];
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    if (view.layer() == 0) return visit(0);
    const unsigned first = port(network->place(view.router()), state);
    visit(static_cast<std::int32_t>(first * vcs + channel(state, first)));
    if (state.phase == 0 && rules.par == Par::free_to_change && state.aside != first) {
      visit(static_cast<std::int32_t>(state.aside * vcs + channel(state, state.aside)));
    }
  }
  void advance(State& state, unsigned port) const {
    if (port < network->first_local()) return;
    if (state.phase == 0 && rules.par == Par::free_to_change && state.globals == 0 && state.minimal != state.aside) {
      if (port == state.aside) state.phase = 1;
    }
    const bool global = port >= network->first_global();
    state.position = static_cast<std::uint8_t>(position(state, global) + 1);
    ++(global ? state.globals : state.locals);
  }

 private:
  /// A network interface takes its only link: this is for switches.
  unsigned port(const topology::Dragonfly::Place& here, const State& state) const {
    const auto to = network->place(state.destination);
    const bool aside = state.phase == 1;
    const unsigned group = aside ? state.via_group : to.group;
    if (here.group == group) {
      const unsigned index = aside ? state.via_index : to.index;
      return here.index == index ? to.terminal : network->local_port(here.index, index);
    }
    const auto gate = network->plug(network->link_to(here.group, group));
    return here.index == gate.index ? gate.port : network->local_port(here.index, gate.index);
  }
  /// The first place of the sequence from the packet's on that has a link of this kind.
  unsigned position(const State& state, bool global) const {
    unsigned at = state.position;
    while (at < rules.sequence.size() && (rules.sequence[at] == 'g') != global) ++at;
    return at;
  }
  unsigned channel(const State& state, unsigned port) const {
    if (port < network->first_local()) return 0;
    const bool global = port >= network->first_global();
    const unsigned most = (global ? rules.globals : rules.locals) - 1;
    if (rules.ladder == Ladder::globals) return std::min<unsigned>(state.globals, most);
    if (rules.ladder == Ladder::hops) return std::min<unsigned>(global ? state.globals : state.locals, most);
    const unsigned end = position(state, global);
    unsigned before = 0;
    for (unsigned i = 0; i < end && i < rules.sequence.size(); ++i) {
      before += (rules.sequence[i] == 'g') == global ? 1U : 0U;
    }
    return std::min(before, most);
  }
};

Case dragonfly_case(std::string name, bool free, const WayRules& rules) {
  auto topology = std::make_shared<const topology::Topology>(topology::DragonflyParams{2, 4, 2, {}}.build());
  const auto* network = topology::as<topology::Dragonfly>(*topology->geometry);
  const unsigned vcs = std::max(rules.locals, rules.globals);
  return algorithm_case("dragonfly, " + std::move(name), free, topology, vcs,
                        DragonflyWays{topology, network, rules, vcs});
}

}  // namespace

std::vector<Case> dragonfly_cases() {
  using enum Detour;
  using enum Ladder;
  constexpr bool inside = true;
  return {
      dragonfly_case("MIN 2/1", true, {"lgl", 2, 1}),
      dragonfly_case("Valiant group 3/2", true, {"lglgl", 3, 2, group}),
      dragonfly_case("Valiant group and inside groups 3/2", true, {"lglgl", 3, 2, group, sequence, inside}),
      dragonfly_case("Valiant router 4/2", true, {"lgllgl", 4, 2, router}),
      dragonfly_case("PAR group 4/2", true, {"llglgl", 4, 2, group, sequence, false, Par::committed}),
      dragonfly_case("PAR router 5/2", true, {"llgllgl", 5, 2, router, sequence, false, Par::committed}),
      dragonfly_case("MIN 1/1", false, {"lgl", 1, 1}),
      dragonfly_case("Valiant group 2/2", false, {"lglgl", 2, 2, group}),
      dragonfly_case("Valiant group 3/1", false, {"lglgl", 3, 1, group}),
      dragonfly_case("Valiant router 3/2", false, {"lgllgl", 3, 2, router}),
      dragonfly_case("by global hops, Valiant group", true, {"lglgl", 3, 2, group, globals}),
      dragonfly_case("by global hops, Valiant group and inside groups", false, {"lglgl", 3, 2, group, globals, inside}),
      dragonfly_case("by global hops, PAR group", false, {"llglgl", 3, 2, group, globals, false, Par::committed}),
      dragonfly_case("by global hops, PAR group that may change its mind", true,
                     {"llglgl", 3, 2, group, globals, false, Par::free_to_change}),
      dragonfly_case("by hops made, Valiant router 4/2", false, {"lgllgl", 4, 2, router, hops}),
      dragonfly_case("by hops made, PAR group 4/2", false, {"llglgl", 4, 2, group, hops, false, Par::committed}),
      dragonfly_case("by hops made, PAR router 5/2", false, {"llgllgl", 5, 2, router, hops, false, Par::committed}),
      dragonfly_case("by hops made, Valiant group and inside groups 3/2", false, {"lglgl", 3, 2, group, hops, inside}),
  };
}

}  // namespace deadlock_test
