// SPDX-License-Identifier: Apache-2.0
// One call of a collective: everything that the choice of its algorithm and its messages depend on.
//
// Modelled: kind, size of the communicator, root, bytes (equal for all ranks, or by rank), size of an element, which
// bounds how finely a buffer can be split, and whether the operator commutes. Not modelled: derived datatypes with gaps
// (a buffer is its bytes), and several ranks per node.
#pragma once

#include <array>
#include <cstdint>

#include "trgen/programs/collective_kind.hpp"
#include "trgen/programs/collectives/library.hpp"

namespace trgen::programs::collectives {

/// Bytes of the blocks of a call whose blocks differ, by ranks of the communicator; collective_kind.hpp has their
/// meaning.
class BlockSizes {
 public:
  BlockSizes() = default;
  BlockSizes(const BlockSizes&) = delete;
  BlockSizes& operator=(const BlockSizes&) = delete;
  virtual ~BlockSizes() = default;

  virtual std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const = 0;
};

/// Parameters of algorithms. Each algorithm uses those that its description names and ignores the rest.
struct Tuning {
  std::uint64_t segment = 0;             ///< bytes of a segment of a pipeline; 0: the message whole
  std::uint32_t radix = 4;               ///< radix of a k-nomial tree: 2 or more
  std::uint32_t chains = 1;              ///< number of chains that begin at the root
  std::uint32_t batch = 32;              ///< partners at a time of a scattered alltoall; 0: all
  std::array<std::uint32_t, 4> torus{};  ///< ranks in each dimension; all 0: two dimensions, as square as may be

  bool operator==(const Tuning&) const = default;
};

struct Call {
  Kind kind = Kind::barrier;
  std::uint32_t size = 1;   ///< P, the size of the communicator
  std::uint32_t root = 0;   ///< a rank of the communicator
  std::uint64_t bytes = 0;  ///< by the rule of the kind; 0 where blocks differ
  std::uint32_t element = 8;
  bool commutative = true;
  bool in_place = false;
  Library library = Library::mpich;  ///< library whose tables choose the parts of composed algorithms
  Tuning tuning{};
  const BlockSizes* blocks = nullptr;  ///< sizes where blocks differ
  Kind sized_as = Kind::barrier;       ///< the kind whose rule `blocks` follows; set by complete()
  std::uint64_t total = 0;             ///< bytes of all blocks together; see complete()
  std::uint64_t largest = 0;           ///< bytes of the largest block
};

/// True when the blocks of a kind belong to one rank each; else the buffer is one block, or blocks belong to pairs.
constexpr bool has_rank_blocks(Kind kind) {
  switch (kind) {
    case Kind::gather:
    case Kind::gather_v:
    case Kind::scatter:
    case Kind::scatter_v:
    case Kind::all_gather:
    case Kind::all_gather_v:
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
      return true;
    default:
      return false;
  }
}

constexpr bool has_pair_blocks(Kind kind) { return kind == Kind::all_to_all || kind == Kind::all_to_all_v; }

/// True when a call may have blocks of its own size for each rank, or pair of ranks.
constexpr bool blocks_may_differ(Kind kind) {
  return kind == Kind::gather_v || kind == Kind::scatter_v || kind == Kind::all_gather_v ||
         kind == Kind::all_to_all_v || kind == Kind::reduce_scatter;
}

constexpr bool has_root(Kind kind) {
  return kind == Kind::broadcast || kind == Kind::reduce || kind == Kind::gather || kind == Kind::gather_v ||
         kind == Kind::scatter || kind == Kind::scatter_v;
}

constexpr bool is_reduction(Kind kind) {
  switch (kind) {
    case Kind::reduce:
    case Kind::all_reduce:
    case Kind::reduce_scatter:
    case Kind::reduce_scatter_block:
    case Kind::scan:
    case Kind::exclusive_scan:
      return true;
    default:
      return false;
  }
}

/// Bytes of the block of rank `rank`, for kinds with a block per rank.
inline std::uint64_t block_of(const Call& call, std::uint32_t rank) {
  if (call.blocks == nullptr) return call.bytes;
  switch (call.sized_as) {
    case Kind::gather_v:
      return call.blocks->bytes(rank, call.root);
    case Kind::scatter_v:
      return call.blocks->bytes(call.root, rank);
    default:
      return call.blocks->bytes(rank, rank);
  }
}

/// Bytes from `from` to `to`, for kinds with a block per pair.
inline std::uint64_t pair_block(const Call& call, std::uint32_t from, std::uint32_t to) {
  return call.blocks == nullptr ? call.bytes : call.blocks->bytes(from, to);
}

/// Bytes of `count` blocks from `first` on, cyclically. Linear in `count` where blocks differ.
inline std::uint64_t range_bytes(const Call& call, std::uint32_t first, std::uint32_t count) {
  if (call.blocks == nullptr) return count * call.bytes;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0, rank = first; i < count; ++i, rank = rank + 1 == call.size ? 0 : rank + 1) {
    sum += block_of(call, rank);
  }
  return sum;
}

/// Computes `total` and `largest`, which choice and algorithms use. Linear in P where blocks differ. No rank knows them
/// for gatherv, scatterv and alltoallv, whose algorithms need neither.
inline void sum_up(Call& call) {
  if (call.blocks == nullptr) {
    const bool by_rank = has_rank_blocks(call.kind) || has_pair_blocks(call.kind);
    call.total = by_rank ? call.size * call.bytes : call.bytes;
    call.largest = call.bytes;
    return;
  }
  call.total = call.largest = 1;
  if (call.kind != Kind::all_gather_v && call.kind != Kind::reduce_scatter) return;
  call.total = call.largest = 0;
  for (std::uint32_t rank = 0; rank < call.size; ++rank) {
    const std::uint64_t bytes = block_of(call, rank);
    call.total += bytes;
    if (bytes > call.largest) call.largest = bytes;
  }
}

/// True when all blocks have the size `largest`, as the call says them or one by one; after sum_up().
constexpr bool has_equal_blocks(const Call& call) {
  return call.blocks == nullptr || call.largest * call.size == call.total;
}

/// Completes a call, whose other members are set, for the algorithms.
inline void complete(Call& call) {
  call.sized_as = call.kind;
  sum_up(call);
}

/// True when there are no data to move: libraries then send no messages, except in a barrier.
inline bool is_empty(const Call& call) { return call.size < 2 || (call.kind != Kind::barrier && call.total == 0); }

}  // namespace trgen::programs::collectives
