// SPDX-License-Identifier: Apache-2.0
// Routing on a HyperX that decides hop by hop, in every cycle anew: along its row in an unaligned dimension, a packet
// goes to the aligned switch (a minimal hop), or to another one of the row (a deroute), from which it needs one more
// hop; never in a dimension that is aligned. N. McDonald, M. Isaev, A. Flores, A. Davis, J. Kim, Practical and
// efficient incremental adaptive routing for HyperX networks, SC 2019 (DimWAR, OmniWAR); J. H. Ahn et al., SC 2009
// (DAL).
//
// Among the channels with room, the one with the least weight is requested; ties are drawn.
//
//   weight = H (q + bias)
//
// q: phits in the next queue, as known to this switch; H: remaining hops between switches over this channel, one more
// after a deroute. The algorithms differ in the deroutes allowed and their class of channels:
//
//   minimal   none. Class: hops between switches made so far, so L classes.
//   dal       one in each dimension. Class: hops made, at most 2 L.
//   dimwar    dimensions in order, one deroute in each. Class 0 for the first hop in a dimension, 1 for the minimal hop
//             after a deroute. All channels of a dimension come before those of the next, so two classes are enough.
//   omniwar   `deroutes` in all, in any unaligned dimension. Class: hops made, at most L + deroutes.
//
// In a network with links that have failed from the start, a hop is a candidate only where the packet can still arrive
// behind it by the same rules (faults/hyperx_detours.hpp). Where it cannot arrive at all, it goes as far as it gets.
//
// Not modelled: the escape that DAL had instead of the ladder, which needs a path around full queues.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "fsin/routing/algorithms/hyperx.hpp"
#include "fsin/routing/faults/hyperx_detours.hpp"

namespace fsin::routing {

/// The channels of the least weight so far.
class LightestChannels {
 public:
  void consider(std::int32_t out, std::uint64_t weight) {
    if (weight > least_) return;
    count_ = weight < least_ ? 0 : count_;
    least_ = weight;
    channels_[count_++ % most] = static_cast<std::uint16_t>(out);
  }
  std::uint64_t least() const { return least_; }
  template <class View>
  Choice draw(const View& view) const {
    return {count_ == 0 ? -1 : std::int32_t{channels_[view.least(std::min(count_, most), 0)]}};
  }

 private:
  static constexpr unsigned most = 1024;  ///< more than a router has queues

  std::uint64_t least_ = ~std::uint64_t{0};
  unsigned count_ = 0;
  std::array<std::uint16_t, most> channels_;  // uninitialised: only the first count_ are read
};

struct HyperXIncrementalState {
  std::uint16_t row;  ///< what the packet avoids, HyperXDetours::row()
  HyperXOffsets left;
  std::uint8_t terminal;  ///< terminal of the destination at its switch
  std::uint8_t hops;      ///< hops made between switches
  std::uint8_t deroutes;  ///< deroutes still allowed
  std::uint8_t derouted;  ///< dimensions of the deroutes made, as a mask
  std::uint8_t unused;    ///< always 0, so that equal states have equal bytes
};

struct HyperXIncremental {
  using State = HyperXIncrementalState;
  static constexpr bool remembers = false;

  const topology::HyperX* network = nullptr;
  HyperXLadder ladder;
  bool in_order = false;          ///< only the first unaligned dimension
  bool one_by_dimension = false;  ///< at most one deroute in each dimension
  bool class_is_deroute = false;  ///< the class is 1 after a deroute in this dimension; else the number of hops made
  unsigned deroutes = 0;          ///< number of deroutes of a packet
  unsigned bias = 0;
  std::shared_ptr<const HyperXDetours> detours{};  ///< null without faults

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws&) const {
    const unsigned p = network->terminals();
    const std::uint32_t from = source / p, to = destination / p;
    State state{};
    state.left = network->offsets(from, to);
    state.terminal = static_cast<std::uint8_t>(destination - to * p);
    state.deroutes = static_cast<std::uint8_t>(deroutes);
    if (detours) state.row = detours->row(from, to, one_by_dimension ? 0 : deroutes);
    return state;
  }

  void advance(State& state, unsigned port) const {
    unsigned dimension = 0;
    if (!cross(*network, port, state.left, dimension)) return;
    ++state.hops;
    if (state.left[dimension] == 0) return;
    --state.deroutes;
    state.derouted = static_cast<std::uint8_t>(state.derouted | 1U << dimension);
  }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    LightestChannels lightest;
    const auto consider = [&](std::int32_t out, unsigned hops) {
      if (view.can_request(out)) lightest.consider(out, hops * (std::uint64_t{view.phits_ahead(out)} + bias));
    };
    const unsigned hops = unaligned(state.left);
    if (view.layer() == 0 || hops == 0) {
      terminal_channels(view, state, [&](std::int32_t out) { consider(out, 1); });
      return lightest.draw(view);
    }
    minimal_channels(view, state, [&](std::int32_t out) { consider(out, hops); });
    // No deroute is lighter than one to an empty queue.
    if (lightest.least() >= (hops + 1) * std::uint64_t{bias}) {
      deroute_channels(view, state, [&](std::int32_t out) { consider(out, hops + 1); });
    }
    return lightest.draw(view);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    if (view.layer() == 0 || unaligned(state.left) == 0) return terminal_channels(view, state, visit);
    minimal_channels(view, state, visit);
    deroute_channels(view, state, visit);
  }

 private:
  template <class View, class Visit>
  void terminal_channels(const View& view, const State& state, Visit visit) const {
    const unsigned first = view.layer() == 0 ? 0 : state.terminal * ladder.vcs;
    for (unsigned vc = 0; vc < ladder.vcs; ++vc) visit(static_cast<std::int32_t>(first + vc));
  }

  template <class View, class Visit>
  void minimal_channels(const View& view, const State& state, Visit visit) const {
    const unsigned budget = one_by_dimension ? state.derouted : state.deroutes;
    for_dimensions(state, [&](unsigned d) {
      if (arrives(view, state, d, state.left[d], budget)) channels(state, d, state.left[d], visit);
    });
  }
  template <class View, class Visit>
  void deroute_channels(const View& view, const State& state, Visit visit) const {
    if (state.deroutes == 0) return;
    for_dimensions(state, [&](unsigned d) {
      if (one_by_dimension && (state.derouted >> d & 1U) != 0) return;
      const unsigned budget = one_by_dimension ? state.derouted | 1U << d : state.deroutes - 1U;
      const unsigned side = network->dimension(d).side, minimal = state.left[d];
      for (unsigned offset = 1; offset < side; ++offset) {
        if (offset != minimal && arrives(view, state, d, offset, budget)) channels(state, d, offset, visit);
      }
    });
  }
  /// False where faults keep a packet from its destination behind a hop, after which it has this budget.
  template <class View>
  bool arrives(const View& view, const State& state, unsigned d, unsigned offset, unsigned budget) const {
    return state.row == 0 || detours->leads(state.row, view.router(), d, offset, budget);
  }

  template <class Use>
  void for_dimensions(const State& state, Use use) const {
    for (unsigned d = 0; d < network->dimensions(); ++d) {
      if (state.left[d] == 0) continue;
      use(d);
      if (in_order) return;
    }
  }
  /// The channels of the packet's class to one switch of a row.
  template <class Visit>
  void channels(const State& state, unsigned d, unsigned offset, Visit visit) const {
    const unsigned number = class_is_deroute ? state.derouted >> d & 1U : state.hops;
    unsigned out = network->port_to(d, offset) * ladder.vcs + ladder.rung(number);
    for (unsigned link = 0; link < network->dimension(d).width; ++link, out += ladder.vcs) {
      for (unsigned copy = 0; copy < ladder.copies; ++copy) {
        visit(static_cast<std::int32_t>(out + copy * ladder.classes));
      }
    }
  }
};

}  // namespace fsin::routing
