// SPDX-License-Identifier: Apache-2.0
// An affine numbering of ranks: position p is rank first + step * (multiplier * p mod count).
//
// Strides and offsets within the positions are matters of a part (part.hpp), so that a grid in any order of its
// dimensions has multiplier 1.
#pragma once

#include <cstdint>
#include <vector>

namespace trgen::pattern {

class Numbering {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  /// `multiplier` and `count` have no common divisor; all ranks that result are below `ranks`.
  Numbering(std::uint32_t ranks, std::uint32_t first, std::uint32_t step, std::uint32_t count,
            std::uint32_t multiplier = 1);

  std::uint32_t count() const { return static_cast<std::uint32_t>(ranks_.size()); }
  std::uint32_t first() const { return first_; }
  std::uint32_t step() const { return step_; }
  std::uint32_t multiplier() const { return multiplier_; }
  std::uint32_t rank(std::uint32_t position) const { return ranks_[position]; }
  /// The position of a rank; `none` for a rank without one.
  std::uint32_t position(std::uint32_t rank) const { return positions_[rank]; }
  /// The same with another multiplier.
  Numbering times(std::uint32_t multiplier) const;
  /// Bits that say which of all numberings of as many positions this one is.
  double code_bits() const;

 private:
  std::uint32_t first_;
  std::uint32_t step_;
  std::uint32_t multiplier_;
  std::vector<std::uint32_t> ranks_;      ///< by position
  std::vector<std::uint32_t> positions_;  ///< by rank
};

/// The numberings that a set of ranks (ascending, not empty) suggests: the ranks from the first to the last in steps of
/// their greatest common divisor, and all ranks.
std::vector<Numbering> numberings_of(const std::vector<std::uint32_t>& active, std::uint32_t ranks);

/// The divisors of a number of 1 or more, ascending.
std::vector<std::uint32_t> divisors(std::uint32_t number);

}  // namespace trgen::pattern
