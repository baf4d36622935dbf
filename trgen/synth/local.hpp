// SPDX-License-Identifier: Apache-2.0
// The original simulator's local traffic: in every dimension of k nodes the destination lies, modulo k, with
// probability 1/2 at an offset of -1, 0 or 1, with 1/4 at one of 2 or 3, with 1/8 at one of 4 to 7, either way, and
// otherwise anywhere. If the result is the source itself, everything is drawn again. At a switch of several nodes each
// is equally likely.
#pragma once

#include "trgen/synth/bits.hpp"

namespace trgen::synth {

struct LocalParams {
  static constexpr std::string_view name = "local";
  static constexpr std::string_view doc =
      "near nodes more often: in every dimension half of the offsets are at most 1, a quarter 2 or 3, an eighth 4 to 7";
  static constexpr std::string_view cite = "";

  template <class F>
  void fields(F&) {}

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
