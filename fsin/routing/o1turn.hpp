// SPDX-License-Identifier: Apache-2.0
// Dimension order in an order that is drawn for each packet: parameters and checks. The algorithm:
// algorithms/o1turn.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/routing/classed_grid.hpp"

namespace fsin::routing {

enum class Orders : std::uint8_t { two, rotations, all };

inline constexpr std::array orders_names{
    config::Named{Orders::two, "two", "ascending or descending: XY or YX (O1TURN)"},
    config::Named{Orders::rotations, "rotations", "ascending from any dimension on: XYZ, YZX or ZXY"},
    config::Named{Orders::all, "all", "every permutation, of at most four dimensions"},
};

using DimensionOrder = std::array<std::uint8_t, topology::max_dimensions>;

struct OneTurnParams : ClassedGridFamily {
  static constexpr std::string_view name = "o1turn";
  static constexpr std::string_view doc = "dimension order, in an order of dimensions that is drawn for each packet";
  static constexpr std::string_view cite = "Seo et al., ISCA 2005";

  Orders orders = Orders::two;

  template <class F>
  void fields(F& f) {
    f("orders", orders, "set from which the order of dimensions is drawn; each order has virtual channels of its own")
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

  std::vector<DimensionOrder> orders_of(unsigned dimensions) const {
    DimensionOrder order{};
    const auto end = order.begin() + dimensions;
    std::iota(order.begin(), end, std::uint8_t{0});
    std::vector<DimensionOrder> all{order};
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
