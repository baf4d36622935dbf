// SPDX-License-Identifier: Apache-2.0
// The key `weight` of routings by tables: what a link counts in the length of a path. The costs that follow from it:
// tables/link_costs.hpp.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/config/fields.hpp"

namespace fsin::routing {

enum class Weight : std::uint8_t { hops, bandwidth, delay, file };

inline constexpr std::array weight_names{
    config::Named{Weight::hops, "hops", "every link counts 1"},
    config::Named{Weight::bandwidth, "bandwidth", "the time of a phit on the link, as OSPF counts"},
    config::Named{Weight::delay, "delay", "the time of a header over the link and through a router"},
    config::Named{Weight::file, "file", "the attribute weight of the graph file"},
};

struct WeightOfLinks {
  Weight weight = Weight::hops;

  template <class F>
  void fields(F& f) {
    f("weight", weight, "what a link counts in the length of a path: packets take the paths of least weight")
        .names(weight_names);
  }
};

}  // namespace fsin::routing
