// SPDX-License-Identifier: Apache-2.0
// Recursive doubling over any number of ranks: at distance 2^k, ranks exchange what their groups of 2^k ranks have;
// where a group is cut short by the end of the ranks, those without a partner get the data from ranks of their own
// group that had one, over a tree.
//
// Source: MPICH 4, the recursive doubling of bcast, allgather and reduce_scatter; Open MPI 4.1 does the same.
#pragma once

#include <cstdint>

namespace trgen::programs::collectives {

/// A step of a rank: an exchange with `peer`, or one message that passes on the data of `group`.
struct DoublingStep {
  enum class Kind : std::uint8_t { exchange, pass_on, take } kind;
  std::uint32_t peer;
  std::uint32_t mine;   ///< first rank of the own group of `width` ranks
  std::uint32_t other;  ///< first rank of the group whose data come in this step
  std::uint32_t width;
};

/// Calls visit(step) for each step of rank r of `size`, in order.
template <class Visit>
void doubling_steps(std::uint32_t size, std::uint32_t r, const Visit& visit) {
  for (std::uint32_t width = 1; width < size; width *= 2) {
    const std::uint32_t peer = r ^ width;
    const std::uint32_t mine = r & ~(width - 1);
    const std::uint32_t other = peer & ~(width - 1);
    if (peer < size) visit(DoublingStep{DoublingStep::Kind::exchange, peer, mine, other, width});
    if (other + width <= size || other >= size) continue;
    const std::uint32_t served = size - other;  // ranks of the own group that have a partner
    for (std::uint32_t half = width / 2; half > 0; half /= 2) {
      const std::uint32_t near = r ^ half;
      const std::uint32_t have = (r & ~(2 * half - 1)) + served;  // as many from the start of this part of the group
      if (near > r && r < have && near >= have) {
        visit(DoublingStep{DoublingStep::Kind::pass_on, near, mine, other, width});
      } else if (near < r && near < have && r >= have) {
        visit(DoublingStep{DoublingStep::Kind::take, near, mine, other, width});
      }
    }
  }
}

}  // namespace trgen::programs::collectives
