// SPDX-License-Identifier: Apache-2.0
// Dimension complement: the coordinate x of a dimension of k becomes k - 1 - x, in all dimensions or in those listed.
// With `reverse` the destination has these coordinates in the opposite order: DCR of N. McDonald et al., Practical and
// efficient incremental adaptive routing for HyperX networks, SC 2019, the worst case of dimension order there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct DimensionComplementParams {
  static constexpr std::string_view name = "dimension-complement";
  static constexpr std::string_view doc = "coordinate x becomes k - 1 - x in every dimension of k nodes, or in some";
  static constexpr std::string_view cite = "McDonald, Isaev, Flores, Davis & Kim, SC 2019";

  std::vector<unsigned> dimensions{};
  bool reverse = false;

  template <class F>
  void fields(F& f) {
    f("dimensions", dimensions, "dimensions whose coordinates are complemented, X = 0 (default: all)").range(0, 31);
    f("reverse", reverse, "true: the destination has the coordinates in the opposite order");
  }

  std::string check(const NetworkFacts& facts) const;

  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t) const {
    return make_fixed(facts.nodes, [&](std::uint32_t s) { return destination(s, facts); });
  }

 private:
  bool complements(unsigned d) const {
    return dimensions.empty() || std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
  }
  std::uint32_t destination(std::uint32_t source, const NetworkFacts& facts) const;
};

}  // namespace trgen::synth
