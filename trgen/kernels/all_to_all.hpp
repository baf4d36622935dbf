// SPDX-License-Identifier: Apache-2.0
// All-to-all, all-to-one and one-to-all, without a tree: first all sends, then all receives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct AllToAll {
  static constexpr std::string_view name = "all-to-all";
  static constexpr std::string_view doc = "send to rank+1, rank+2, ... (mod ranks), then receive in the same order";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t) { return 2 * (std::uint64_t{s.ranks} - 1); }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const std::uint64_t others = s.ranks - 1;
    const std::uint64_t distance = index % others + 1;
    return {index < others, static_cast<std::uint32_t>((rank + distance) % s.ranks), iteration_tag(iteration), s.bytes};
  }
};

struct AllToOne {
  static constexpr std::string_view name = "all-to-one";
  static constexpr std::string_view doc = "every rank sends to rank 0";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) { return rank == 0 ? s.ranks - 1 : 1; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    return {rank != 0, rank == 0 ? static_cast<std::uint32_t>(index + 1) : 0, iteration_tag(iteration), s.bytes};
  }
};

struct OneToAll {
  static constexpr std::string_view name = "one-to-all";
  static constexpr std::string_view doc = "rank 0 sends to every rank";

  static std::string check(const KernelSettings& s) { return AllToOne::check(s); }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) { return AllToOne::events(s, rank); }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    Event mirrored = AllToOne::event(s, rank, iteration, index);
    mirrored.is_send = !mirrored.is_send;
    return mirrored;
  }
};

}  // namespace trgen::kernels
