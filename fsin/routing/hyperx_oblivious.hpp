// SPDX-License-Identifier: Apache-2.0
// Oblivious routing on a HyperX: parameters and checks. The algorithm: algorithms/hyperx_oblivious.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fsin/config/fields.hpp"
#include "fsin/routing/hyperx.hpp"

namespace fsin::routing {

enum class HyperXPath : std::uint8_t { dor, valiant };
inline constexpr std::array hyperx_path_names{
    config::Named{HyperXPath::dor, "dor", "dimension by dimension, X first; 1 virtual channel"},
    config::Named{HyperXPath::valiant, "valiant", "over a switch drawn at random (Valiant 1981); 2 channels"},
};

struct HyperXObliviousParams : HyperXFamily {
  static constexpr std::string_view name = "hyperx-oblivious";
  static constexpr std::string_view doc =
      "oblivious of queues: dimension order, or Valiant's detour over a random switch";
  static constexpr std::string_view cite = "Ahn et al., SC 2009; Valiant & Brebner, STOC 1981";
  static constexpr bool adaptive = false;

  HyperXPath path = HyperXPath::dor;

  template <class F>
  void fields(F& f) {
    f("path", path, "choice of the path").names(hyperx_path_names);
  }
  /// Number of virtual channels that keep the routing free of deadlock.
  unsigned classes() const { return path == HyperXPath::valiant ? 2 : 1; }

  unsigned parallel_channels(const Setup<topology::HyperX>& setup) const {
    return HyperXLadder::of(setup.vcs, classes()).copies;
  }
  void check(const Setup<topology::HyperX>& setup, Report& report) const {
    check_hyperx(setup, classes(), path == HyperXPath::valiant ? "path valiant" : "path dor", report);
  }
};

}  // namespace fsin::routing
