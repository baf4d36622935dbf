// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing. Sullivan & Bashkow 1977; Dally & Seitz, IEEE ToC 1987 (dateline).
//
// DorParallel: V equal virtual channels. The channel is drawn when a packet is injected and when it turns into another
// dimension, anew in every cycle it waits (full or owned channels included); inside a dimension it is kept. This is the
// "Oblivious" router of Navaridas et al. (paper, section 6). With bubble flow control every ring is protected.
// DorDateline: channels in pairs (2i, 2i+1); a packet uses the even one while its way in this dimension still crosses
// the wrap link and the odd one otherwise ("basic" of the original). The pair is drawn like a channel above.
// DorDatelineVariant: the same with other rules for the channel of the pair, dateline.hpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/routing/dateline.hpp"
#include "fsin/routing/grid.hpp"

namespace fsin::routing {

struct DorParallel : GridBase {
  static constexpr bool remembers = false;
  static bool keeps_symmetry() { return true; }

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned port = port_of(state, d);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    const unsigned vc = keeps ? view.in_vc() : view.uniform(facts.vcs, 0);
    const auto out = static_cast<std::int32_t>(port * facts.vcs + vc);
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const auto base = static_cast<std::int32_t>(port_of(state, d) * facts.vcs);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(base + static_cast<std::int32_t>(view.in_vc()));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; ++vc) visit(base + static_cast<std::int32_t>(vc));
  }
};

struct DorDateline : GridBase {
  static constexpr bool remembers = false;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const bool keeps = !view.from_injection() && view.in_port() >> 1 == d;
    // A single pair leaves nothing to draw: the original's two-channel router does not call rand() for it.
    const unsigned pairs = facts.vcs >> 1;
    const unsigned pair = keeps ? view.in_vc() >> 1 : (pairs == 1 ? 0 : view.uniform(pairs, 0));
    const auto out = static_cast<std::int32_t>(port_of(state, d) * facts.vcs + 2 * pair + late(view, state, d));
    return {view.can_request(out) ? out : -1};
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned base = port_of(state, d) * facts.vcs + late(view, state, d);
    if (!view.from_injection() && view.in_port() >> 1 == d) {
      visit(static_cast<std::int32_t>(base + (view.in_vc() & ~1U)));
      return;
    }
    for (unsigned vc = 0; vc < facts.vcs; vc += 2) visit(static_cast<std::int32_t>(base + vc));
  }

 private:
  template <class View>
  unsigned late(const View& view, const State& state, unsigned d) const {
    return crosses_dateline(view, state, d) ? 0U : 1U;
  }
};

struct DorDatelineVariant : GridBase {
  static constexpr bool remembers = false;

  Dateline rule = Dateline::improved;

  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned pair = keeps(view, d) ? view.in_vc() >> 1 : view.uniform(facts.vcs >> 1, 0);
    const auto first = static_cast<std::int32_t>(port_of(state, d) * facts.vcs + 2 * pair);
    const unsigned classes = dateline_classes(rule, *this, view, state, d, keeps(view, d));
    if (classes != 3) return asked_for(view, first + static_cast<std::int32_t>(classes >> 1));
    const auto drawn = static_cast<std::int32_t>(view.uniform(2, 1));
    const Choice choice = asked_for(view, first + drawn);
    return choice.made() ? choice : asked_for(view, first + 1 - drawn);
  }

  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned d = first_dimension(facts, state);
    const unsigned classes = dateline_classes(rule, *this, view, state, d, keeps(view, d));
    const unsigned base = port_of(state, d) * facts.vcs;
    for (unsigned vc = 0; vc < facts.vcs; ++vc) {
      if (keeps(view, d) && vc >> 1 != view.in_vc() >> 1) continue;
      if ((classes >> (vc & 1U) & 1U) != 0) visit(static_cast<std::int32_t>(base + vc));
    }
  }

 private:
  template <class View>
  static bool keeps(const View& view, unsigned d) {
    return !view.from_injection() && view.in_port() >> 1 == d;
  }
  template <class View>
  static Choice asked_for(View& view, std::int32_t out) {
    return {view.can_request(out) ? out : -1};
  }
};

struct DorParams {
  static constexpr std::string_view name = "dor";
  static constexpr std::string_view doc = "dimension-order routing: all hops of one dimension before the next";
  static constexpr std::string_view cite = "Dally & Towles 2004, chapter 8";

  using Geometry = topology::Direct;
  static constexpr std::string_view works_on = "a torus, a mesh or another direct network";
  static constexpr bool adaptive = false;

  std::vector<unsigned> order;
  Dateline dateline = Dateline::basic;

  template <class F>
  void fields(F& f) {
    f("order", order, "dimensions in the order they are travelled, X = 0 (default: ascending)")
        .range(0, topology::max_dimensions - 1)
        .size(0, topology::max_dimensions);
    f("dateline", dateline, "which channel of a pair a packet takes (dateline flow control)").names(dateline_names);
  }

  static router::FlowControl flow_control(const topology::Direct& network) {
    return network.has_rings() ? router::flow_control<router::Bubble> : router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Direct>& setup) {
    return static_cast<std::uint16_t>((1U << setup.vcs) - 1);
  }
  /// Of a dateline pair one channel ends at the dateline, and a packet uses the one or the other.
  static unsigned parallel_channels(const Setup<topology::Direct>& setup) {
    return setup.rings_are_cut() ? std::max(1U, setup.vcs / 2) : setup.vcs;
  }
  void check(const Setup<topology::Direct>& setup, Report& report) const {
    check_order(setup.network.dimensions(), report);
    if (check_rings(setup, report) && setup.asked && setup.traits().escape_channel) {
      report.error("network.router.flow_control",
                   "dor on a mesh is free of deadlock by itself; write flow_control: none");
    }
    if (setup.rings_are_cut() && setup.vcs % 2 != 0) {
      report.error("network.router.virtual_channels",
                   fmt::format("dateline uses virtual channels in pairs and there {} {}; write an even number",
                               setup.vcs == 1 ? "is" : "are", setup.vcs));
    }
    check_dateline(setup, dateline, report);
  }
  template <class Use>
  auto with(const Setup<topology::Direct>& setup, Use use) const {
    const GridBase base = make_grid_base(setup, order);
    if (setup.rings_are_cut()) {
      return dateline == Dateline::basic ? use(DorDateline{base}) : use(DorDatelineVariant{base, dateline});
    }
    return use(DorParallel{base});
  }
  std::optional<topology::Unlike> unlike_original() const {
    if (dateline != Dateline::basic)
      return topology::Unlike{"dateline", "was compared with basic only", "dateline: basic"};
    if (std::is_sorted(order.begin(), order.end())) return std::nullopt;
    return topology::Unlike{"order", "was compared with dimensions in ascending order only", "the default order"};
  }

 private:
  void check_order(unsigned dimensions, Report& report) const {
    if (order.empty()) return;
    std::vector<unsigned> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    std::vector<unsigned> all(dimensions);
    std::iota(all.begin(), all.end(), 0U);
    if (sorted == all) return;
    report.error("network.routing.order", fmt::format("must name each of the {} dimensions once, such as [{}]",
                                                      dimensions, fmt::join(all.rbegin(), all.rend(), ", ")));
  }
};

}  // namespace fsin::routing
