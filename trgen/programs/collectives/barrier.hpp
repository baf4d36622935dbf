// SPDX-License-Identifier: Apache-2.0
// Barriers: messages without data.
//
// Sources: MPICH 4 barrier_intra_dissemination; Open MPI 4.1 coll_base_barrier. Open MPI's are synchronous sends, whose
// acknowledgements are not modelled. D. Hensgen, R. Finkel, U. Manber, Two algorithms for barrier synchronization,
// Int. J. Parallel Programming 17, 1988 (dissemination).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/listed.hpp"
#include "trgen/programs/collectives/trees.hpp"

namespace trgen::programs::collectives {

struct Barriers : FitsAll {
  static constexpr std::array kinds{Kind::barrier};
};

struct DisseminationBarrier : Barriers {
  static constexpr std::string_view name = "dissemination";
  static constexpr std::string_view doc = "step k sends to rank + 2^k and receives from rank - 2^k; Open MPI's bruck";
  static constexpr std::string_view source = "MPICH 4, barrier_intra_dissemination; Open MPI 4.1, barrier_intra_bruck";

  static std::uint32_t rounds(const Call& call, std::uint32_t) { return log2_ceil(call.size); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    out.signal(minus(v, 1U << number, call.size), Role::receive);
    out.signal(plus(v, 1U << number, call.size), Role::send);
  }
};

struct LinearBarrier : Barriers {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "rank 0 receives from all, then sends to one after another";
  static constexpr std::string_view source = "Open MPI 4.1, barrier_intra_basic_linear";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return v == 0 ? call.size : 2; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (v != 0) return out.signal(0, number == 0 ? Role::send : Role::receive);
    if (number != 0) return out.signal(number, Role::send);
    for (std::uint32_t peer = 1; peer < call.size; ++peer) out.signal(peer, Role::receive);
  }
};

struct DoubleRingBarrier : Barriers {
  static constexpr std::string_view name = "double-ring";
  static constexpr std::string_view doc = "a token goes round the ring of ranks twice";
  static constexpr std::string_view source = "Open MPI 4.1, barrier_intra_doublering";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 4; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const bool receives = (number % 2 == 0) == (v != 0);
    if (receives) return out.signal(minus(v, 1, call.size), Role::receive);
    out.signal(plus(v, 1, call.size), Role::send);
  }
};

struct DoublingBarrier : Barriers, Listed<DoublingBarrier> {
  static constexpr std::string_view name = "recursive-doubling";
  static constexpr std::string_view doc =
      "ranks exchange at distance 1, 2, 4, ...; those above a power of two before and after with one below it";
  static constexpr std::string_view source = "Open MPI 4.1, barrier_intra_recursivedoubling";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    const std::uint32_t power = std::bit_floor(call.size);
    const auto exchange = [&](std::uint32_t peer) {
      visit([&](Round& out) {
        out.signal(peer, Role::receive);
        out.signal(peer, Role::send);
      });
    };
    if (v >= power) return exchange(v - power);
    const bool serves = v + power < call.size;
    if (serves) visit([&](Round& out) { out.signal(v + power, Role::receive); });
    for (std::uint32_t mask = 1; mask < power; mask *= 2) exchange(v ^ mask);
    if (serves) visit([&](Round& out) { out.signal(v + power, Role::send); });
  }
};

struct TwoProcBarrier : NeedsTwoRanks {
  static constexpr std::array kinds{Kind::barrier};
  static constexpr std::string_view name = "two-proc";
  static constexpr std::string_view doc = "two ranks exchange a message";
  static constexpr std::string_view source = "Open MPI 4.1, barrier_intra_two_procs";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call&, std::uint32_t v, std::uint32_t, Round& out) {
    out.signal(1 - v, Role::receive);
    out.signal(1 - v, Role::send);
  }
};

struct TreeBarrier : Barriers {
  static constexpr std::string_view name = "tree";
  static constexpr std::string_view doc = "up and down a binomial tree, the nearest child first on the way up";
  static constexpr std::string_view source = "Open MPI 4.1, barrier_intra_tree";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return 2 * (LowBitTree::children(call, v) + (v == 0 ? 0 : 1));
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t half = rounds(call, v) / 2;
    const bool up = number < half;
    const std::uint32_t turn = up ? number : rounds(call, v) - 1 - number;
    const bool to_parent = turn == LowBitTree::children(call, v);
    const std::uint32_t peer = to_parent ? LowBitTree::parent(call, v) : v + (1U << turn);
    out.signal(peer, up == to_parent ? Role::send : Role::receive);
  }
};

}  // namespace trgen::programs::collectives
