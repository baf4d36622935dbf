// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing with an escape channel: parameters and checks. The algorithm: algorithms/adaptive.hpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "fsin/config/fields.hpp"
#include "fsin/routing/dateline.hpp"
#include "fsin/routing/rings.hpp"
#include "fsin/routing/selection_catalogue.hpp"
#include "fsin/topology/grids/direct.hpp"

namespace fsin::routing {

struct AdaptiveParams {
  static constexpr std::string_view name = "adaptive";
  static constexpr std::string_view doc = "minimal adaptive routing over an escape channel";
  static constexpr std::string_view cite = "Puente et al., JPDC 61(9), 2001";

  using Geometry = topology::Direct;
  static constexpr std::string_view works_on = "a torus, a mesh or another direct network";
  static constexpr bool adaptive = true;

  Selection select = selection<SmartSelection>;
  Dateline dateline = Dateline::basic;

  template <class F>
  void fields(F& f) {
    f("select", select, "choice among the profitable channels that a header may request").names(selection_names());
    f("dateline", dateline,
      "rule for the escape channel that a packet takes of a pair (dateline flow control): basic or improved")
        .names(dateline_names);
  }

  bool remembers() const { return routing::remembers(select); }
  static router::FlowControl flow_control(const topology::Direct& network) {
    return network.has_rings() ? router::flow_control<router::Bubble> : router::flow_control<router::Escape>;
  }
  /// Protects the escape network only: its rings must keep a hole.
  static std::uint16_t protected_channels(const Setup<topology::Direct>&) { return 1U; }
  /// Counts one channel of a dateline pair, because one of the two ends at the dateline.
  static unsigned parallel_channels(const Setup<topology::Direct>& setup) {
    return setup.rings_are_cut() ? std::max(1U, setup.vcs - 1) : setup.vcs;
  }
  void check(const Setup<topology::Direct>& setup, Report& report) const {
    if (dateline == Dateline::trc || dateline == Dateline::textbook) {
      report.error(
          "network.routing.dateline",
          "the escape channel must follow from where a packet is and goes, for it comes from adaptive channels "
          "too; write dateline: basic or dateline: improved");
    }
    check_dateline(setup, dateline, report);
    if (setup.network.has_rings() && setup.network.dimensions() == 1) {
      report.warning("network.routing.type",
                     "adaptive routing on a ring has nothing to choose but the virtual channel");
    }
    check_rings(setup, report);
    constexpr std::string_view key = "network.router.virtual_channels";
    if (setup.rings_are_cut() && setup.vcs < 3) {
      report.error(key, fmt::format("adaptive routing over a dateline escape needs at least 3 virtual channels, not {}",
                                    setup.vcs));
    } else if (setup.vcs < 2) {
      report.error(key,
                   "adaptive routing needs at least 2 virtual channels: one escape channel and one adaptive; write 3, "
                   "or routing: dor");
    }
  }
  std::optional<topology::Unlike> unlike_original() const {
    if (dateline == Dateline::basic) return std::nullopt;
    return topology::Unlike{"dateline", "was compared with basic only", "dateline: basic"};
  }
};

}  // namespace fsin::routing
