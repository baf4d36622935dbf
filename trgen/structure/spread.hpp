// SPDX-License-Identifier: Apache-2.0
// Times of which the distribution is kept, and not which time is whose: so many of each of a few values. They are
// drawn in an order that looks random, differs from event to event, and is always the same.
//
// A drawing gives each value exactly as often as the spread says, so that the sum is that of the spread. What comes
// when is decided by a permutation of the numbers 0 to n - 1: a Feistel cipher of four rounds on the smallest even
// number of bits that holds n - 1, repeated until the result is below n (cycle walking: J. Black and P. Rogaway,
// "Ciphers with Arbitrary Finite Domains", CT-RSA 2002). So ranks that draw at the same execution get times as if by
// chance, and none needs to know what the others got.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fsin/core/hash.hpp"

namespace trgen::structure {

struct Spread {
  struct Class {
    std::uint64_t times = 0;  ///< how often, over all draws
    std::int64_t value = 0;   ///< ns

    bool operator==(const Class&) const = default;
  };
  std::vector<Class> classes;  ///< values ascending

  bool operator==(const Spread&) const = default;
};

/// More values than this are no bounded number of classes.
inline constexpr std::size_t most_spread_classes = 64;
inline constexpr std::uint64_t most_draws = std::uint64_t{1} << 62;

/// Draws of a spread altogether; more than `most_draws` where they are too many.
std::uint64_t draws_of(const Spread& spread);

/// The sum of all draws, in ns.
double sum_of(const Spread& spread);

/// A spread that is drawn from.
class Drawing {
 public:
  /// `key`: of the order. The spread must have a draw, and `most_draws` at most.
  Drawing(const Spread& spread, std::uint64_t key);

  /// The value of a draw, numbered from 0.
  std::int64_t at(std::uint64_t number) const {
    if (values_.size() == 1) return values_.front();
    const std::uint64_t place = shuffled(number);
    std::size_t i = 0;
    while (place >= behind_[i]) ++i;
    return values_[i];
  }

 private:
  static constexpr unsigned rounds = 4;

  std::uint64_t shuffled(std::uint64_t number) const {
    do {
      std::uint64_t left = number >> half_, right = number & mask_;
      for (unsigned round = 0; round < rounds; ++round) {
        const std::uint64_t mixed = left ^ (fsin::scramble(right + keys_[round]) & mask_);
        left = right;
        right = mixed;
      }
      number = left << half_ | right;
    } while (number >= behind_.back());
    return number;
  }

  std::vector<std::uint64_t> behind_;  ///< by class: draws of it and of those before
  std::vector<std::int64_t> values_;
  std::array<std::uint64_t, rounds> keys_{};
  std::uint64_t mask_ = 0;
  unsigned half_ = 0;
};

}  // namespace trgen::structure
