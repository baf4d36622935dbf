// SPDX-License-Identifier: Apache-2.0
// Routings of a HyperX that compare queues, once at the source or at every hop: parameters and checks. The algorithms:
// algorithms/hyperx_adaptive.hpp.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/hyperx.hpp"

namespace fsin::routing {

enum class HyperXAlgorithm : std::uint8_t { minimal, ugal, dal, dimwar, omniwar };
inline constexpr std::array hyperx_algorithm_names{
    config::Named{HyperXAlgorithm::minimal, "minimal", "minimal hops in any order; L virtual channels"},
    config::Named{HyperXAlgorithm::ugal, "ugal",
                  "dimension order or Valiant's path, chosen at the source (Singh 2005); 2 channels"},
    config::Named{HyperXAlgorithm::dal, "dal", "one deroute in each dimension (Ahn 2009); 2 L channels"},
    config::Named{HyperXAlgorithm::dimwar, "dimwar",
                  "dimensions in order, one deroute in each (McDonald 2019); 2 channels"},
    config::Named{HyperXAlgorithm::omniwar, "omniwar",
                  "any unaligned dimension, a limited number of deroutes (McDonald 2019); L + deroutes channels"},
};

struct HyperXAdaptiveParams : HyperXFamily {
  static constexpr std::string_view name = "hyperx-adaptive";
  static constexpr std::string_view doc = "minimal hops or detours, chosen by the queues: UGAL-L, DAL, DimWAR, OmniWAR";
  static constexpr std::string_view cite = "McDonald, Isaev, Flores, Davis & Kim, SC 2019; Ahn et al., SC 2009";
  static constexpr bool adaptive = true;
  static constexpr unsigned most_deroutes = 15;

  HyperXAlgorithm algorithm = HyperXAlgorithm::dimwar;
  unsigned bias = 16;
  std::optional<unsigned> deroutes{};
  unsigned threshold = 0;

  template <class F>
  void fields(F& f) {
    f("algorithm", algorithm, "algorithm: the hops that are allowed, and the switches that decide")
        .names(hyperx_algorithm_names);
    f("bias", bias, "phits added to those of a queue before the product with the hops (all but ugal)")
        .range(1, 1'000'000);
    f("deroutes", deroutes, "limit of the deroutes of a packet (omniwar; default: as many as there are channels for)")
        .range(0, most_deroutes);
    f("threshold", threshold, "phits times hops by which the detour must be cheaper than the minimal path (ugal)")
        .range(0, 1'000'000);
  }

  /// Largest number of deroutes of a packet.
  unsigned allowed(unsigned dimensions, unsigned vcs) const {
    switch (algorithm) {
      case HyperXAlgorithm::dal:
      case HyperXAlgorithm::dimwar:
        return dimensions;
      case HyperXAlgorithm::omniwar:
        return deroutes.value_or(std::min(most_deroutes, vcs - std::min(vcs, dimensions)));
      case HyperXAlgorithm::minimal:
      case HyperXAlgorithm::ugal:
        break;
    }
    return 0;
  }
  /// Number of virtual channels that keep the routing free of deadlock.
  unsigned classes(const Setup<topology::HyperX>& setup) const {
    if (algorithm == HyperXAlgorithm::ugal || algorithm == HyperXAlgorithm::dimwar) return 2;
    const unsigned dimensions = setup.network.dimensions();
    return dimensions + allowed(dimensions, setup.vcs);
  }

  unsigned parallel_channels(const Setup<topology::HyperX>& setup) const {
    return HyperXLadder::of(setup.vcs, classes(setup)).copies;
  }
  void check(const Setup<topology::HyperX>& setup, Report& report) const {
    const std::string_view name_of_it = config::name_of(hyperx_algorithm_names, algorithm);
    check_hyperx(setup, classes(setup), fmt::format("algorithm {}", name_of_it), report);
    if (deroutes && algorithm != HyperXAlgorithm::omniwar) {
      report.error("network.routing.deroutes",
                   fmt::format("belongs to algorithm omniwar; leave it out with algorithm {}", name_of_it));
    }
    if (threshold != 0 && algorithm != HyperXAlgorithm::ugal) {
      report.error("network.routing.threshold",
                   fmt::format("belongs to algorithm ugal; leave it out with algorithm {}", name_of_it));
    }
  }
};

}  // namespace fsin::routing
