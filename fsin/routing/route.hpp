// SPDX-License-Identifier: Apache-2.0
// What a packet carries to find its way, and what a routing algorithm may read and answer.
//
// Routing is per hop and one output virtual channel at a time: in each cycle a waiting header asks for at most one
// (port, virtual channel). An algorithm is a small struct with
//
//   template <class View> Choice request(View& view, const Route& route, Retry& retry) const
//       the output VC asked for in this cycle, or none. `retry` is what the algorithm remembers about this input queue
//       from one cycle to the next (only `smart` uses it); the engine sets it to zero at every grant.
//   template <class View, class Visit> void candidates(const View& view, const Route& route, Visit visit) const
//       every output VC that request() could answer in this or a later cycle while the header waits here.
//   static void advance(Route&, port)  the header has crossed to the next router by `port`
//   static constexpr bool remembers
//       true when request() changes `retry`. What it answers then depends on `retry`, draws, and can_request() of
//       channels that no bubble protects, and there is
//   template <class View> void wait(View& view, const Route& route, Retry& retry, std::uint32_t cycles) const
//       what as many calls of request() in as many cycles, from the view's on, would leave in `retry`. The view has
//       besides: steady() [cycles for which can_request() stays as answered], later(n) [goes on by n cycles].
//
// View (both engines have one) gives: from_injection(), in_port(), in_vc(), level(), coordinate(d), radix(d),
// can_request(out) [room and bubble, not ownership], phits_ahead(out) [in the next queue, as the sender knows it], and
// draws: uniform(n, i), offset(n, i), least(n, i), which differ only in how the original simulator used rand().
#pragma once

#include <array>
#include <cstdint>

#include "fsin/topology/geometry.hpp"

namespace fsin::routing {

/// The digits that choose ports in a tree.
struct TreeRoute {
  std::array<std::uint8_t, topology::max_stages> down;    ///< digit of the destination at stage t
  std::array<std::uint8_t, topology::max_stages - 1> up;  ///< up port at stage t, for the ascents that fix it
  std::uint8_t turn;  ///< number of stages climbed: the packet turns down in stage turn - 1
};

/// Remaining signed hops per dimension (tori and meshes), or the way through a tree.
struct Route {
  union {
    std::array<std::int16_t, topology::max_dimensions> hops;
    TreeRoute tree;
  };
};
static_assert(sizeof(Route) == 16);

using Retry = std::uint8_t;

/// Output VC number port * virtual_channels + vc, or none.
struct Choice {
  std::int32_t out = -1;
  bool made() const { return out >= 0; }
};

/// Numbers that do not change during a run, laid out for the hot path.
struct Facts {
  unsigned vcs = 1;
  unsigned dimensions = 0;
  unsigned arity = 0;                                          ///< of a tree
  std::array<std::uint8_t, topology::max_dimensions> order{};  ///< dimensions in the order they are travelled
};

}  // namespace fsin::routing
