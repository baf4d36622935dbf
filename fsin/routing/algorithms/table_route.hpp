// SPDX-License-Identifier: Apache-2.0
// Routing by tables that are made before the run from the links of any network: one algorithm, shared by the families
// for any network (shortest.hpp, spanning_tree.hpp, ...), each with its own tables and settings.
//
// A header looks up the next ports in the row of its current switch and the column of its target switch or, if a whole
// path was chosen at the source, in the list of the ports of that path. Among several ports it takes the one given by
// the hash of its flow, one drawn in every cycle, the one whose link has the least backlog, or the channel with the
// emptiest next queue.
//
// Virtual channels come in sets of equal size (`width`), one set for each level of a ladder. With `climbs` the level is
// the number of links between switches that the packet has crossed, at most the last level: a channel number that grows
// with every hop lets no cycle of waits form, as long as there are as many levels as a path has links. The links of
// interfaces take the current level, 0 at entry. Without `climbs` the level never changes: 0, or the layer of the pair.
// Within its set a packet keeps the channel that it drew at its start, or, with `spreads`, may take any.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/routing/algorithms/emptiest.hpp"
#include "fsin/routing/algorithms/least_backlog.hpp"
#include "fsin/routing/algorithms/table_facts.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

/// The tables of a phase of a run (topology::Failures::reroutes).
struct TablePhase {
  std::shared_ptr<const RouteTables> tables;
  TableFacts facts;
};

struct TableRoute {
  using State = TableState;
  static constexpr bool remembers = false;
  /// True: several families share it, so that it is compiled once (fsin/engine/shared_unit.hpp).
  static constexpr bool is_shared = true;

  std::shared_ptr<const RouteTables> tables;  ///< keeps the tables that `facts` points to
  TableFacts facts;                           ///< of the phase in force, so that no hop asks which one it is
  /// The tables of each phase of a run in which they change, that of the start included; null: they never change. The
  /// facts of all phases differ in their tables only.
  std::shared_ptr<const std::vector<TablePhase>> phases;

  void enter(unsigned phase) {
    if (phases == nullptr) return;
    tables = (*phases)[phase].tables;
    facts = (*phases)[phase].facts;
  }
  /// Tables that cut the switch of a detour off end it for good.
  void reconsider(std::uint32_t router, State& state) const {
    if (facts.detours && is_barred(facts.switch_of_router[router], state)) state.toward = state.column;
  }

  const RouteTables* next_hops() const { return facts.detours ? nullptr : tables.get(); }

  /// See Walker.
  unsigned whole_ladder() const {
    const unsigned links = facts.detours ? tables->longest_detour : tables->longest;
    return facts.climbs && links <= facts.last_level + 1U ? links : 0;
  }

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const std::uint32_t column = facts.node_columns ? destination : facts.home_of_node[destination];
    State state{column, column, 0, 0, facts.exit_of_node[destination], 0};
    if (facts.switch_of_router[source] == Fabric::no_switch) state.hops = 0xffffU;
    if (facts.hashes) state.flow = philox({facts.seed, Purpose::flow}, join_words(destination, source))[0];
    const std::uint32_t home = facts.home_of_node[source];
    if (facts.layer != nullptr) {
      state.base = static_cast<std::uint8_t>(facts.layer[std::size_t{home} * facts.columns + column] * facts.width);
    }
    if (facts.width > 1 && !facts.spreads) {
      state.base = static_cast<std::uint8_t>(state.base + draws.uniform(facts.width, 0));
    }
    if (facts.detours) state.toward = drawn_detour(home, column, draws);
    if (facts.pairs != nullptr) state.toward = drawn_path(home, state, draws);
    return state;
  }

  /// Ends the first half of a detour at its switch, or where tables have changed and cut that off; at the switch of the
  /// source, and at further ones on the shortest path, decides by UGAL.
  template <class View>
  void decide(const View& view, State& state) const {
    decide_by(view, state, [&](const State& direct, const State& detour, std::uint32_t here) {
      const std::uint64_t minimal = queued(view, direct) * links(here, direct.toward);
      const unsigned around = links(here, detour.toward) + links(detour.toward, detour.column);
      return minimal <= queued(view, detour) * around + facts.threshold;
    });
  }

  void advance(State& state, unsigned /*port*/) const {
    const auto hops = static_cast<std::uint16_t>(state.hops + 1U);
    if (hops <= facts.most_hops) state.hops = hops;
  }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const Ways ways = this->ways(view, state);
    std::int32_t out = channel(ways, 0, 0);
    if (ways.count * ways.width > 1) {
      if (facts.balances) {
        return {least_backlog_of(
            view, ways.count, [&](unsigned i) { return channel(ways, i, 0); }, ways.width)};
      }
      out = facts.adapts ? emptiest_of(view, [&](auto use) { each(ways, use); })
                         : channel(ways, view.uniform(ways.count, 0), view.uniform(ways.width, 1));
    }
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    each(ways(view, state), visit);
  }

 protected:
  /// The channels that a header may request here: `width` from `first` on, of each port.
  struct Ways {
    const std::uint8_t* ports;
    unsigned count, first, width;
  };

  unsigned level(const State& state) const { return facts.climbs ? std::min(state.hops, facts.last_level) : 0; }

  /// As decide(); prefers(direct, detour, switch) compares the shortest path with the detour.
  template <class View, class Prefers>
  void decide_by(const View& view, State& state, Prefers prefers) const {
    if (!facts.detours || state.toward == state.column) return;
    const std::uint32_t here = facts.switch_of_router[view.router()];
    if ((state.column & State::undecided) != 0) {
      const std::uint32_t over = state.column & ~State::undecided;
      state.column = state.toward;
      if (here == state.column || here == over || is_lost(here, over) || is_lost(over, state.column)) return;
      state.toward = over;
    } else if (here == state.toward || is_barred(here, state)) {
      state.toward = state.column;
      return;
    } else if (!facts.weighs || state.hops != 0) {
      return;
    }
    State direct = state;
    direct.toward = state.column;
    if (!prefers(std::as_const(direct), std::as_const(state), here)) return;
    if (state.hops + 1U < facts.decisions) direct.column = state.toward | State::undecided;
    state = direct;
  }

  std::int32_t channel(const Ways& ways, unsigned i, unsigned vc) const {
    return static_cast<std::int32_t>(ways.ports[i] * facts.vcs + ways.first + vc);
  }

  template <class View>
  Ways ways(const View& view, const State& state) const {
    static constexpr std::uint8_t interface_port = 0;
    const unsigned width = facts.spreads ? facts.width : 1;
    const std::uint32_t here = facts.switch_of_router[view.router()];
    if (here == Fabric::no_switch) return {&interface_port, 1, state.base, width};
    Ways ways{nullptr, 1, state.base + level(state) * facts.width, width};
    if (facts.pairs != nullptr) {
      ways.ports = facts.path_ports + state.toward + state.hops;
    } else {
      find_next(view, state, here, ways);
    }
    if (ways.ports[0] == leave) ways.ports = &state.exit;
    return ways;
  }

  template <class View>
  void find_next(const View& view, const State& state, std::uint32_t here, Ways& ways) const {
    std::size_t row = here;
    if (facts.came_down != nullptr) row = 2 * row + phase(view);
    find_in_row(row, state, here, ways);
  }
  void find_in_row(std::size_t row, const State& state, std::uint32_t here, Ways& ways) const {
    const std::size_t cell = row * facts.columns + state.toward;
    if (facts.channel != nullptr) ways.first = facts.channel[cell];
    if (facts.ports != nullptr) {
      ways.ports = facts.ports + cell;
      return;
    }
    const std::uint8_t* list = facts.lists + facts.sets[cell];
    ways.count = *list;
    ways.ports = list + 1;
    if (!facts.hashes || ways.count == 1) return;
    ways.ports += scale_draw(state.flow * facts.salt[here], ways.count);
    ways.count = 1;
  }

  template <class View>
  unsigned phase(const View& view) const {
    if (view.from_injection()) return 0;
    return facts.came_down[std::size_t{view.router()} * facts.router_ports + view.in_port()];
  }

  template <class Use>
  void each(const Ways& ways, Use use) const {
    for (unsigned i = 0; i < ways.count; ++i) {
      for (unsigned vc = 0; vc < ways.width; ++vc) use(channel(ways, i, vc));
    }
  }

  /// What is ahead of a packet on the first link of its way, the least over those that it may take.
  template <class View>
  std::uint64_t queued(const View& view, const State& state) const {
    const Ways ways = this->ways(view, state);
    std::uint64_t least = ~std::uint64_t{0};
    if (facts.by_backlog) {
      for (unsigned i = 0; i < ways.count; ++i) least = std::min(least, view.backlog(channel(ways, i, 0)));
    } else {
      each(ways, [&](std::int32_t out) { least = std::min<std::uint64_t>(least, view.phits_ahead(out)); });
    }
    return least;
  }

  unsigned links(std::uint32_t from, std::uint32_t to) const {
    return facts.distance[std::size_t{from} * facts.columns + to];
  }

  bool is_lost(std::uint32_t from, std::uint32_t to) const {
    return facts.lost != nullptr && facts.lost[std::size_t{from} * facts.columns + to] != 0;
  }

  /// The packet is on a detour, at a switch or an interface, and faults have cut off the switch of the detour from here
  /// or the destination from it.
  bool is_barred(std::uint32_t here, const State& state) const {
    if (facts.lost == nullptr || here == Fabric::no_switch || state.toward == state.column) return false;
    if ((state.column & State::undecided) != 0) return false;
    return is_lost(here, state.toward) || is_lost(state.toward, state.column);
  }

  /// The switch of a detour: a home other than those of source and destination, each with equal probability. None for a
  /// neighbour on the same switch; never a home that faults have cut off from either.
  template <class Draws>
  std::uint32_t drawn_detour(std::uint32_t from, std::uint32_t to, const Draws& draws) const {
    if (from == to || facts.columns < 3) return to;
    std::uint32_t over = draws.uniform(facts.columns - 2, 1);
    if (over >= std::min(from, to)) ++over;
    if (over >= std::max(from, to)) ++over;
    return is_lost(from, over) || is_lost(over, to) ? to : over;
  }

  template <class Draws>
  std::uint32_t drawn_path(std::uint32_t from, const State& state, const Draws& draws) const {
    const std::uint32_t* first = facts.pairs + std::size_t{from} * facts.columns + state.column;
    const std::uint32_t count = first[1] - first[0];
    return facts.paths[first[0] + (facts.hashes ? scale_draw(state.flow, count) : draws.uniform(count, 2))];
  }
};

/// Makes the algorithm; `levels`: number of levels of the ladder, 1 without one, limited by the virtual channels. The
/// family sets all other options in `facts` of the result.
inline TableRoute make_table_route(RouteTables made, unsigned vcs, unsigned ports, unsigned levels, PortChoice choice,
                                   std::uint64_t seed) {
  TableRoute route;
  const auto tables = std::make_shared<const RouteTables>(std::move(made));
  const auto data = [](const auto& list) { return list.empty() ? nullptr : list.data(); };
  TableFacts& f = route.facts;
  f = {.switch_of_router = data(tables->switch_of_router),
       .home_of_node = data(tables->home_of_node),
       .exit_of_node = data(tables->exit_of_node),
       .ports = data(tables->ports),
       .sets = data(tables->sets),
       .lists = data(tables->lists),
       .came_down = data(tables->came_down),
       .lost = data(tables->lost),
       .salt = data(tables->salt),
       .distance = data(tables->distance),
       .layer = data(tables->layer),
       .channel = data(tables->channel),
       .pairs = data(tables->pairs),
       .paths = data(tables->paths),
       .path_ports = data(tables->path_ports),
       .neighbour = data(tables->neighbour),
       .router_of_switch = data(tables->router_of_switch),
       .columns = tables->columns,
       .router_ports = ports,
       .vcs = vcs,
       .seed = seed,
       .node_columns = tables->node_columns};
  levels = std::clamp(levels, 1U, vcs);
  f.width = vcs / levels;
  f.last_level = static_cast<std::uint16_t>(levels - 1);
  f.most_hops = f.last_level;
  f.hashes = choice == PortChoice::flow;
  f.balances = choice == PortChoice::adaptive;
  f.adapts = choice == PortChoice::emptiest;
  f.spreads = choice == PortChoice::packet || f.balances || f.adapts;
  route.tables = tables;
  return route;
}

}  // namespace fsin::routing
