// SPDX-License-Identifier: Apache-2.0
// Minimal routing on a dragonfly: at most one local link, one global link, one local link (Kim et al., ISCA 2008).
//
// The virtual channel of a link is the number of global links that the packet has crossed: 0 in the group of its
// source, 1 in that of its destination. With channel numbers that never fall and a way of local, global, local link the
// waits form no cycle, so two virtual channels suffice. More of them, in whole sets, are copies of the two; a packet
// draws its copy when it enters.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/routing/family.hpp"
#include "fsin/topology/dragonfly.hpp"

namespace fsin::routing {

struct DragonflyState {
  std::uint16_t group;  ///< of the destination
  std::uint16_t via;    ///< the group that the first global link leads to: that of the destination, or one on a detour
  std::uint8_t index;   ///< of the destination's switch in its group
  std::uint8_t terminal;  ///< of the destination at its switch
  std::uint8_t base;      ///< first virtual channel of the packet's copy
  std::uint8_t globals;   ///< global links crossed
};

/// Minimal routing, and what the other routings of a dragonfly build on. `needed`: virtual channels that a packet uses
/// on its way.
struct DragonflyMinimal {
  using State = DragonflyState;
  static constexpr bool remembers = false;

  static bool keeps_symmetry() { return true; }
  static bool terminals_are_equal() { return true; }

  const topology::Dragonfly* network = nullptr;
  unsigned vcs = 2;
  unsigned needed = 2;
  unsigned copies = 1;

  template <class Draws>
  State start(std::uint32_t, std::uint32_t destination, const Draws& draws) const {
    const topology::Dragonfly::Place to = network->place(destination);
    const unsigned copy = copies == 1 ? 0 : draws.uniform(copies, 0);
    return {to.group, to.group, to.index, to.terminal, static_cast<std::uint8_t>(needed * copy), 0};
  }
  void advance(State& state, unsigned port) const {
    if (port >= network->first_global()) ++state.globals;
  }

  /// The port towards the first group on the way, then towards the destination.
  template <class View>
  unsigned port(const View& view, const State& state) const {
    if (view.layer() == 0) return 0;
    const topology::Dragonfly::Place here = network->place(view.router());
    const unsigned toward = state.globals == 0 ? state.via : state.group;
    if (here.group == toward) {
      return here.index == state.index ? state.terminal : network->local_port(here.index, state.index);
    }
    const topology::Dragonfly::Plug gate = network->plug(network->link_to(here.group, toward));
    return here.index == gate.index ? gate.port : network->local_port(here.index, gate.index);
  }
  template <class View>
  std::int32_t channel(const View& view, const State& state) const {
    return static_cast<std::int32_t>(port(view, state) * vcs + state.base + state.globals);
  }
  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const std::int32_t out = channel(view, state);
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    visit(channel(view, state));
  }
};

inline DragonflyMinimal make_dragonfly_minimal(const Setup<topology::Dragonfly>& setup, unsigned needed) {
  return {&setup.network, setup.vcs, needed, setup.vcs / needed};
}

inline void check_dragonfly(const Setup<topology::Dragonfly>& setup, unsigned needed, std::string_view routing,
                            Report& report) {
  if (setup.traits().guards()) {
    report.error(
        "network.router.flow_control",
        fmt::format("routing {} is free of deadlock by its virtual channels; write flow_control: none", routing));
  }
  if (setup.vcs % needed == 0) return;
  report.error("network.router.virtual_channels",
               fmt::format("routing {} uses virtual channels in sets of {}, one for each global link crossed, and "
                           "there {} {}; write {}",
                           routing, needed, setup.vcs == 1 ? "is" : "are", setup.vcs, needed));
}

/// What the families share. `channels`: virtual channels that a packet uses on its way.
template <unsigned channels>
struct DragonflyFamily {
  using Geometry = topology::Dragonfly;
  static constexpr std::string_view works_on = "a dragonfly";
  static constexpr unsigned needed = channels;

  static router::FlowControl flow_control(const topology::Dragonfly&) {
    return router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Dragonfly>&) { return 0; }
  static unsigned parallel_channels(const Setup<topology::Dragonfly>& setup) {
    return std::max(1U, setup.vcs / needed);
  }
};

struct DragonflyMinimalParams : DragonflyFamily<2> {
  static constexpr std::string_view name = "dragonfly-minimal";
  static constexpr std::string_view doc = "at most one global link, the one between the two groups";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008";
  static constexpr bool adaptive = false;

  static void check(const Setup<topology::Dragonfly>& setup, Report& report) {
    check_dragonfly(setup, needed, name, report);
  }
  template <class Use>
  auto with(const Setup<topology::Dragonfly>& setup, Use use) const {
    return use(make_dragonfly_minimal(setup, needed));
  }
};

}  // namespace fsin::routing
