// SPDX-License-Identifier: Apache-2.0
// Binomial tree towards rank 0, the pattern of a reduce: at level n, ranks with r mod 2^(n+1) = 2^n send to r - 2^n.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct BinomialReduce {
  static constexpr std::string_view name = "binomial-reduce";
  static constexpr std::string_view doc = "reduce to rank 0 over a binomial tree";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) {
    return children(s, rank) + (rank != 0 ? 1 : 0);
  }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t, std::uint64_t index) {
    if (index < children(s, rank)) {
      return {false, rank + (std::uint32_t{1} << index), static_cast<std::int32_t>(index), s.bytes};
    }
    const int level = std::countr_zero(rank);
    return {true, rank - (std::uint32_t{1} << level), level, s.bytes};
  }

 private:
  static std::uint64_t children(const KernelSettings& s, std::uint32_t rank) {
    const int levels = rank == 0 ? 32 : std::countr_zero(rank);
    std::uint64_t count = 0;
    while (static_cast<int>(count) < levels && rank + (std::uint64_t{1} << count) < s.ranks) ++count;
    return count;
  }
};

}  // namespace trgen::kernels
