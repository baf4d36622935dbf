// SPDX-License-Identifier: Apache-2.0
// Gather, gatherv, scatter and scatterv between the root and each rank directly. The variants with blocks that differ
// leave out empty blocks.
//
// Sources: MPICH 4 gatherv_allcomm_linear and scatterv_allcomm_linear (all at once); Open MPI 4.1 coll_base_gather,
// coll_base_scatter, coll/basic (one after another, and with a signal to each sender).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/ranks.hpp"

namespace trgen::programs::collectives {

struct Gathers {
  static constexpr std::array kinds{Kind::gather, Kind::gather_v};
};
struct Scatters {
  static constexpr std::array kinds{Kind::scatter, Kind::scatter_v};
};

/// Adds the message between the root and `rank`, as seen by the root or the rank.
inline void add_block(const Call& call, std::uint32_t peer, Role role, std::uint32_t rank, Round& out) {
  const bool skips = call.kind == Kind::gather_v || call.kind == Kind::scatter_v;
  if (!skips || block_of(call, rank) > 0) out.blocks(peer, role, call, rank, 1);
}

/// The i-th rank besides the root.
inline std::uint32_t other_rank(const Call& call, std::uint32_t i) { return i < call.root ? i : i + 1; }

template <bool gathers, bool at_once>
struct LinearRooted : FitsAll {
  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return v == call.root && !at_once ? call.size - 1 : 1;
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    constexpr Role of_root = gathers ? Role::receive : Role::send;
    constexpr Role of_others = gathers ? Role::send : Role::receive;
    if (v != call.root) return add_block(call, call.root, of_others, v, out);
    const std::uint32_t end = at_once ? call.size - 1 : number + 1;
    for (std::uint32_t i = number; i < end; ++i) {
      const std::uint32_t peer = other_rank(call, i);
      add_block(call, peer, of_root, peer, out);
    }
  }
};

struct LinearGather : Gathers, LinearRooted<true, true> {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "the root starts all receives at once, in the order of ranks";
  static constexpr std::string_view source = "MPICH 4, gatherv_allcomm_linear";
};

struct OrderedGather : Gathers, LinearRooted<true, false> {
  static constexpr std::string_view name = "linear-in-order";
  static constexpr std::string_view doc = "the root receives from one rank after another";
  static constexpr std::string_view source = "Open MPI 4.1, gather_intra_basic_linear and coll_basic_gatherv";
};

struct LinearScatter : Scatters, LinearRooted<false, true> {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view doc = "the root starts all sends at once, in the order of ranks";
  static constexpr std::string_view source = "MPICH 4, scatterv_allcomm_linear; Open MPI 4.1, scatter_intra_linear_nb";
};

struct OrderedScatter : Scatters, LinearRooted<false, false> {
  static constexpr std::string_view name = "linear-in-order";
  static constexpr std::string_view doc = "the root sends to one rank after another";
  static constexpr std::string_view source = "Open MPI 4.1, scatter_intra_basic_linear and coll_basic_scatterv";
};

/// The root asks one rank after another for its first segment; the rests come as they may.
struct SyncGather : FitsAll {
  static constexpr std::array kinds{Kind::gather};
  static constexpr std::string_view name = "linear-sync";
  static constexpr std::string_view doc =
      "the root signals to one rank after another, which then sends its first segment, and the rest in a second "
      "message";
  static constexpr std::string_view source = "Open MPI 4.1, gather_intra_linear_sync";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return v == call.root ? call.size : 3; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint64_t first = first_segment(call);
    if (v != call.root) {
      if (number == 0) return out.signal(call.root, Role::receive);
      return out.part(call.root, Role::send, number == 1 ? 0 : first, number == 1 ? first : call.bytes - first, v);
    }
    if (number < call.size - 1) {
      const std::uint32_t peer = other_rank(call, number);
      out.part(peer, Role::receive, 0, first, peer);
      out.signal(peer, Role::send);
      return;
    }
    for (std::uint32_t i = 0; i + 1 < call.size; ++i) {
      const std::uint32_t peer = other_rank(call, i);
      out.part(peer, Role::receive, first, call.bytes - first, peer);
    }
  }

  static std::uint64_t first_segment(const Call& call) {
    const std::uint64_t segment = call.tuning.segment;
    return segment < call.element || segment >= call.bytes ? call.bytes : segment / call.element * call.element;
  }
};

/// As SyncGather; the root starts the receive of each second message before it waits for the first one.
struct AheadSyncGather : FitsAll {
  static constexpr std::array kinds{Kind::gather};
  static constexpr std::string_view name = "linear-sync-ahead";
  static constexpr std::string_view doc =
      "as linear-sync, with both receives from a rank started before the first is waited for";
  static constexpr std::string_view source = "SimGrid 3.32, gather ompi_linear_sync";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return v == call.root ? 2 * call.size - 1 : 3; }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    if (v != call.root) return SyncGather::round(call, v, number, out);
    if (number == 2 * call.size - 2) return out.settle(1, call.size - 1);
    const std::uint64_t first = SyncGather::first_segment(call);
    const std::uint32_t peer = other_rank(call, number / 2);
    if (number % 2 == 0) {
      out.open(0, peer, Role::receive, 0, first, peer);
      return out.signal(peer, Role::send);
    }
    out.open(1 + number / 2, peer, Role::receive, first, call.bytes - first, peer);
    out.settle(0);
  }
};

}  // namespace trgen::programs::collectives
