// SPDX-License-Identifier: Apache-2.0
// Dimension order, in an order of dimensions that is drawn for each packet: minimal, and oblivious of the load.
//
//   orders: two         ascending or descending: XY or YX in two dimensions, which is O1TURN. D. Seo, A. Ali, W.-T.
//   Lim,
//                       N. Rafique, M. Thottethodi, Near-optimal worst-case throughput routing for two-dimensional mesh
//                       networks, ISCA 2005
//   orders: rotations   XYZ, YZX or ZXY, one for each dimension that can be first (`double` of the original simulator)
//   orders: all         every permutation, of at most four dimensions (`hexa` of the original simulator)
//
// Each order has a class of virtual channels of its own (grid_steps.hpp), which no packet leaves, so that as many
// classes as orders are free of deadlock, as dimension order is: of one channel each on a mesh and with bubbles, of two
// with a dateline.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/routing/grid_steps.hpp"

namespace fsin::routing {

enum class Orders : std::uint8_t { two, rotations, all };

inline constexpr std::array orders_names{
    config::Named{Orders::two, "two", "ascending or descending: XY or YX (O1TURN)"},
    config::Named{Orders::rotations, "rotations", "ascending from any dimension on: XYZ, YZX or ZXY"},
    config::Named{Orders::all, "all", "every permutation, of at most four dimensions"},
};

struct OneTurn {
  using Order = std::array<std::uint8_t, topology::max_dimensions>;
  struct State {
    std::uint32_t destination;
    std::uint8_t coins;
    std::uint8_t order;
    std::uint16_t unused;  ///< states are compared by their bytes
  };
  static constexpr bool remembers = false;

  GridSteps steps;
  ChannelClasses channels;
  unsigned count = 1;
  std::array<Order, ChannelClasses::most> orders{};

  template <class Draws>
  State start(std::uint32_t source, std::uint32_t destination, const Draws& draws) const {
    const topology::Cartesian& grid = steps.grid();
    const unsigned coins = steps.coins(grid.at(source), grid.at(destination), draws, 0);
    return {destination, static_cast<std::uint8_t>(coins), static_cast<std::uint8_t>(draws.uniform(count, 0)), 0};
  }
  template <class View>
  Choice request(View& view, const State& state, Retry&) const {
    return channels.request(view, step(view, state), state.order);
  }
  template <class View, class Visit>
  void candidates(const View& view, const State& state, Visit visit) const {
    channels.candidates(view, step(view, state), state.order, visit);
  }
  static void advance(State&, unsigned /*port*/) {}

 private:
  template <class View>
  GridStep step(const View& view, const State& state) const {
    const std::uint16_t* here = steps.grid().at(view.router());
    const std::uint16_t* to = steps.grid().at(state.destination);
    const std::uint8_t* d = orders[state.order].data();
    while (here[*d] == to[*d]) ++d;
    return steps.step(here, to, *d, state.coins);
  }
};

struct OneTurnParams : ClassedGridFamily {
  static constexpr std::string_view name = "o1turn";
  static constexpr std::string_view doc = "dimension order, in an order of dimensions that is drawn for each packet";
  static constexpr std::string_view cite = "Seo et al., ISCA 2005";

  Orders orders = Orders::two;

  template <class F>
  void fields(F& f) {
    f("orders", orders, "orders of dimensions that are drawn from, each with virtual channels of its own")
        .names(orders_names);
  }
  void check(const Setup<topology::Cartesian>& setup, Report& report) const {
    const unsigned n = setup.network.dimensions();
    if (orders == Orders::all && n > 4) {
      report.error("network.routing.orders",
                   fmt::format("{} dimensions have too many orders; write orders: two or orders: rotations", n));
      return;
    }
    const std::size_t count = orders_of(n).size();
    check_classes(setup, static_cast<unsigned>(count),
                  fmt::format("o1turn draws one of {} orders, each with channels of its own", count), report);
  }
  template <class Use>
  auto with(const Setup<topology::Cartesian>& setup, Use use) const {
    const std::vector<OneTurn::Order> all = orders_of(setup.network.dimensions());
    const auto count = static_cast<unsigned>(all.size());
    OneTurn turn{GridSteps(setup.network), ChannelClasses(setup.vcs, count, setup.rings_are_cut()), count, {}};
    std::copy(all.begin(), all.end(), turn.orders.begin());
    return use(turn);
  }

 private:
  std::vector<OneTurn::Order> orders_of(unsigned dimensions) const {
    OneTurn::Order order{};
    const auto end = order.begin() + dimensions;
    std::iota(order.begin(), end, std::uint8_t{0});
    std::vector<OneTurn::Order> all{order};
    if (orders == Orders::all) {
      while (std::next_permutation(order.begin(), end)) all.push_back(order);
    } else if (orders == Orders::rotations) {
      for (unsigned d = 1; d < dimensions; ++d)
        all.push_back((std::rotate(order.begin(), order.begin() + 1, end), order));
    } else if (dimensions > 1) {
      std::reverse(order.begin(), end);
      all.push_back(order);
    }
    return all;
  }
};

}  // namespace fsin::routing
