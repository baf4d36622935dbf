// SPDX-License-Identifier: Apache-2.0
// The communicators of an archive that is being written: those of the trace's table, and one of all ranks for each
// number that the table lacks, or whose members do not fit a message.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// The number of an OTF2 communicator, and a rank in it.
struct Otf2Address {
  std::uint32_t communicator = 0;
  std::uint32_t rank = 0;
};

class Otf2Communicators {
 public:
  explicit Otf2Communicators(const record::TraceSource& trace);

  /// What rank `from` calls `to` in communicator `number`; `to` may be record::no_rank.
  Otf2Address address(std::uint32_t number, std::uint32_t from, std::uint32_t to);

  /// By OTF2 number: number in the trace, and index in notes().communicators, or `all` for all ranks.
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
  std::vector<Members> members_;                                             ///< of the table, by OTF2 number
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_number_;  ///< OTF2 numbers of the table
  std::unordered_map<std::uint32_t, std::uint32_t> of_all_;                  ///< OTF2 numbers of the others
};

}  // namespace trgen::formats
