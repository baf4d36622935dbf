// SPDX-License-Identifier: Apache-2.0
// Up*/down* routing in k-ary n-trees: climb to the lowest stage that sees the destination, then the only way down.
// Petrini & Vanneschi 1997; ascent rules as in the original simulator and in Zahavi 2012 (s-mod-k, d-mod-k).
//
// TreeAdaptive looks for the emptiest next queue over all channels of all up ports (of the forced port on the way down)
// and only then asks whether it has room; it decides anew in each cycle. TreeFixed climbs by ports written in the route
// at injection (s-mod-k, d-mod-k), its virtual channel drawn at the interface and kept. TreeShifted is the original's
// "arithmetic" rule: the source digit plus the channel number. TreeRandom draws port and channel in every cycle.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/config/fields.hpp"
#include "fsin/routing/route.hpp"

namespace fsin::routing {

enum class Ascent : std::uint8_t { adaptive, random, s_mod_k, d_mod_k, arithmetic };
inline constexpr std::array ascent_names{
    config::Named{Ascent::adaptive, "adaptive", "the up port (and channel) with the emptiest next queue"},
    config::Named{Ascent::random, "random", "any up port and channel, drawn in every cycle"},
    config::Named{Ascent::s_mod_k, "s-mod-k", "at stage t the digit t of the source"},
    config::Named{Ascent::d_mod_k, "d-mod-k", "at stage t the digit t of the destination"},
    config::Named{Ascent::arithmetic, "arithmetic",
                  "digit t of the source plus the channel number, modulo k (the original simulator)"},
};

struct UpDownParams {
  static constexpr std::string_view name = "up-down";
  static constexpr std::string_view doc = "up to the lowest common stage, then down";
  static constexpr std::string_view cite = "Petrini & Vanneschi, IPPS 1997";

  Ascent ascent = Ascent::adaptive;

  template <class F>
  void fields(F& f) {
    f("ascent", ascent, "how the way up is chosen").names(ascent_names);
  }
};

struct TreeBase {
  Facts facts;
  /// Nothing is counted down in a tree: the level of the router says where the packet is.
  static void advance(Route&, unsigned) {}

  /// Below the turn, and not on the way down already: a packet that came by an up port (from above) never climbs again.
  template <class View>
  bool climbs(const View& view, const Route& route) const {
    return view.level() < route.tree.turn && (view.level() == 0 || view.in_port() >= facts.arity);
  }
  /// The forced port on the way down; level 0 is an interface, which has only port 0.
  template <class View>
  unsigned down_port(const View& view, const Route& route) const {
    return facts.arity + route.tree.down[view.level() - 1U];
  }
  template <class View, class Visit>
  void all_channels(const View& view, const Route& route, Visit visit) const {
    unsigned first = 0;
    unsigned ports = 1;
    if (view.level() > 0) {
      if (climbs(view, route)) {
        ports = facts.arity;
      } else {
        first = down_port(view, route);
      }
    }
    for (unsigned out = first * facts.vcs; out < (first + ports) * facts.vcs; ++out)
      visit(static_cast<std::int32_t>(out));
  }
  template <class View, class Visit>
  void candidates(const View& view, const Route& route, Visit visit) const {
    all_channels(view, route, visit);
  }
};

struct TreeAdaptive : TreeBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    unsigned least = ~0U;
    unsigned ties = 0;
    all_channels(view, route, [&](std::int32_t out) {
      const unsigned phits = view.phits_ahead(out);
      if (phits < least) {
        least = phits;
        ties = 0;
      }
      ties += phits == least ? 1U : 0U;
    });
    unsigned skip = view.least(ties, 0);
    Choice choice;
    all_channels(view, route, [&](std::int32_t out) {
      if (!choice.made() && view.phits_ahead(out) == least && skip-- == 0) choice.out = out;
    });
    if (!view.can_request(choice.out)) choice.out = -1;
    return choice;
  }
};

struct TreeRandom : TreeBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    const bool many = view.level() > 0 && climbs(view, route);
    const unsigned first = view.level() > 0 && !many ? down_port(view, route) * facts.vcs : 0;
    const unsigned n = (many ? facts.arity : 1U) * facts.vcs;
    const auto out = static_cast<std::int32_t>(first + view.uniform(n, 0));
    return {view.can_request(out) ? out : -1};
  }
};

/// Port fixed by the route; `shift` adds the virtual channel to it.
template <bool shift>
struct TreeDigit : TreeBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const Route& route, Retry&) const {
    const unsigned vc = view.level() > 0 ? view.in_vc() : view.offset(facts.vcs, 0);
    const auto out = static_cast<std::int32_t>(port(view, route, vc) * facts.vcs + vc);
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const Route& route, Visit visit) const {
    if (view.level() == 0) {
      for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(static_cast<std::int32_t>(vc));
      return;
    }
    visit(static_cast<std::int32_t>(port(view, route, view.in_vc()) * facts.vcs + view.in_vc()));
  }

 private:
  template <class View>
  unsigned port(const View& view, const Route& route, unsigned vc) const {
    if (view.level() == 0) return 0;
    if (!climbs(view, route)) return down_port(view, route);
    const unsigned digit = route.tree.up[view.level() - 1U];
    return shift ? (digit + vc) % facts.arity : digit;
  }
};
using TreeFixed = TreeDigit<false>;
using TreeShifted = TreeDigit<true>;

}  // namespace fsin::routing
