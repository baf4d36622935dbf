// SPDX-License-Identifier: Apache-2.0
// Writes collectives of the records as actions of time-independent traces.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <vector>

#include "trgen/formats/ti/actions.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::ti {

class Collectives {
 public:
  /// `names`: of any communicator, with `comm=<number>`, its members in a line before its first use, and the element of
  /// a reduction. Where all numbers that the trace describes are even, as in captures, an odd one is the communicator
  /// of the number below.
  explicit Collectives(const record::TraceSource& trace, bool names = false);

  /// A new rank begins.
  void begin() { named_.clear(); }

  /// Appends `<rank> <action> <arguments>` for a state that has the facts of a collective. False when there is no such
  /// action, or the collective is not of all ranks.
  bool append(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record);

  void report(record::Losses& losses) const;

 private:
  void arguments(fmt::memory_buffer& text, Op op, std::uint32_t rank, const record::Record& record);
  void vector_arguments(fmt::memory_buffer& text, Op op, std::uint32_t root, const record::Record& record);
  /// The share of one rank, all shares being equal.
  std::uint64_t share(std::uint64_t bytes);
  /// Appends a share for each rank, with a blank before it; their sum is `bytes`.
  void shares(fmt::memory_buffer& text, std::uint64_t bytes);

  /// The members of the communicator of a collective that `rank` calls; null where they are not known.
  const std::vector<std::uint32_t>* members_of(std::uint32_t number, std::uint32_t rank) const;
  void element(fmt::memory_buffer& text, std::uint64_t bytes) const;

  const record::TraceSource& trace_;
  bool names_;
  bool contexts_;        ///< odd numbers are the communicators of the numbers below
  std::uint64_t ranks_;  ///< of the communicator of the collective
  std::set<std::uint32_t> named_;
  std::vector<const Action*> actions_;  ///< actions, by state
  std::vector<std::uint32_t> world_;    ///< communicators that consist of all ranks, in ascending order
  std::uint64_t remainders_ = 0;
  std::uint64_t vectors_ = 0;
  std::uint64_t nonblocking_ = 0;
  std::uint64_t of_some_ranks_ = 0;
};

}  // namespace trgen::formats::ti
