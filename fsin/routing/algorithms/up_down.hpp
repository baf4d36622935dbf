// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing in k-ary n-trees: climb to the lowest stage above the destination, then take the only path down.
// Petrini & Vanneschi 1997; ascent rules as in the original simulator and in Zahavi 2012 (s-mod-k, d-mod-k).
//
// TreeAdaptive searches the emptiest next queue over all channels of all up ports (on the way down, of the forced port)
// and only then checks whether it has room; it decides anew in each cycle. TreeFixed climbs by ports written in the
// route at injection (s-mod-k, d-mod-k), its virtual channel drawn at the interface and kept. TreeShifted is the
// original's "arithmetic" rule: the source digit plus the channel number. TreeRandom draws port and channel in every
// cycle.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/routing/algorithms/emptiest.hpp"
#include "fsin/routing/up_down.hpp"

namespace fsin::routing {

/// The digits that determine the ports.
struct TreeState {
  std::array<std::uint8_t, topology::max_stages> down;  ///< digit of the destination at stage t
  /// Up port at stage t, for the ascents that fix it at injection.
  std::array<std::uint8_t, topology::max_stages - 1> up;
  std::uint8_t turn;  ///< number of stages to climb: the packet turns down in stage turn - 1
};

/// Numbers that do not change during a run.
struct TreeFacts {
  unsigned vcs = 1;
  unsigned arity = 0;
  unsigned stages = 0;
  bool source_digits = false;       ///< `up` consists of the digits of the source
  bool destination_digits = false;  ///< `up` consists of the digits of the destination
};

struct TreeBase {
  using State = TreeState;

  TreeFacts facts;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws&) const {
    State state{};
    std::uint32_t s = source;
    std::uint32_t d = destination;
    const unsigned k = facts.arity;
    for (unsigned t = 0; t < facts.stages; ++t) {
      const auto up = facts.source_digits ? s % k : facts.destination_digits ? d % k : 0;
      if (t + 1 < topology::max_stages) state.up[t] = static_cast<std::uint8_t>(up);
      state.down[t] = static_cast<std::uint8_t>(d % k);
      s /= k;
      d /= k;
      if (s == d && state.turn == 0) state.turn = static_cast<std::uint8_t>(t + 1);
    }
    return state;
  }
  /// Does nothing: the layer of the router determines the position of the packet in a tree.
  static void advance(State&, unsigned) {}

  /// True below the turn, unless the packet already goes down: one that arrived by an up port (from above) never climbs
  /// again.
  template <class View>
  bool climbs(const View& view, const State& state) const {
    return view.layer() < state.turn && (view.layer() == 0 || view.in_port() >= facts.arity);
  }
  /// The forced port on the way down; level 0 is an interface, which has only port 0.
  template <class View>
  unsigned down_port(const View& view, const State& state) const {
    return facts.arity + state.down[view.layer() - 1U];
  }
  /// The ports that the route permits here, which have consecutive numbers.
  struct PortRange {
    unsigned first;
    unsigned count;
  };
  template <class View>
  PortRange permitted(const View& view, const State& state) const {
    if (view.layer() == 0) return {0, 1};
    if (climbs(view, state)) return {0, facts.arity};
    return {down_port(view, state), 1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const PortRange ports = permitted(view, state);
    for (unsigned out = ports.first * facts.vcs; out < (ports.first + ports.count) * facts.vcs; ++out) {
      visit(static_cast<std::int32_t>(out));
    }
  }
};

struct TreeAdaptive : TreeBase {
  static constexpr bool remembers = false;
  static bool terminals_are_equal() { return true; }
  /// The up channels: any header that climbs may take any up port, and no other header goes up. An interface has only a
  /// choice of channel.
  Channels emptiest_of(unsigned layer) const { return {0, layer == 0 ? facts.vcs : facts.arity * facts.vcs}; }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const PortRange ports = permitted(view, state);
    const std::int32_t out =
        emptiest(view, static_cast<std::int32_t>(ports.first * facts.vcs), ports.count * facts.vcs);
    return {view.can_request(out) ? out : -1};
  }
};

struct TreeRandom : TreeBase {
  static constexpr bool remembers = false;
  static bool terminals_are_equal() { return true; }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const PortRange ports = permitted(view, state);
    const auto out = static_cast<std::int32_t>(ports.first * facts.vcs + view.uniform(ports.count * facts.vcs, 0));
    return {view.can_request(out) ? out : -1};
  }
};

/// An ascent with a port fixed by the route; `shift` adds the virtual channel to it.
template <bool shift>
struct TreeDigit : TreeBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned vc = view.layer() > 0 ? view.in_vc() : view.offset(facts.vcs, 0);
    const auto out = static_cast<std::int32_t>(port(view, state, vc) * facts.vcs + vc);
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    if (view.layer() == 0) {
      for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(static_cast<std::int32_t>(vc));
      return;
    }
    visit(static_cast<std::int32_t>(port(view, state, view.in_vc()) * facts.vcs + view.in_vc()));
  }

 private:
  template <class View>
  unsigned port(const View& view, const State& state, unsigned vc) const {
    if (view.layer() == 0) return 0;
    if (!climbs(view, state)) return down_port(view, state);
    const unsigned digit = state.up[view.layer() - 1U];
    return shift ? (digit + vc) % facts.arity : digit;
  }
};
using TreeFixed = TreeDigit<false>;
using TreeShifted = TreeDigit<true>;

template <class Use>
auto with_algorithm(const UpDownParams& params, const Setup<topology::Tree>& setup, Use use) {
  const TreeBase base{{.vcs = setup.vcs,
                       .arity = setup.network.arity,
                       .stages = setup.network.stages,
                       .source_digits = params.ascent == Ascent::s_mod_k || params.ascent == Ascent::arithmetic,
                       .destination_digits = params.ascent == Ascent::d_mod_k}};
  switch (params.ascent) {
    case Ascent::random:
      return use(TreeRandom{base});
    case Ascent::s_mod_k:
    case Ascent::d_mod_k:
      return use(TreeFixed{base});
    case Ascent::arithmetic:
      return use(TreeShifted{base});
    case Ascent::adaptive:
      break;
  }
  return use(TreeAdaptive{base});
}

}  // namespace fsin::routing
