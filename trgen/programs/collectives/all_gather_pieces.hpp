// SPDX-License-Identifier: Apache-2.0
// Allgatherv round a ring in which long blocks go in pieces, and empty ones not at all.
//
// The sends and the receives of a rank are two streams of pieces that advance together: where blocks differ in their
// number of pieces, a rank sends a piece of one block while it receives a later piece of another. Source: MPICH 4,
// allgatherv_intra_ring, with pieces of 32 KiB.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "trgen/programs/collectives/algorithm.hpp"
#include "trgen/programs/collectives/ranks.hpp"
#include "trgen/programs/collectives/split.hpp"

namespace trgen::programs::collectives {

struct PiecesAllGather : FitsAll {
  static constexpr std::array kinds{Kind::all_gather_v, Kind::all_gather};
  static constexpr std::string_view name = "ring-in-pieces";
  static constexpr std::string_view doc =
      "each block goes round the ring in pieces: of 32 KiB where segment is not set; empty blocks are not sent";
  static constexpr std::string_view source = "MPICH 4, allgatherv_intra_ring";

  static std::uint32_t rounds(const Call& call, std::uint32_t v) {
    const std::uint32_t last = call.size - 1;
    return std::max(pieces(call, v, last), pieces(call, minus(v, 1, call.size), last));
  }
  static void round(const Call& call, std::uint32_t v, std::uint32_t number, Round& out) {
    const std::uint32_t before = minus(v, 1, call.size);
    add(call, before, before, Role::receive, number, out);
    add(call, v, plus(v, 1, call.size), Role::send, number, out);
  }

 private:
  static std::uint64_t piece(const Call& call) {
    const std::uint64_t segment = call.tuning.segment == 0 ? 32768 : call.tuning.segment;
    if (call.largest <= segment) return std::max<std::uint64_t>(call.largest, 1);
    return piece_size(call.largest, call.element, segment / call.element * call.element);
  }
  static std::uint32_t pieces_of(std::uint64_t bytes, std::uint64_t piece) {
    return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes + piece - 1) / piece);
  }
  /// Number of pieces of `count` blocks, from `first` on downwards. An empty block takes a turn too.
  static std::uint32_t pieces(const Call& call, std::uint32_t first, std::uint32_t count) {
    const std::uint64_t each = piece(call);
    if (call.blocks == nullptr) return count * pieces_of(call.bytes, each);
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) sum += pieces_of(block_of(call, minus(first, i, call.size)), each);
    return sum;
  }
  /// Adds piece `number` of the blocks from `first` on downwards, if the P - 1 blocks that pass have as many.
  static void add(const Call& call, std::uint32_t first, std::uint32_t peer, Role role, std::uint32_t number,
                  Round& out) {
    const std::uint64_t each = piece(call);
    std::uint32_t passed = 0;
    if (call.blocks == nullptr) {
      passed = number / pieces_of(call.bytes, each);
      number %= pieces_of(call.bytes, each);
    } else {
      for (; passed < call.size - 1; ++passed) {
        const std::uint32_t here = pieces_of(block_of(call, minus(first, passed, call.size)), each);
        if (number < here) break;
        number -= here;
      }
    }
    if (passed >= call.size - 1) return;
    const std::uint32_t block = minus(first, passed, call.size);
    const std::uint64_t at = number * each;
    const std::uint64_t bytes = std::min(each, block_of(call, block) - at);
    if (bytes > 0) out.part(peer, role, at, bytes, block);
  }
};

}  // namespace trgen::programs::collectives
