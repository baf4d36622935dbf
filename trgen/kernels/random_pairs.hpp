// SPDX-License-Identifier: Apache-2.0
// Random pairs, after GUPS: in each iteration every rank sends to one rank and receives from one, drawn anew. The ranks
// stand in a random ring (a keyed permutation of them) and each sends to its successor, so nobody sends to itself and
// the draws of sender and receiver agree. Sizes are drawn too, uniformly in 0 .. 2 x bytes. The permutation is a
// four-round Feistel network over Philox, walked until it falls within the ranks: M. Luby, C. Rackoff, SIAM J. Comput.
// 17 (1988); J. Black, P. Rogaway, CT-RSA 2002 (cycle walking).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct RandomPairs {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "in each iteration a random partner to send to, with sizes in 0 .. 2 x bytes";
  static constexpr bool draws = true;

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings&, std::uint32_t) { return 2; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index);
};

}  // namespace trgen::kernels
