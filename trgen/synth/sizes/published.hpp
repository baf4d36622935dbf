// SPDX-License-Identifier: Apache-2.0
// Sizes of flows in data centres as papers publish them. The papers print curves and no tables: the points here are
// read off to two digits, and between two points sizes are equally likely, so that quantiles are known to about 5% and
// means (1.6 MB and 7.5 MB here) to about 10%. Only the sizes of the published flows are used, not their arrival times.
#pragma once

#include "trgen/synth/sizes/size_entry.hpp"

namespace trgen::synth {

struct WebSearchSizes {
  static constexpr std::string_view name = "web-search";
  static constexpr std::string_view doc =
      "flows of a web search cluster, 9 kB to 29 MB (approximate, read off a curve)";
  static constexpr std::string_view cite = "M. Alizadeh et al., Data center TCP (DCTCP), SIGCOMM 2010";

  template <class F>
  void fields(F&) {}

  static std::string check(const NetworkFacts&) { return {}; }
  Sizes make(const NetworkFacts& facts) const;
};

struct DataMiningSizes {
  static constexpr std::string_view name = "data-mining";
  static constexpr std::string_view doc =
      "flows of a data mining cluster, 1.5 kB to 970 MB (approximate, read off a curve)";
  static constexpr std::string_view cite =
      "A. Greenberg et al., VL2: a scalable and flexible data center network, SIGCOMM 2009";

  template <class F>
  void fields(F&) {}

  static std::string check(const NetworkFacts&) { return {}; }
  Sizes make(const NetworkFacts& facts) const;
};

}  // namespace trgen::synth
