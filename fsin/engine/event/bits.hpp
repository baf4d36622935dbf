// SPDX-License-Identifier: Apache-2.0
// Masks of any number of bits, in words of 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace fsin::engine::event {

constexpr std::uint64_t bit(unsigned i) { return 1ULL << (i % 64); }

/// Calls use(i) for every set bit i of a word.
template <class Use>
inline void for_each_bit(std::uint64_t word, Use use) {
  for (; word != 0; word &= word - 1) use(static_cast<unsigned>(std::countr_zero(word)));
}

/// The bits first .. first + n - 1 of a mask, as far as they are in word `word`.
constexpr std::uint64_t bits_of(unsigned first, unsigned n, unsigned word) {
  const unsigned begin = std::max(first, word * 64), end = std::min(first + n, word * 64 + 64);
  return begin < end ? ~0ULL >> (64 - (end - begin)) << (begin - word * 64) : 0;
}

/// The bits first .. first + n - 1, n at most 32, of a mask whose words are word(0), word(1) and so on.
template <class Word>
inline unsigned field(Word word, unsigned first, unsigned n) {
  const unsigned shift = first % 64;
  std::uint64_t bits = word(first / 64) >> shift;
  if (shift + n > 64) bits |= word(first / 64 + 1) << (64 - shift);
  return static_cast<unsigned>(bits & ((1ULL << n) - 1));
}

}  // namespace fsin::engine::event
