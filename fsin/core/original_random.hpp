// SPDX-License-Identifier: Apache-2.0
// The generator behind rand() of the GNU C library, as an object: the original simulator draws from it.
//
// Additive feedback over 31 words: r[i] = r[i-3] + r[i-31] modulo 2^32, seeded by a multiplicative congruential
// generator; the first 310 sums are thrown away and a result is the upper 31 bits. Only for runs that must repeat the
// original bit by bit: its state makes every draw depend on all draws before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsin {

class OriginalRandom {
 public:
  static constexpr std::uint32_t max = 2147483647;  ///< RAND_MAX

  /// As srand(seed); a seed of 0 counts as 1.
  explicit OriginalRandom(std::uint32_t seed) {
    constexpr std::int64_t modulus = 2147483647;
    std::int64_t word = static_cast<std::int32_t>(seed == 0 ? 1 : seed);
    words_[0] = static_cast<std::uint32_t>(word);
    for (std::size_t i = 1; i < words_.size(); ++i) {
      word = word * 16807 % modulus;
      if (word < 0) word += modulus;
      words_[i] = static_cast<std::uint32_t>(word);
    }
    for (int i = 0; i < 310; ++i) next();
  }

  /// As rand(): 0..max.
  std::uint32_t next() {
    words_[back_] += words_[back_ >= 3 ? back_ - 3 : back_ + 28];
    const std::uint32_t sum = words_[back_];
    back_ = back_ == 30 ? 0 : back_ + 1;
    ++draws_;
    return sum >> 1U;
  }

  /// 0..n-1 as floor(n * rand() / (RAND_MAX + 1.0)).
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(n) * next()) >> 31U);
  }

  /// Number of draws since construction plus a constant: two runs that agree here have drawn equally often.
  std::uint64_t draws() const { return draws_; }

 private:
  std::array<std::uint32_t, 31> words_{};  // words_[back_] is r[i-31], to be replaced by r[i]
  std::size_t back_ = 3;                   // r[31..33] repeat r[0..2]
  std::uint64_t draws_ = 0;
};

}  // namespace fsin
