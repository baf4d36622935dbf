// SPDX-License-Identifier: Apache-2.0
// The buffers of all ranks of a collective, as symbols: what a message carries, and what it does where it arrives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/programs/collectives/call.hpp"
#include "trgen/programs/collectives/round.hpp"

namespace collectives_test {

using trgen::programs::collectives::Call;
using trgen::programs::collectives::Data;
using trgen::programs::collectives::Kind;
using trgen::programs::collectives::Role;
using trgen::programs::collectives::Transfer;

inline constexpr std::uint32_t none = 0xffffffff;
inline constexpr std::uint32_t spoilt = 0xfffffffe;  ///< of operands that are combined out of order

/// What a piece of a buffer contains: a multiset of ranks, all in lo .. hi - 1. Empty: count is 0.
struct Cell {
  std::uint64_t sum = 0;
  std::uint32_t count = 0;
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;
  std::uint32_t apart = none;  ///< the rank's own operand, where it waits for those between it and lo .. hi - 1

  bool operator==(const Cell&) const = default;
};

/// A run of cells, or of places of Bruck's buffer.
struct Extent {
  std::uint32_t begin;
  std::uint32_t end;
};

struct Payload {
  std::vector<Extent> extents;
  std::vector<Cell> cells;
};

class Buffers {
 public:
  /// `ordered`: operands of a reduction must be neighbours.
  Buffers(const Call& call, bool ordered);

  /// Before anything is executed: the borders of all data.
  void note(const Data& data);
  void start();

  Payload load(std::uint32_t v, const Transfer& send);
  /// `from` is the sender.
  void store(std::uint32_t v, const Transfer& receive, Payload payload);
  /// Faults of the rank at the end.
  void check(std::uint32_t v);

  const std::string& fault() const { return fault_; }

 private:
  struct Bytes {
    std::uint64_t begin;
    std::uint64_t end;
  };

  std::vector<Bytes> bytes_of(const Data& data) const;
  std::uint32_t cell_at(std::uint64_t byte) const;
  Cell combined(const Cell& mine, const Cell& other);
  void fail(std::uint32_t v, const std::string& what);
  std::uint32_t owner(std::uint32_t cell) const;
  bool starts_with(std::uint32_t v, std::uint32_t cell) const;
  Cell expected(std::uint32_t v, std::uint32_t cell) const;
  bool ends_with(std::uint32_t v, std::uint32_t cell) const;

  Call call_;
  bool pairs_;
  bool scans_;
  bool ordered_;
  std::vector<std::uint64_t> sums_;                  ///< of the symbols of ranks below
  std::vector<std::uint64_t> block_begin_;           ///< of each block, and the end
  std::vector<std::uint64_t> borders_;               ///< of cells
  std::vector<std::vector<Cell>> cells_;             ///< by rank
  std::vector<std::vector<Cell>> results_;           ///< by rank, of a scan
  std::vector<Payload> last_;                        ///< by rank: what the last receive brought
  std::vector<std::vector<std::uint32_t>> arrived_;  ///< by rank, of an alltoall: blocks by source
  std::string fault_;
};

}  // namespace collectives_test
