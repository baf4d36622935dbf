// SPDX-License-Identifier: Apache-2.0
// The communicators of a trace as CLOG-2 numbers their ranks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats::clog2 {

/// Memory: the members that the trace describes, and the pairs of rank and communicator of messages in the others.
class Communicators {
 public:
  explicit Communicators(const record::TraceSource& trace);

  /// A message is met, before anything is written.
  void note(std::uint32_t rank, const record::Record& message);

  struct Place {
    std::int32_t communicator = 0;
    std::int32_t rank = 0;
    std::int32_t peer = 0;
    bool as_it_is = true;  ///< false: within MPI_COMM_WORLD, since it is between ranks that are no members
  };
  Place place(std::uint32_t rank, const record::Record& message) const;

  /// Number that stands for MPI_COMM_WORLD: 0 unless the trace calls something else so.
  std::int32_t world() const { return world_; }
  /// Whether the trace itself describes it.
  bool world_described() const { return world_described_; }

  struct Table {
    std::int32_t number = 0;
    bool described = true;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  ///< world rank and rank within, sorted
  };
  /// All but that of MPI_COMM_WORLD.
  const std::vector<Table>& tables() const { return tables_; }
  /// All messages have been noted.
  void close();

 private:
  const Table* find(std::uint32_t number) const;

  std::int32_t world_ = 0;
  bool world_described_ = false;
  std::map<std::uint32_t, std::size_t> by_number_;
  std::vector<Table> tables_;
  std::map<std::uint32_t, std::set<std::uint32_t>> noted_;
};

}  // namespace trgen::formats::clog2
