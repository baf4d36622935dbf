// SPDX-License-Identifier: Apache-2.0
// Oblivious routing on a HyperX: dimension order, or Valiant's over a switch drawn at random, with dimension order to
// that switch and from there to the destination. L. G. Valiant, G. J. Brebner, Universal schemes for parallel
// communication, STOC 1981.
//
// Dimension order (X first) is free of deadlock with one virtual channel, because no packet waits for a link of a
// dimension before the one by which it arrived. Valiant's routing needs two: one for the path to the switch drawn, one
// for the rest. Where links have failed from the start, the switch is drawn among those to and from which the path is
// intact; if there is none, packets go as without faults.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string_view>

#include "fsin/routing/algorithms/hyperx.hpp"
#include "fsin/routing/faults/for_faults.hpp"
#include "fsin/routing/faults/hyperx_detours.hpp"
#include "fsin/routing/hyperx_oblivious.hpp"

namespace fsin::routing {

struct HyperXObliviousState {
  HyperXOffsets left;     ///< offsets to the end of this leg of the path
  HyperXOffsets then;     ///< offsets of the leg after it
  std::uint8_t terminal;  ///< terminal of the destination at its switch
  std::uint8_t lane;      ///< channel of the link into the network, drawn
  std::uint8_t copy;      ///< first channel of the copy of the classes that belongs to the lane
  std::uint8_t leg;       ///< 0 or 1, which is also the class
  std::uint8_t confined;  ///< 1: faults have left no path but over the switch drawn
};

struct HyperXOblivious {
  using State = HyperXObliviousState;
  static constexpr bool remembers = false;

  const topology::HyperX* network = nullptr;
  HyperXLadder ladder;
  bool valiant = false;
  std::shared_ptr<const HyperXIntact> intact{};  ///< null without faults, and with dimension order

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const unsigned p = network->terminals();
    const std::uint32_t from = source / p, to = destination / p;
    State state{};
    state.left = network->offsets(from, to);
    state.terminal = static_cast<std::uint8_t>(destination - to * p);
    const unsigned lane = draws.uniform(ladder.vcs, 0);
    state.lane = static_cast<std::uint8_t>(lane);
    state.copy = static_cast<std::uint8_t>(std::min(lane / ladder.classes, ladder.copies - 1) * ladder.classes);
    if (!valiant || from == to) return state;
    const std::uint32_t vias = intact ? intact->vias(from, to) : 0;
    if (vias != 0) state.confined = intact->straight(from, to) ? 0 : 1;
    const std::uint32_t drawn = draws.uniform(vias != 0 ? vias : network->switches(), 1);
    const std::uint32_t via = vias != 0 ? intact->via(from, to, drawn) : drawn;
    if (via != from) {
      state.then = network->offsets(via, to);
      state.left = network->offsets(from, via);
    } else {
      state.leg = 1;
    }
    return state;
  }

  void advance(State& state, unsigned port) const {
    unsigned dimension = 0;
    if (!cross(*network, port, state.left, dimension) || unaligned(state.left) != 0) return;
    state.left = state.then;
    state.then = {};
    state.leg = 1;
  }

  /// The first of the parallel links that a packet at a switch may take, on the channel of its class.
  std::int32_t first_channel(const State& state, unsigned dimension) const {
    const unsigned port = network->port_to(dimension, state.left[dimension]);
    return static_cast<std::int32_t>(port * ladder.vcs + state.copy + ladder.rung(state.leg));
  }
  static unsigned first_dimension(const State& state) {
    unsigned dimension = 0;
    while (state.left[dimension] == 0) ++dimension;
    return dimension;
  }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    std::int32_t out = 0;
    if (view.layer() == 0) {
      out = state.lane;
    } else if (unaligned(state.left) == 0) {
      out = to_terminal(view, state);
    } else {
      const unsigned dimension = first_dimension(state);
      const std::uint32_t link = view.uniform(network->dimension(dimension).width, 0);
      out = first_channel(state, dimension) + static_cast<std::int32_t>(link * ladder.vcs);
    }
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    if (view.layer() == 0) return visit(state.lane);
    if (unaligned(state.left) == 0) return visit(to_terminal(view, state));
    for_links(state, visit);
  }

 protected:
  template <class Visit>
  void for_links(const State& state, Visit visit) const {
    const unsigned dimension = first_dimension(state);
    std::int32_t out = first_channel(state, dimension);
    for (unsigned link = 0; link < network->dimension(dimension).width; ++link) {
      visit(out);
      out += static_cast<std::int32_t>(ladder.vcs);
    }
  }
  /// The channel of the last link: a packet keeps its channel.
  template <class View>
  std::int32_t to_terminal(const View& view, const State& state) const {
    return static_cast<std::int32_t>(state.terminal * ladder.vcs + view.in_vc());
  }
};

/// What Valiant's routing knows of faults; null without them, and in networks too large for it.
inline std::shared_ptr<const HyperXIntact> intact_paths(const Setup<topology::HyperX>& setup) {
  if (setup.network.switches() > most_detoured_switches) return nullptr;
  return for_faults<HyperXIntact>(setup, "hyperx intact paths",
                                  [&](const topology::PortGraph& graph) { return HyperXIntact(setup.network, graph); });
}

/// Warns of a network in which faults are not gone round because it is too large.
inline void check_detours(const Setup<topology::HyperX>& setup, std::string_view routing, Report& report) {
  if (setup.failures == nullptr || !setup.failures->from_the_start()) return;
  if (setup.network.switches() <= most_detoured_switches) return;
  report.warning("network.faults", fmt::format("routing {} looks for detours round faults in networks of at most {} "
                                               "switches; this one has {}, so that packets do not avoid failed links",
                                               routing, most_detoured_switches, setup.network.switches()));
}

template <class Use>
auto with_algorithm(const HyperXObliviousParams& params, const Setup<topology::HyperX>& setup, Use use) {
  const HyperXLadder ladder = HyperXLadder::of(setup.vcs, params.classes());
  const bool valiant = params.path == HyperXPath::valiant;
  return use(HyperXOblivious{&setup.network, ladder, valiant, valiant ? intact_paths(setup) : nullptr});
}

inline void check_links(const HyperXObliviousParams& params, const Setup<topology::HyperX>& setup, Report& report) {
  if (params.path == HyperXPath::valiant) check_detours(setup, HyperXObliviousParams::name, report);
}

}  // namespace fsin::routing
