// SPDX-License-Identifier: Apache-2.0
// The operations of a program, one after the other for each rank, with its collectives expanded round by round.
//
// In memory are the operations of one step of each rank, and those of one round of the collective that it is in.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

class Cursor {
 public:
  explicit Cursor(std::shared_ptr<const Program> program);

  /// The next operation of the rank: none of kind collective. False at its end.
  bool next(std::uint32_t rank, Operation& out);

  const Program& program() const { return *program_; }

  /// Where a rank is: the number of the step that it is in, from 1, and of its last operation in it.
  std::uint64_t step(std::uint32_t rank) const { return ranks_[rank].next_step; }
  std::uint64_t steps(std::uint32_t rank) const { return ranks_[rank].steps; }
  std::uint32_t operation(std::uint32_t rank) const { return ranks_[rank].index; }

  /// Steps that all ranks have begun, and all there are.
  std::uint64_t steps_begun() const { return begun_; }
  double all_steps() const { return all_; }

  /// Saves and restores the positions, for a run that is continued later.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

 private:
  struct Position {
    std::uint64_t next_step = 0;
    std::uint64_t steps = 0;
    std::uint32_t index = 0;  ///< of the next operation
    Operations operations;    ///< of the step before next_step
  };

  std::shared_ptr<const Program> program_;
  std::vector<Position> ranks_;
  std::uint64_t begun_ = 0;
  double all_ = 0;
};

}  // namespace trgen::programs
