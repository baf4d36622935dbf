// SPDX-License-Identifier: Apache-2.0
// Recursive halving of a buffer among a power of two of ranks: after step k, a rank has one of 2^(k+1) windows of it.
//
// At step k a rank exchanges with the rank whose number differs in one bit: it keeps one half of its window and gives
// the other away. The windows define the place of that half; they differ in how they round.
#pragma once

#include <cstdint>

#include "trgen/programs/collectives/ranks.hpp"
#include "trgen/programs/collectives/split.hpp"

namespace trgen::programs::collectives {

struct Window {
  std::uint64_t at = 0;
  std::uint64_t bytes = 0;
};

/// Windows with distance 1 first, exchanging half the buffer; the buffer is divided into 2^steps blocks.
template <class Split>
class WindowsOf {
 public:
  WindowsOf(const Call& call, std::uint32_t steps) : split_(call.bytes, call.element, 1U << steps), steps_(steps) {}

  static std::uint32_t bit(std::uint32_t step, std::uint32_t /*steps*/) { return 1U << step; }
  /// The window that the rank with this number has after `step` steps.
  Window window(std::uint32_t number, std::uint32_t step) const {
    const std::uint32_t first = mirror(number & ((1U << step) - 1), steps_);
    const std::uint32_t count = 1U << (steps_ - step);
    return {split_.begin(first), split_.bytes(first, first + count)};
  }

 private:
  Split split_;
  std::uint32_t steps_;
};

/// Windows whose first blocks may be an element longer. Source: MPICH 4, reduce_intra_reduce_scatter_gather and
/// allreduce_intra_reduce_scatter_allgather.
using BlockWindows = WindowsOf<EvenSplit>;
/// Windows whose last block has the remainder. Source: SimGrid 3.32, allreduce rab_rdb.
using RestWindows = WindowsOf<RestSplit>;

/// Windows with distance 1 first; each is cut in the middle, the upper half an element longer where its count is odd.
/// Source: Open MPI 4.1, reduce_intra_redscat_gather and allreduce_intra_redscat_allgather.
class CutWindows {
 public:
  CutWindows(const Call& call, std::uint32_t /*steps*/) : call_(call) {}

  static std::uint32_t bit(std::uint32_t step, std::uint32_t /*steps*/) { return 1U << step; }
  Window window(std::uint32_t number, std::uint32_t step) const {
    std::uint64_t at = 0;
    std::uint64_t count = elements(call_.bytes, call_.element);
    bool last = true;
    for (std::uint32_t i = 0; i < step; ++i) {
      const std::uint64_t lower = count / 2;
      const bool up = (number >> i & 1U) != 0;
      at += up ? lower : 0;
      count = up ? count - lower : lower;
      last = last && up;
    }
    const std::uint64_t rest = last ? call_.bytes % call_.element : 0;
    return {at * call_.element, count * call_.element + rest};
  }

 private:
  const Call& call_;
};

/// Windows with distance P/2 first, so that they are in the order of ranks.
class FarWindows {
 public:
  FarWindows(const Call& call, std::uint32_t steps) : split_(call.bytes, call.element, 1U << steps), steps_(steps) {}

  static std::uint32_t bit(std::uint32_t step, std::uint32_t steps) { return 1U << (steps - 1 - step); }
  Window window(std::uint32_t number, std::uint32_t step) const {
    const std::uint32_t count = 1U << (steps_ - step);
    const std::uint32_t first = number & ~(count - 1);
    return {split_.begin(first), split_.bytes(first, first + count)};
  }

 private:
  EvenSplit split_;
  std::uint32_t steps_;
};

}  // namespace trgen::programs::collectives
