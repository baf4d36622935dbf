// SPDX-License-Identifier: Apache-2.0
// Masks of any number of bits, in words of 64.
#pragma once

#include <bit>
#include <cstdint>

namespace fsin::engine::event {

constexpr std::uint64_t bit(unsigned i) { return 1ULL << (i % 64); }

/// Calls use(i) for every bit of a word.
template <class Use>
inline void for_each_bit(std::uint64_t word, Use use) {
  for (; word != 0; word &= word - 1) use(static_cast<unsigned>(std::countr_zero(word)));
}

}  // namespace fsin::engine::event
