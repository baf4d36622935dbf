// SPDX-License-Identifier: Apache-2.0
// Gather and scatter over a binomial tree: a rank passes on the blocks of its subtree in one message.
//
// Sources: MPICH 4 gather_intra_binomial and scatter_intra_binomial; Open MPI 4.1 sends the same messages; SimGrid 3.32
// scatter__ompi_binomial.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/trees.hpp"

namespace trgen::programs::collectives {

/// Ranks in the subtree of a rank other than the root.
inline std::uint32_t binomial_subtree(const Call& call, std::uint32_t r) {
  return std::min(r & (~r + 1), call.size - r);
}

struct BinomialGather : FitsAll {
  static constexpr std::array kinds{Kind::gather};
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "binomial tree, the nearest child first; each sends the blocks of its subtree";
  static constexpr std::string_view source = "MPICH 4, gather_intra_binomial; Open MPI 4.1 likewise";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    return LowBitTree::children(call, relative(call, v)) + (v == call.root ? 0 : 1);
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    if (number == LowBitTree::children(call, r)) {
      const std::uint32_t parent = real(call, LowBitTree::parent(call, r));
      return out.blocks(parent, Role::send, call, v, binomial_subtree(call, r));
    }
    const std::uint32_t child = r + (1U << number);
    out.blocks(real(call, child), Role::receive, call, real(call, child), binomial_subtree(call, child));
  }
};

struct BinomialScatter : FitsAll {
  static constexpr std::array kinds{Kind::scatter};
  static constexpr std::string_view name = "binomial";
  static constexpr std::string_view doc =
      "binomial tree, the farthest child first; each receives the blocks of its subtree";
  static constexpr std::string_view source = "MPICH 4, scatter_intra_binomial; Open MPI 4.1 likewise";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return BinomialGather::rounds(call, v); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    if (r != 0 && number == 0) {
      const std::uint32_t parent = real(call, LowBitTree::parent(call, r));
      return out.blocks(parent, Role::receive, call, v, binomial_subtree(call, r));
    }
    const std::uint32_t child = LowBitTree::child(call, r, number - (r == 0 ? 0 : 1));
    out.blocks(real(call, child), Role::send, call, real(call, child), binomial_subtree(call, child));
  }
};

struct NearestFirstScatter : FitsAll {
  static constexpr std::array kinds{Kind::scatter};
  static constexpr std::string_view name = "binomial-nearest-first";
  static constexpr std::string_view doc =
      "binomial tree, the nearest child first; each receives the blocks of its subtree";
  static constexpr std::string_view source = "SimGrid 3.32, scatter__ompi_binomial";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) { return BinomialGather::rounds(call, v); }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t r = relative(call, v);
    if (r != 0 && number == 0) return BinomialScatter::round(call, v, number, out);
    const std::uint32_t child = r + (1U << (number - (r == 0 ? 0 : 1)));
    out.blocks(real(call, child), Role::send, call, real(call, child), binomial_subtree(call, child));
  }
};

}  // namespace trgen::programs::collectives
