// SPDX-License-Identifier: Apache-2.0
// The multipartition of BT and SP: p * p ranks of which each has p cells of a grid of p * p * p cells, one in each
// plane of every direction, so that a sweep keeps all ranks busy.
//
// Cell c of rank (i, j) = (rank mod p, rank / p) is at (i + c, j - c, c) mod p.
// Source: NPB 3.3.1, BT/make_set.f and BT/define.f; R. Van der Wijngaart, "Efficient implementation of a 3-dimensional
// ADI method on the iPSC/860", SC 1993.
#pragma once

#include <array>
#include <cstdint>

namespace trgen::programs::npb {

class Multipartition {
 public:
  /// Partition of `points` points in each direction over p * p ranks.
  Multipartition(std::uint32_t p, std::uint64_t points) : p_(p), points_(points) {}

  std::uint32_t p() const { return p_; }
  std::uint64_t points() const { return points_; }

  using Cell = std::array<std::uint32_t, 3>;

  Cell cell(std::uint32_t rank, std::uint32_t c) const { return {(rank % p_ + c) % p_, (rank / p_ + p_ - c) % p_, c}; }

  /// The cell of a rank in a plane of direction 0 to 2.
  Cell slice(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane) const {
    const std::uint32_t i = rank % p_;
    const std::uint32_t j = rank / p_;
    if (direction == 0) return cell(rank, (plane + p_ - i) % p_);
    if (direction == 1) return cell(rank, (j + p_ - plane) % p_);
    return cell(rank, plane);
  }

  /// Points of a cell in a direction, by its place in it.
  std::uint64_t extent(std::uint32_t place) const { return points_ / p_ + (place < points_ % p_ ? 1 : 0); }

  /// Points without those on the boundary of the whole problem.
  std::uint64_t interior(std::uint32_t place) const {
    return extent(place) - (place == 0 ? 1 : 0) - (place == p_ - 1 ? 1 : 0);
  }

  std::uint32_t successor(std::uint32_t rank, std::uint32_t direction) const {
    const std::uint32_t i = rank % p_;
    const std::uint32_t j = rank / p_;
    if (direction == 0) return (i + 1) % p_ + p_ * j;
    const std::uint32_t next = p_ * ((j + 1) % p_);
    return direction == 1 ? i + next : (i + p_ - 1) % p_ + next;
  }

  std::uint32_t predecessor(std::uint32_t rank, std::uint32_t direction) const {
    const std::uint32_t i = rank % p_;
    const std::uint32_t j = rank / p_;
    if (direction == 0) return (i + p_ - 1) % p_ + p_ * j;
    const std::uint32_t before = p_ * ((j + p_ - 1) % p_);
    return direction == 1 ? i + before : (i + 1) % p_ + before;
  }

  /// Points on the faces that a rank sends in a direction: upwards those of all its cells but the last of the row of
  /// cells, downwards those of all but the first.
  std::uint64_t faces(std::uint32_t rank, std::uint32_t direction, bool up) const;

 private:
  std::uint32_t p_;
  std::uint64_t points_;
};

}  // namespace trgen::programs::npb
