// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing: parameters and checks. The algorithm: algorithms/dor.hpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/routing/dateline.hpp"
#include "fsin/routing/rings.hpp"
#include "fsin/topology/grids/direct.hpp"

namespace fsin::routing {

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
    f("dateline", dateline, "rule for the channel that a packet takes of a pair (dateline flow control)")
        .names(dateline_names);
  }

  static router::FlowControl flow_control(const topology::Direct& network) {
    return network.has_rings() ? router::flow_control<router::Bubble> : router::flow_control<router::NoFlowControl>;
  }
  static std::uint16_t protected_channels(const Setup<topology::Direct>& setup) {
    return static_cast<std::uint16_t>((1U << setup.vcs) - 1);
  }
  /// Counts one channel of a dateline pair: one of the two ends at the dateline, and a packet uses one or the other.
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
