// SPDX-License-Identifier: Apache-2.0
// Scan and exclusive scan.
//
// Sources: MPICH 4 scan_intra_recursive_doubling, exscan_intra_recursive_doubling; Open MPI 4.1 coll_base_scan and
// coll_base_exscan, linear.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/listed.hpp"

namespace trgen::programs::collectives {

struct Scans : FitsAll {
  static constexpr std::array kinds{Kind::scan, Kind::exclusive_scan};
};

struct DoublingScan : Scans, Listed<DoublingScan> {
  static constexpr std::string_view name = "recursive-doubling";
  static constexpr std::string_view doc =
      "ranks exchange what their group has reduced at distance 1, 2, 4, ...; those of the upper group add it to theirs";
  static constexpr std::string_view source =
      "MPICH 4, scan_intra_recursive_doubling and exscan_intra_recursive_doubling";

  template <class Visit>
  static void list(const Call& call, std::uint32_t v, const Visit& visit) {
    for (std::uint32_t mask = 1; mask < call.size; mask *= 2) {
      const std::uint32_t peer = v ^ mask;
      if (peer >= call.size) continue;
      visit([&](Round& out) {
        out.part(peer, Role::reduce, 0, call.bytes);
        out.part(peer, Role::send, 0, call.bytes);
        if (peer < v) out.reduce_more(call.bytes);  // into the result and into what is passed on
      });
    }
  }
};

struct LinearScan : Scans {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "each rank receives from the one before, adds its own, and sends to the next";
  static constexpr std::string_view source = "Open MPI 4.1, scan_intra_linear and exscan_intra_linear";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return (v == 0 ? 0 : 1) + (v + 1 == call.size ? 0 : 1);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (v != 0 && number == 0) return out.part(v - 1, Role::reduce, 0, call.bytes);
    out.part(v + 1, Role::send, 0, call.bytes);
  }
};

struct DirectScan : Scans {
  static constexpr std::string_view name = "direct";
  static constexpr std::string_view doc = "each rank sends its vector to all higher ranks at once";
  static constexpr std::string_view source = "SimGrid 3.32, scan and exscan, as observed";

  static std::uint32_t rounds(const Call&, std::uint32_t) { return 1; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t, Round& out) {
    for (std::uint32_t peer = v; peer-- > 0;) out.part(peer, Role::reduce, 0, call.bytes);
    for (std::uint32_t peer = v + 1; peer < call.size; ++peer) out.part(peer, Role::send, 0, call.bytes);
  }
};

}  // namespace trgen::programs::collectives
