// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing over any network, with an escape by up*/down*: on virtual channels 1 and up a packet takes
// any port on a shortest path, on channel 0 the shortest legal path of the tree. F. Silla & J. Duato, High-performance
// routing in networks of workstations with irregular topology, IEEE TPDS 11(7), 2000.
//
// A header requests the adaptive channel with the emptiest next queue among those that have room, and the escape
// channel if none has. A packet that has escaped stays on channel 0, so that its path ends; with `returns` it may
// become adaptive again. Free of deadlock with two virtual channels, either way: packets on channel 0 wait for channel
// 0 in the order of the tree only, so that it drains, and every other header may request it. This holds if a packet
// occupies one queue at a time, as in virtual cut-through. With `returns` a packet may come back to a switch. With one
// channel all packets take the tree.
//
// No packet returns if packets may be stranded at failed links: those that faults have cut off or, because tables do
// not change in time, those that arrive at a link that fails during the run. Queues with such packets no longer drain,
// and a packet could circulate for ever: around them, or between the path of the tree and a shortest path over such a
// link.
//
// Where tables follow the faults of a run, the order of the tree is the same in all its phases: that of the links that
// never fail, on which the paths of the tree stay wherever they can. So packets on channel 0 drain whichever tables
// they have come by, and none waits for a link of the tree that has failed unless all its paths are over such links.
//
// The links of interfaces belong to neither part: a packet takes any of their channels.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/algorithms/emptiest.hpp"
#include "fsin/routing/algorithms/spanning_tree.hpp"
#include "fsin/routing/algorithms/table_phases.hpp"
#include "fsin/routing/escape_tree.hpp"

namespace fsin::routing {

/// The tables of a run, or of one of its phases.
struct EscapeTables {
  RouteTables minimal;                ///< tables with lists of ports
  RouteTables tree;                   ///< tables with phases of a path, up and down, and ports
  std::vector<std::uint8_t> came_by;  ///< value for each router * ports + input port: EscapeTree::Came
};

struct EscapeTree {
  struct State {
    std::uint32_t column;                ///< column of the destination
    std::uint8_t exit;                   ///< port of the destination's switch to it
    std::array<std::uint8_t, 3> unused;  ///< 0, so that equal states have equal bytes
  };
  static constexpr bool remembers = false;
  enum Came : std::uint8_t { from_interface, up, down };

  std::shared_ptr<const EscapeTables> tables;  ///< those in force, to which the following point
  /// Those of each phase of a run in which they change; null: they never do.
  std::shared_ptr<const std::vector<std::shared_ptr<const EscapeTables>>> phases;
  const std::uint32_t* switch_of_router = nullptr;
  const std::uint32_t* home_of_node = nullptr;
  const std::uint8_t* exit_of_node = nullptr;
  const std::uint32_t* sets = nullptr;
  const std::uint8_t* lists = nullptr;
  const std::uint8_t* tree_ports = nullptr;
  const std::uint8_t* came_by = nullptr;
  std::uint32_t columns = 0;
  unsigned router_ports = 0;
  unsigned vcs = 2;
  bool returns = false;

  void enter(unsigned phase) {
    if (phases != nullptr) take((*phases)[phase]);
  }
  /// Follows these tables from now on.
  void take(std::shared_ptr<const EscapeTables> followed) {
    tables = std::move(followed);
    switch_of_router = tables->minimal.switch_of_router.data();
    home_of_node = tables->minimal.home_of_node.data();
    exit_of_node = tables->minimal.exit_of_node.data();
    sets = tables->minimal.sets.data();
    lists = tables->minimal.lists.data();
    tree_ports = tables->tree.ports.data();
    came_by = tables->came_by.data();
    columns = tables->minimal.columns;
  }

  template <class Draws>
  State start(std::uint32_t, std::uint32_t destination, const Draws&) const {
    return {home_of_node[destination], exit_of_node[destination], {}};
  }
  static void advance(State&, unsigned) {}

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const Ways ways = this->ways(view, state);
    const std::int32_t out = emptiest_of(view, [&](auto use) {
      each(ways, [&](std::int32_t channel) {
        if (view.can_request(channel)) use(channel);
      });
    });
    if (out < 0 && ways.escape >= 0 && view.can_request(ways.escape)) return {ways.escape};
    return {out};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const Ways ways = this->ways(view, state);
    each(ways, visit);
    if (ways.escape >= 0) visit(ways.escape);
  }

 private:
  /// The channels from `first` on of each of these ports, and the escape channel, -1 for none.
  struct Ways {
    const std::uint8_t* ports;
    unsigned count, first;
    std::int32_t escape;
  };

  template <class Use>
  void each(const Ways& ways, Use use) const {
    for (unsigned i = 0; i < ways.count; ++i) {
      for (unsigned vc = ways.first; vc < vcs; ++vc) use(static_cast<std::int32_t>(ways.ports[i] * vcs + vc));
    }
  }

  template <class View>
  Ways ways(const View& view, const State& state) const {
    static constexpr std::uint8_t interface_port = 0;
    const std::uint32_t here = switch_of_router[view.router()];
    if (here == Fabric::no_switch) return {&interface_port, 1, 0, -1};
    if (here == state.column) return {&state.exit, 1, 0, -1};
    const unsigned came = view.from_injection() ? unsigned{from_interface}
                                                : came_by[std::size_t{view.router()} * router_ports + view.in_port()];
    const bool escaped = came != from_interface && view.in_vc() == 0;
    const std::size_t phase = escaped && came == down ? 1 : 0;
    const unsigned port = tree_ports[(std::size_t{2} * here + phase) * columns + state.column];
    const auto escape = static_cast<std::int32_t>(port * vcs);
    if (escaped && !returns) return {nullptr, 0, 0, escape};
    const std::uint8_t* list = lists + sets[std::size_t{here} * columns + state.column];
    return {list + 1, *list, 1, escape};
  }
};

/// The tables of a network whose links are `fabric`, with those of the tree under its order.
inline std::shared_ptr<const EscapeTables> escape_tables(const Fabric& fabric, const UpDownOrder& order,
                                                         RouteTables tree) {
  EscapeTables made{shortest_tables(fabric, PortChoice::adaptive), std::move(tree), order.came_down()};
  order.for_each_link([&](std::size_t queue, bool) { ++made.came_by[queue]; });
  return std::make_shared<const EscapeTables>(std::move(made));
}

inline EscapeTree make_route(const EscapeTreeParams& params, const Setup<topology::Geometry>& setup) {
  const Fabric all = weighed_fabric(params, setup);
  EscapeTree route;
  route.router_ports = all.ports();
  route.vcs = setup.vcs;
  if (!follows_faults(setup)) {
    const UpDownOrder order(all, root_of(params, all));
    route.take(escape_tables(all, order, up_down_tables(all, order, PortChoice::first)));
    const bool later = setup.failures != nullptr && setup.failures->during_the_run();
    route.returns = params.returns && !later && route.tables->minimal.lost.empty();
    return route;
  }
  const Fabric steady = steady_fabric(params, setup);
  const UpDownOrder order(all, steady, root_of(params, steady));
  std::vector<std::shared_ptr<const EscapeTables>> phases;
  const auto add = [&](const Fabric& now) {
    phases.push_back(escape_tables(now, order, up_down_tables({steady, now, all}, order)));
  };
  add(all);
  for (const topology::Reroute& reroute : setup.failures->reroutes) add(weighed_fabric(params, setup, reroute.of));
  route.phases = std::make_shared<const std::vector<std::shared_ptr<const EscapeTables>>>(std::move(phases));
  route.enter(0);
  return route;
}

inline void check_links(const EscapeTreeParams& params, const Setup<topology::Geometry>& setup, Report& report) {
  if (!check_root(params, Fabric(graph_of(setup)), report)) return;
  const auto route = made_once(params, setup);
  check_reach(route->tables->tree, report);
  check_weights(params, setup, report);
  if (!params.returns || route->returns) return;
  report.warning("network.routing.returns",
                 "packets stay on the escape channel: with links that fail during the run, or nodes that are cut "
                 "off, a packet that returned could go round for ever");
}

template <class Use>
auto with_algorithm(const EscapeTreeParams& params, const Setup<topology::Geometry>& setup, Use use) {
  const auto route = made_once(params, setup);
  if (route->tables->tree.cut_off) throw std::runtime_error(text_of(*route->tables->tree.cut_off));
  return use(*route);
}

}  // namespace fsin::routing
