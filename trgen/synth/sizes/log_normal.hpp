// SPDX-License-Identifier: Apache-2.0
// Sizes whose logarithm is normal: half of them below the median, two thirds within a factor exp(sigma) of it. The
// curve is cut into 1536 steps, 128 for a standard deviation, within which sizes are equally likely, from six
// deviations below the median to six above it; messages longer than `most` get that size.
#pragma once

#include "trgen/synth/sizes/size_entry.hpp"

namespace trgen::synth {

struct LogNormalSizes {
  static constexpr std::string_view name = "log-normal";
  static constexpr std::string_view doc = "the logarithm of the size is normally distributed";
  static constexpr std::string_view cite = "";

  fsin::Bytes median{1024};
  double sigma = 1;
  fsin::Bytes most{1'000'000'000};

  template <class F>
  void fields(F& f) {
    f("median", median, "size that half of the messages exceed").range(fsin::Bytes{1}, fsin::Bytes{most_message_bytes});
    f("sigma", sigma, "standard deviation of the natural logarithm of the size").range(0.01, 5.0);
    f("most", most, "largest size; larger messages are cut to it")
        .range(fsin::Bytes{1}, fsin::Bytes{most_message_bytes});
  }

  std::string check(const NetworkFacts& facts) const;
  Sizes make(const NetworkFacts& facts) const;
};

}  // namespace trgen::synth
