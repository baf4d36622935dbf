// SPDX-License-Identifier: Apache-2.0
// A set of small numbers, of which the lowest from a number on is found in a few steps, however many there are: a bit
// for each number, and above each level of words a bit for each word that is not 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsin::workload {

class NumberSet {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  /// An empty set of numbers 0 .. numbers-1.
  explicit NumberSet(std::size_t numbers = 0) {
    for (std::size_t bits = numbers; bits > 0; bits = words_of(bits)) {
      levels_.emplace_back(words_of(bits));
      if (bits <= 64) break;
    }
  }

  void insert(std::uint32_t number) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[number / 64];
      const bool was_empty = word == 0;
      word |= bit(number);
      if (!was_empty) return;
      number /= 64;
    }
  }
  void erase(std::uint32_t number) {
    for (auto& level : levels_) {
      std::uint64_t& word = level[number / 64];
      word &= ~bit(number);
      if (word != 0) return;
      number /= 64;
    }
  }

  /// The lowest number of the set that is at least `from`; `none` where there is none.
  std::uint32_t lowest(std::uint32_t from) const {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      const std::size_t at = from / 64;
      if (at >= levels_[level].size()) return none;
      const std::uint64_t word = levels_[level][at] & (~std::uint64_t{0} << (from % 64));
      if (word != 0) return descend(level, static_cast<std::uint32_t>(at * 64) + lowest_bit(word));
      from = static_cast<std::uint32_t>(at) + 1;
    }
    return none;
  }

 private:
  static std::size_t words_of(std::size_t bits) { return (bits + 63) / 64; }
  static std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << (number % 64); }
  static std::uint32_t lowest_bit(std::uint64_t word) { return static_cast<std::uint32_t>(std::countr_zero(word)); }

  /// The lowest number of the set below this one of a level.
  std::uint32_t descend(std::size_t level, std::uint32_t number) const {
    while (level-- > 0) number = number * 64 + lowest_bit(levels_[level][number]);
    return number;
  }

  std::vector<std::vector<std::uint64_t>> levels_;  ///< the numbers first
};

}  // namespace fsin::workload
