// SPDX-License-Identifier: Apache-2.0
// Collectives of the records as actions of time-independent traces.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "trgen/formats/ti/actions.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::ti {

class Collectives {
 public:
  explicit Collectives(const record::TraceSource& trace);

  /// Appends `<rank> <action> <arguments>` for a state that holds the facts of a collective. False: there is no such
  /// action, or it is not of all ranks.
  bool append(fmt::memory_buffer& text, std::uint32_t rank, const record::Record& record);

  void report(record::Losses& losses) const;

 private:
  void arguments(fmt::memory_buffer& text, Op op, std::uint32_t rank, const record::Record& record);
  void vector_arguments(fmt::memory_buffer& text, Op op, std::uint32_t root, const record::Record& record);
  /// The share of one rank where all have the same.
  std::uint64_t share(std::uint64_t bytes);
  /// A share for each rank, with a blank before it; together they are `bytes`.
  void shares(fmt::memory_buffer& text, std::uint64_t bytes);

  std::uint64_t ranks_;
  std::vector<const Action*> actions_;  ///< by state
  std::vector<std::uint32_t> world_;    ///< communicators of all ranks, sorted
  std::uint64_t remainders_ = 0;
  std::uint64_t vectors_ = 0;
  std::uint64_t nonblocking_ = 0;
  std::uint64_t of_some_ranks_ = 0;
};

}  // namespace trgen::formats::ti
