// SPDX-License-Identifier: Apache-2.0
// Ring: every rank sends to the next and receives from the one before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct Ring {
  static constexpr std::string_view name = "ring";
  static constexpr std::string_view doc = "send to rank+1, receive from rank-1 (mod ranks)";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings&, std::uint32_t) { return 2; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const std::uint32_t peer = index == 0 ? (rank + 1) % s.ranks : (rank + s.ranks - 1) % s.ranks;
    return {index == 0, peer, iteration_tag(iteration), s.bytes};
  }
};

}  // namespace trgen::kernels
