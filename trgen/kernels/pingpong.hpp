// SPDX-License-Identifier: Apache-2.0
// Ping-pong: ranks 0 and 1, 2 and 3, ... send a message there and back. With an odd number of ranks, the last one is
// idle.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct PingPong {
  static constexpr std::string_view name = "pingpong";
  static constexpr std::string_view doc = "even ranks send to rank+1, which answers";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) { return (rank ^ 1U) < s.ranks ? 2 : 0; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    return {(rank & 1U) == index, rank ^ 1U, iteration_tag(iteration), s.bytes};
  }
};

}  // namespace trgen::kernels
