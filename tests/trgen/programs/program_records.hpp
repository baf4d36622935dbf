// SPDX-License-Identifier: Apache-2.0
// The records that a rank of a program would leave in an extended trace of MPICH with one rank a node.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/programs/program.hpp"
#include "trgen/record/record.hpp"

namespace trgen::test {

struct ProgramRecord {
  record::Kind kind = record::Kind::state_start;
  std::string state{};     ///< state_start, state_end
  std::uint32_t peer = 0;  ///< messages
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;  ///< twice that of the program, plus one inside collectives
  std::uint64_t bytes = 0;

  bool operator==(const ProgramRecord&) const = default;
};

class ProgramRecords {
 public:
  ProgramRecords(const programs::Program& program, std::uint32_t rank);

  /// The next record; none at the end.
  std::optional<ProgramRecord> next();

 private:
  void add(const programs::Operation& operation, std::uint32_t context);
  void add_state(record::Kind kind, const std::string& state);
  void expand(const programs::Operation& collective);
  void complete(std::uint32_t request);

  const programs::Program* program_;
  std::uint32_t rank_;
  std::uint64_t step_ = 0;
  std::uint32_t depth_ = 0;  ///< functions that the rank is in
  std::vector<std::optional<ProgramRecord>> active_;
  std::vector<ProgramRecord> records_;
  std::size_t at_ = 0;
};

}  // namespace trgen::test
