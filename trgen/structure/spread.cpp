// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/spread.hpp"

#include <algorithm>
#include <bit>

namespace trgen::structure {

std::uint64_t draws_of(const Spread& spread) {
  std::uint64_t all = 0;
  for (const Spread::Class& each : spread.classes) all += std::min(each.times, most_draws + 1 - all);
  return all;
}

double sum_of(const Spread& spread) {
  double sum = 0;
  for (const Spread::Class& each : spread.classes)
    sum += static_cast<double>(each.times) * static_cast<double>(each.value);
  return sum;
}

Drawing::Drawing(const Spread& spread, std::uint64_t key) {
  std::uint64_t behind = 0;
  for (const Spread::Class& each : spread.classes) {
    behind += each.times;
    behind_.push_back(behind);
    values_.push_back(each.value);
  }
  half_ = (static_cast<unsigned>(std::bit_width(behind - 1)) + 1) / 2;
  mask_ = (std::uint64_t{1} << half_) - 1;
  for (unsigned round = 0; round < rounds; ++round)
    keys_[round] = fsin::scramble(key + (round + 1) * fsin::golden_ratio);
}

}  // namespace trgen::structure
