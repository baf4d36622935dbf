// SPDX-License-Identifier: Apache-2.0
// Draws for random test cases: a counter and a Philox stream keyed by the case number.
#pragma once

#include <initializer_list>

#include "fsin/core/rng.hpp"

namespace differential {

class Dice {
 public:
  explicit Dice(std::uint64_t number) : number_(number) {}

  std::uint32_t below(std::uint32_t n) {
    return fsin::scale_draw(fsin::philox({number_, fsin::Purpose::replication}, counter_++)[0], n);
  }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + below(static_cast<std::uint32_t>(values.size())));
  }

 private:
  std::uint64_t number_;
  std::uint64_t counter_ = 0;
};

}  // namespace differential
