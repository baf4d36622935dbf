// SPDX-License-Identifier: Apache-2.0
// Ranks as a communicator numbers them, for formats that write them so: in a communicator of the trace's table, or, for
// a number that the table lacks or whose members do not fit a message, in a substitute that contains all ranks.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// A communicator, as an index of an entry, and a rank in it.
struct RankAddress {
  std::uint32_t communicator = 0;
  std::uint32_t rank = 0;
};

class RankAddresses {
 public:
  explicit RankAddresses(const record::TraceSource& trace);

  /// The number of rank `to` in communicator `number`, for a message of rank `from`; `to` may be record::no_rank.
  RankAddress address(std::uint32_t number, std::uint32_t from, std::uint32_t to);

  /// Number in the trace, and index in notes().communicators, or `all` for all ranks. The entries of the table come
  /// first; the others are added when address() needs them.
  struct Entry {
    std::uint32_t number;
    std::size_t table;
  };
  static constexpr std::size_t all = SIZE_MAX;
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  struct Members {
    bool identity = false;                                       ///< ranks 0, 1, 2 ...: a rank is its own index
    std::vector<std::pair<std::uint32_t, std::uint32_t>> index;  ///< rank and its index, sorted by rank
    std::uint32_t size = 0;
  };

  static constexpr std::uint32_t none = 0xffffffff;
  static std::uint32_t index_in(const Members& members, std::uint32_t rank);

  std::vector<Entry> entries_;
  std::vector<Members> members_;                                             ///< of the table, by entry
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_number_;  ///< entries of the table, by number
  std::unordered_map<std::uint32_t, std::uint32_t> of_all_;                  ///< entries of the substitutes, by number
};

}  // namespace trgen::formats
