// SPDX-License-Identifier: Apache-2.0
// Meshes: turn models and escape channels. C. J. Glass, L. M. Ni, The turn model for adaptive routing, ISCA 1992;
// G.-M. Chiu, The odd-even turn model, IEEE TPDS 11(7), 2000; D. Seo et al., Near-optimal worst-case throughput routing
// (O1TURN), ISCA 2005.
#include "fsin/topology/grids/cartesian.hpp"
#include "tests/deadlock/flood.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;

enum class MeshTurns : std::uint8_t {
  xy,
  west_first,
  negative_first,
  odd_even,
  free,         ///< fully adaptive, every channel
  one_turn,     ///< XY or YX, drawn at the source
  escape,       ///< adaptive on channel 1, XY on channel 0
  escape_kept,  ///< the same, and a packet that is on channel 0 stays there
  escape_late,  ///< the same as `escape`, channel 0 only once X is aligned
  opposed,      ///< XY at even rows, YX at odd rows: turns of both kinds
};

/// A minimal routing of a two-dimensional mesh of side k, whose ports are X+, X-, Y+, Y-.
struct MeshRouting {
  struct State {
    std::uint32_t destination;
    std::uint32_t order;   ///< of O1TURN: 0 for XY
    std::uint32_t source;  ///< column
  };
  static constexpr bool remembers = false;

  MeshTurns turns;
  unsigned k;
  unsigned vcs;

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    return {destination, turns == MeshTurns::one_turn ? draws.uniform(2, 0) : 0, source % k};
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    const unsigned x = view.router() % k, y = view.router() / k;
    const unsigned to_x = state.destination % k, to_y = state.destination / k;
    const int east = static_cast<int>(to_x) - static_cast<int>(x), north = static_cast<int>(to_y) - static_cast<int>(y);
    const unsigned port_x = east > 0 ? 0 : 1, port_y = north > 0 ? 2 : 3;
    const auto go = [&](unsigned port, unsigned vc) { visit(static_cast<std::int32_t>(port * vcs + vc)); };
    const auto both = [&](unsigned vc) {
      if (east != 0) go(port_x, vc);
      if (north != 0) go(port_y, vc);
    };
    const auto in_order = [&](bool y_first, unsigned vc) {
      const bool along_y = east == 0 || (y_first && north != 0);
      go(along_y ? port_y : port_x, vc);
    };
    switch (turns) {
      case MeshTurns::xy:
        return in_order(false, 0);
      case MeshTurns::west_first:
        return east < 0 ? go(port_x, 0) : both(0);
      case MeshTurns::negative_first:
        if (east < 0 && north > 0) return go(port_x, 0);
        if (north < 0 && east > 0) return go(port_y, 0);
        return both(0);
      case MeshTurns::odd_even:
        return odd_even(x, to_x, east, north, state.source, go);
      case MeshTurns::free:
        for (unsigned vc = 0; vc < vcs; ++vc) both(vc);
        return;
      case MeshTurns::one_turn:
        return in_order(state.order == 1, vcs == 1 ? 0 : state.order);
      case MeshTurns::escape:
        both(1);
        return in_order(false, 0);
      case MeshTurns::escape_kept:
        if (view.from_injection() || view.in_vc() == 1) both(1);
        return in_order(false, 0);
      case MeshTurns::escape_late:
        both(1);
        if (east == 0) go(port_y, 0);
        return;
      case MeshTurns::opposed:
        return in_order(y % 2 == 1, 0);
    }
  }
  template <class View>
  routing::Choice request(View& view, const State& state, routing::Retry&) const {
    std::array<std::int32_t, 16> open{};
    unsigned n = 0;
    candidates(view, state, [&](std::int32_t out) {
      if (view.can_request(out)) open[n++] = out;
    });
    return {n == 0 ? -1 : open[view.uniform(n, 0)]};
  }
  static void advance(State&, unsigned) {}

 private:
  /// No turn from east to north or south in an even column, none from north or south to west in an odd one.
  template <class Go>
  static void odd_even(unsigned x, unsigned to_x, int east, int north, unsigned source, const Go& go) {
    const unsigned port_y = north > 0 ? 2 : 3;
    if (east == 0) return go(port_y, 0);
    if (east > 0) {
      if (north == 0) return go(0, 0);
      if (x % 2 == 1 || x == source) go(port_y, 0);
      if (to_x % 2 == 1 || east != 1) go(0, 0);
      return;
    }
    go(1, 0);
    if (north != 0 && x % 2 == 0) go(port_y, 0);
  }
};

Case mesh_case(std::string name, bool free, MeshTurns turns, unsigned k, unsigned vcs) {
  auto mesh = std::make_shared<const topology::Topology>(
      topology::build_cartesian("mesh", topology::CartesianShape{{k, k}, false, true}));
  return algorithm_case(std::move(name), free, mesh, vcs, MeshRouting{turns, k, vcs});
}

}  // namespace

std::vector<Case> mesh_cases() {
  return {
      mesh_case("mesh 4x4, XY", true, MeshTurns::xy, 4, 1),
      mesh_case("mesh 4x4, west-first", true, MeshTurns::west_first, 4, 1),
      mesh_case("mesh 4x4, negative-first", true, MeshTurns::negative_first, 4, 1),
      mesh_case("mesh 5x5, odd-even", true, MeshTurns::odd_even, 5, 1),
      mesh_case("mesh 4x4, O1TURN, a channel for each order", true, MeshTurns::one_turn, 4, 2),
      mesh_case("mesh 4x4, O1TURN, one channel", false, MeshTurns::one_turn, 4, 1),
      mesh_case("mesh 4x4, fully adaptive, one channel", false, MeshTurns::free, 4, 1),
      mesh_case("mesh 4x4, fully adaptive, two channels", false, MeshTurns::free, 4, 2),
      mesh_case("mesh 2x2, fully adaptive", false, MeshTurns::free, 2, 1),
      mesh_case("mesh 4x4, adaptive and XY escape", true, MeshTurns::escape, 4, 2),
      mesh_case("mesh 4x4, adaptive and XY escape without return", true, MeshTurns::escape_kept, 4, 2),
      mesh_case("mesh 4x4, escape only once X is aligned", true, MeshTurns::escape_late, 4, 2),
      mesh_case("mesh 4x4, XY in even rows and YX in odd ones", false, MeshTurns::opposed, 4, 1),
  };
}

}  // namespace deadlock_test
