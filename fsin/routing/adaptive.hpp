// SPDX-License-Identifier: Apache-2.0
// Minimal adaptive routing with an escape channel. Duato 1993; Puente et al., JPDC 2001 (adaptive bubble router).
//
// The first channels of each link are the escape network, travelled in dimension order: VC 0 with bubble (tori), VC 0
// plain (meshes), or VC 0 and 1 as a dateline pair. The others may be used in every profitable direction. Every hop
// decides anew; a packet may leave the escape network again. Selection policies, one request a cycle each:
//  smart     tries one channel of one dimension at a time, its own dimension first, and goes on to the next dimension
//            in the cycle after a request that lost; after the last dimension the escape channel.
//  random    any adaptive channel with room, with equal probability; none: escape.
//  most-free the adaptive channel with most free phits in the next queue; none with room: escape.
// A channel owned by another packet may be asked for: the request then loses the cycle (the original's rule).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "fsin/config/fields.hpp"
#include "fsin/routing/adaptive_most_free.hpp"
#include "fsin/routing/adaptive_random.hpp"
#include "fsin/routing/adaptive_smart.hpp"

namespace fsin::routing {

enum class Select : std::uint8_t { smart, random, most_free };
inline constexpr std::array select_names{
    config::Named{Select::smart, "smart",
                  "one dimension at a time, its own first; the next one after a request that lost"},
    config::Named{Select::random, "random", "any profitable channel with room"},
    config::Named{Select::most_free, "most-free", "the profitable channel with most free space in the next queue"},
};

struct AdaptiveParams {
  static constexpr std::string_view name = "adaptive";
  static constexpr std::string_view doc = "minimal adaptive routing over an escape channel";
  static constexpr std::string_view cite = "Puente et al., JPDC 61(9), 2001";

  using Geometry = topology::Cartesian;
  static constexpr std::string_view works_on = "a torus or a mesh";
  static constexpr bool adaptive = true;

  Select select = Select::smart;

  template <class F>
  void fields(F& f) {
    f("select", select, "which of the profitable channels is asked for").names(select_names);
  }

  bool remembers() const { return select == Select::smart; }
  static router::FlowControl flow_control(const topology::Cartesian& grid) {
    return grid.wraps ? router::flow_control<router::Bubble> : router::flow_control<router::Escape>;
  }
  /// Only the escape network must keep a hole in its rings.
  static std::uint16_t protected_channels(const Setup<topology::Cartesian>&) { return 1U; }
  /// Of a dateline pair one channel ends at the dateline.
  static unsigned parallel_channels(const Setup<topology::Cartesian>& setup) {
    return setup.rings_are_cut() ? std::max(1U, setup.vcs - 1) : setup.vcs;
  }
  static void check(const Setup<topology::Cartesian>& setup, Report& report) {
    if (setup.network.wraps && setup.network.dims.size() == 1) {
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
  template <class Use>
  auto with(const Setup<topology::Cartesian>& setup, Use use) const {
    const AdaptiveBase base{make_grid_base(setup), setup.rings_are_cut() ? 2U : 1U};
    switch (select) {
      case Select::random:
        return use(AdaptiveRandom{base});
      case Select::most_free:
        return use(AdaptiveMostFree{base});
      case Select::smart:
        break;
    }
    return use(AdaptiveSmart{base});
  }
  static std::optional<topology::Unlike> unlike_original() { return std::nullopt; }
};

}  // namespace fsin::routing
