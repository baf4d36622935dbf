// SPDX-License-Identifier: Apache-2.0
// Butterfly, the pattern of an allreduce by recursive doubling: at level n, each rank exchanges a message with rank XOR
// 2^n.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct Butterfly {
  static constexpr std::string_view name = "butterfly";
  static constexpr std::string_view doc = "allreduce by recursive doubling: exchange with rank XOR 1, 2, 4, ...";

  static std::string check(const KernelSettings& s) {
    return s.ranks < 2 || !std::has_single_bit(s.ranks) ? "needs a power of two of ranks, 2 or more" : "";
  }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t) {
    return 2 * static_cast<std::uint64_t>(std::countr_zero(s.ranks));
  }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t, std::uint64_t index) {
    const auto level = static_cast<std::uint32_t>(index / 2);
    return {index % 2 == 0, rank ^ (std::uint32_t{1} << level), static_cast<std::int32_t>(level), s.bytes};
  }
};

}  // namespace trgen::kernels
