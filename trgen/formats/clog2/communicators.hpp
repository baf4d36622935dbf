// SPDX-License-Identifier: Apache-2.0
// The communicators of a trace, with the numbers that CLOG-2 gives to their ranks.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats::clog2 {

/// Memory: the members that the trace describes and, for other communicators, the pairs of rank and communicator that
/// occur in messages.
class Communicators {
 public:
  explicit Communicators(const record::TraceSource& trace);

  /// Notes a message in a first pass, before anything is written.
  void note(std::uint32_t rank, const record::Record& message);

  struct Place {
    std::int32_t communicator = 0;
    std::int32_t rank = 0;
    std::int32_t peer = 0;
    bool as_it_is = true;  ///< false: written within MPI_COMM_WORLD, since some rank is no member
  };
  Place place(std::uint32_t rank, const record::Record& message) const;

  /// The number that stands for MPI_COMM_WORLD: 0 unless the trace gives 0 to another communicator.
  std::int32_t world() const { return world_; }
  /// True when the trace describes MPI_COMM_WORLD.
  bool world_described() const { return world_described_; }

  struct Table {
    std::int32_t number = 0;
    bool described = true;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        members;  ///< rank in MPI_COMM_WORLD and rank in the communicator, in ascending order
  };
  /// The tables of all communicators but MPI_COMM_WORLD.
  const std::vector<Table>& tables() const { return tables_; }
  /// Call it when all messages have been noted.
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
