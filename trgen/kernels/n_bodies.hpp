// SPDX-License-Identifier: Apache-2.0
// N bodies on a ring: the token of each rank travels past half of the other ranks, and its result returns directly.
// Event 0 sends the own token; then P/2 - 1 times a token is received and forwarded; the last token is received, its
// result goes to its origin, and the own result is received. The n-th token received is that of (rank - n) mod P.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct NBodies {
  static constexpr std::string_view name = "n-bodies";
  static constexpr std::string_view doc =
      "tokens travel half-way round a ring; results return directly to their origin";

  static std::string check(const KernelSettings& s) {
    return s.ranks < 2 || s.ranks % 2 != 0 ? "needs an even number of ranks" : "";
  }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t) { return std::uint64_t{s.ranks} + 2; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t, std::uint64_t index) {
    const std::uint32_t next = (rank + 1) % s.ranks;
    const std::uint32_t before = (rank + s.ranks - 1) % s.ranks;
    const std::uint32_t opposite = (rank + s.ranks / 2) % s.ranks;
    if (index == 0) return {true, next, static_cast<std::int32_t>(rank), s.bytes};
    if (index == s.ranks) return {true, opposite, static_cast<std::int32_t>(opposite), s.bytes};
    if (index == std::uint64_t{s.ranks} + 1) return {false, opposite, static_cast<std::int32_t>(rank), s.bytes};
    const auto token = static_cast<std::uint32_t>((index + 1) / 2);
    const auto origin = static_cast<std::int32_t>((rank + s.ranks - token) % s.ranks);
    return index % 2 == 1 ? Event{false, before, origin, s.bytes} : Event{true, next, origin, s.bytes};
  }
};

}  // namespace trgen::kernels
