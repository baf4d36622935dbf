// SPDX-License-Identifier: Apache-2.0
// HyperX. J. H. Ahn et al., SC 2009; N. McDonald et al., Practical and efficient incremental adaptive routing for
// HyperX networks (DimWAR, OmniWAR), SC 2019.
#include "tests/deadlock/flood.hpp"
#include "tests/deadlock/graphs.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

enum class HyperXRule : std::uint8_t {
  in_order,  ///< dimension order, channel 0
  minimal,   ///< any dimension, the channel is the number of the hop
  dim_war,   ///< dimensions in order, a deroute in each on channel 0, the hop after it on channel 1
  omni_war,  ///< any dimension that is not aligned, also by a deroute, so many in all; the channel is the number of the
             ///< hop
};

struct HyperXRouting {
  struct State {
    std::uint32_t destination;
    std::uint16_t hops;
    std::uint16_t deroutes;
    std::uint16_t derouted;  ///< the last hop was a deroute
    std::uint16_t way;       ///< ports from here on that do not end in the destination's coordinate: see decide()
  };
  static constexpr bool remembers = false;

  std::shared_ptr<const Adjacency> graph;
  std::vector<unsigned> dims;
  HyperXRule rule;
  unsigned vcs;
  unsigned most_deroutes = 0;

  template <class Draws>
  State start(std::uint32_t, std::uint32_t destination, const Draws&) const {
    return {destination, 0, 0, 0, 0};
  }
  /// How the packet came is seen from the port: a hop along a dimension that did not align it was a deroute.
  template <class View>
  void decide(const View& view, State& state) const {
    if (view.from_injection()) return;
    const std::uint32_t here = view.router(), before = graph->of[here][view.in_port()];
    std::uint32_t stride = 1;
    for (const unsigned k : dims) {
      const unsigned at = here / stride % k;
      if (before / stride % k != at) state.derouted = at != state.destination / stride % k ? 1 : 0;
      stride *= k;
    }
    state.deroutes = static_cast<std::uint16_t>(state.deroutes + state.derouted);
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    std::int32_t chosen = -1;
    unsigned open = 0;
    candidates(view, state, [&](std::int32_t out) { open += view.can_request(out) ? 1U : 0U; });
    unsigned skip = open == 0 ? 0 : view.uniform(open, 0);
    candidates(view, state, [&](std::int32_t out) {
      if (chosen < 0 && view.can_request(out) && skip-- == 0) chosen = out;
    });
    return {chosen};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const std::uint32_t here = view.router();
    std::uint32_t stride = 1;
    for (const unsigned k : dims) {
      const unsigned at = here / stride % k, to = state.destination / stride % k;
      for (unsigned c = 0; at != to && c < k; ++c) {
        if (c == at || (c != to && !may_deroute(state))) continue;
        const unsigned port = graph->port(here, here + (c - at) * stride);
        visit(static_cast<std::int32_t>(port * vcs + channel(state, c != to)));
      }
      const bool one_only = rule == HyperXRule::in_order || rule == HyperXRule::dim_war;
      if (at != to && one_only) return;
      stride *= k;
    }
  }
  static void advance(State& state, unsigned) { ++state.hops; }

 private:
  bool may_deroute(const State& state) const {
    if (rule == HyperXRule::dim_war) return state.derouted == 0 && vcs > 1;
    return rule == HyperXRule::omni_war && state.deroutes < most_deroutes;
  }
  unsigned channel(const State& state, bool) const {
    if (rule == HyperXRule::in_order) return 0;
    if (rule == HyperXRule::dim_war) return std::min<unsigned>(state.derouted, vcs - 1);
    return std::min<unsigned>(state.hops, vcs - 1);
  }
};

/// With one channel a deroute and the hop after it share it.
struct DimWarOneChannel : HyperXRouting {
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const std::uint32_t here = view.router();
    std::uint32_t stride = 1;
    for (const unsigned k : dims) {
      const unsigned at = here / stride % k, to = state.destination / stride % k;
      for (unsigned c = 0; at != to && c < k; ++c) {
        if (c == at || (c != to && state.derouted != 0)) continue;
        visit(static_cast<std::int32_t>(graph->port(here, here + (c - at) * stride)));
      }
      if (at != to) return;
      stride *= k;
    }
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    std::int32_t chosen = -1;
    unsigned n = 0;
    candidates(view, state, [&](std::int32_t) { ++n; });
    unsigned skip = view.uniform(n, 0);
    candidates(view, state, [&](std::int32_t out) {
      if (skip-- == 0) chosen = out;
    });
    return {view.can_request(chosen) ? chosen : -1};
  }
};

template <class Routing = HyperXRouting>
Case hyperx_case(std::string name, bool free, const std::vector<unsigned>& dims, HyperXRule rule, unsigned vcs,
                 unsigned deroutes = 0) {
  auto graph = std::make_shared<const Adjacency>(hyperx_graph(dims));
  Routing routing;
  static_cast<HyperXRouting&>(routing) = {graph, dims, rule, vcs, deroutes};
  return algorithm_case(std::move(name), free, make_topology(*graph), vcs, routing);
}

}  // namespace

std::vector<Case> hyperx_cases() {
  return {
      hyperx_case("HyperX 4x4, dimension order", true, {4, 4}, HyperXRule::in_order, 1),
      hyperx_case("HyperX 4x4, minimal in any order, 1 VC", false, {4, 4}, HyperXRule::minimal, 1),
      hyperx_case("HyperX 4x4, minimal in any order, 2 VC", true, {4, 4}, HyperXRule::minimal, 2),
      hyperx_case<DimWarOneChannel>("HyperX 4x4, DimWAR, 1 VC", false, {4, 4}, HyperXRule::dim_war, 1),
      hyperx_case("HyperX 4x4, DimWAR, 2 VC", true, {4, 4}, HyperXRule::dim_war, 2),
      hyperx_case("HyperX 4x4, OmniWAR with a deroute, 1 VC", false, {4, 4}, HyperXRule::omni_war, 1, 1),
      hyperx_case("HyperX 3x3x3, OmniWAR with a deroute, 4 VC", true, {3, 3, 3}, HyperXRule::omni_war, 4, 1),
      hyperx_case("HyperX 3x3x3, OmniWAR with two deroutes, 4 VC", false, {3, 3, 3}, HyperXRule::omni_war, 4, 2),
      hyperx_case("HyperX 3x3x3, minimal in any order, 2 VC", false, {3, 3, 3}, HyperXRule::minimal, 2),
  };
}

}  // namespace deadlock_test
