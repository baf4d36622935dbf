// SPDX-License-Identifier: Apache-2.0
// UGAL-L on a dragonfly: the packet goes the minimal way, or through a group drawn at random (Valiant), by what the
// switch of its source knows of its own queues. A. Singh, PhD thesis, Stanford 2005; Kim et al., ISCA 2008, section 4.
//
// The switch decides once, when it first looks at the header: minimal if
//
//   q_min H_min <= q_val H_val + threshold
//
// q: phits in the next queue of the first hop, on the channel that the packet would take; H: links between switches on
// the way. The group of the detour is neither the source's nor the destination's, each other one equally likely.
// Virtual channels: the number of global links crossed, so three; see dragonfly_minimal.hpp for copies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "fsin/routing/dragonfly_minimal.hpp"

namespace fsin::routing {

struct DragonflyUgal : DragonflyMinimal {
  unsigned threshold = 0;

  /// The group of a detour is drawn at entry; decide() keeps it or not.
  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    State state = DragonflyMinimal::start(source, destination, draws);
    const unsigned from = network->place(source).group;
    if (from == state.group || network->groups < 3) return state;
    unsigned via = draws.uniform(network->groups - 2, 1);
    if (via >= std::min<unsigned>(from, state.group)) ++via;
    if (via >= std::max<unsigned>(from, state.group)) ++via;
    state.via = static_cast<std::uint16_t>(via);
    return state;
  }

  template <class View>
  void decide(const View& view, State& state) const {
    const bool at_source_switch = view.layer() == 1 && view.in_port() < network->first_local() && state.globals == 0;
    if (!at_source_switch || state.via == state.group) return;
    State minimal = state;
    minimal.via = minimal.group;
    const topology::Dragonfly::Place here = network->place(view.router());
    const unsigned direct = hops(here, state.group, state.index);
    const std::uint8_t entry = network->plug(network->link_to(state.via, here.group)).index;
    const unsigned detour = hops(here, state.via, entry) + hops({state.via, entry, 0}, state.group, state.index);
    const std::uint64_t cost_minimal = std::uint64_t{view.phits_ahead(channel(view, minimal))} * direct;
    const std::uint64_t cost_detour = std::uint64_t{view.phits_ahead(channel(view, state))} * detour;
    if (cost_minimal <= cost_detour + threshold) state = minimal;
  }

 private:
  /// Links between switches from `here` to switch `index` of another group, by the global link between the two.
  unsigned hops(const topology::Dragonfly::Place& here, unsigned group, unsigned index) const {
    const unsigned leaves = network->plug(network->link_to(here.group, group)).index;
    const unsigned arrives = network->plug(network->link_to(group, here.group)).index;
    return 1 + (leaves == here.index ? 0U : 1U) + (arrives == index ? 0U : 1U);
  }
};

struct DragonflyUgalParams : DragonflyFamily<3> {
  static constexpr std::string_view name = "dragonfly-ugal";
  static constexpr std::string_view doc = "minimal, or through a random group, by the queues at the source (UGAL-L)";
  static constexpr std::string_view cite = "Kim, Dally, Scott & Abts, ISCA 2008, section 4";
  static constexpr bool adaptive = true;

  unsigned threshold = 0;

  template <class F>
  void fields(F& f) {
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal way")
        .range(0, 1'000'000);
  }
  static void check(const Setup<topology::Dragonfly>& setup, Report& report) {
    check_dragonfly(setup, needed, name, report);
  }
  template <class Use>
  auto with(const Setup<topology::Dragonfly>& setup, Use use) const {
    return use(DragonflyUgal{make_dragonfly_minimal(setup, needed), threshold});
  }
};

}  // namespace fsin::routing
