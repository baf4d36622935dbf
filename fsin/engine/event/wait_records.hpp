// SPDX-License-Identifier: Apache-2.0
// The records of waiting headers in the routers of one part of the network (network::WaitRecord). A router takes one
// when a first header begins to wait in it and gives it back when none waits any more, so that only congested routers
// pay for it. The record returned last is taken next: memory follows the number of routers in which headers wait at the
// same time, and a record that is taken is likely to be in the cache.
//
// Address space is reserved for as many records as there are routers, so that records never move and nothing is
// allocated while the run goes on.
#pragma once

#include <array>
#include <cstdint>

#include "fsin/core/bytes.hpp"
#include "fsin/network/arena.hpp"
#include "fsin/network/layout.hpp"

namespace fsin::engine::event {

/// Records of the routers of one kind.
class RecordPool {
 public:
  RecordPool(std::size_t routers, const network::RecordLayout& layout)
      : layout_(layout), arena_(routers * layout.stride), base_(arena_.data()) {}

  std::uint32_t take() {
    if (free_ == none) return used_++;
    const std::uint32_t record = free_;
    free_ = next_free(record);
    return record;
  }
  void give_back(std::uint32_t record) {
    next_free(record) = free_;
    free_ = record;
  }
  std::byte* at(std::uint32_t record) const { return base_ + record * std::size_t{layout_.stride}; }
  const network::RecordLayout& layout() const { return layout_; }

  /// Subtracts `by` from all ticks; those that would become negative become 0. All skipped requests have been
  /// reconstructed before.
  void shift_time(network::Tick by);
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  static constexpr std::uint32_t none = ~0U;
  std::uint32_t& next_free(std::uint32_t record) const { return *reinterpret_cast<std::uint32_t*>(at(record)); }

  network::RecordLayout layout_;
  network::Arena arena_;
  std::byte* base_;
  std::uint32_t used_ = 0;  ///< number of records that have ever been taken; they are the first ones
  std::uint32_t free_ = none;
};

/// Records of all routers of a part. Parts do not share a cache line, which would slow threads down.
class alignas(64) WaitRecords {
 public:
  /// Reserves records for the routers of each kind, with these layouts.
  WaitRecords(const std::array<std::size_t, 2>& routers, const network::RecordLayout& first,
              const network::RecordLayout& second)
      : pools_{RecordPool(routers[0], first), RecordPool(routers[1], second)} {}

  RecordPool& of_kind(unsigned kind) { return pools_[kind]; }
  const RecordPool& of_kind(unsigned kind) const { return pools_[kind]; }

  void shift_time(network::Tick by) {
    for (RecordPool& pool : pools_) pool.shift_time(by);
  }
  void save(ByteWriter& out) const {
    for (const RecordPool& pool : pools_) pool.save(out);
  }
  void load(ByteReader& in) {
    for (RecordPool& pool : pools_) pool.load(in);
  }

 private:
  std::array<RecordPool, 2> pools_;
};

}  // namespace fsin::engine::event
