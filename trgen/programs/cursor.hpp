// SPDX-License-Identifier: Apache-2.0
// The operations of a program, one after the other for each rank, with its collectives expanded round by round.
//
// In memory are the operations of one step of each rank, and those of one round of the collective that it is in. A
// collective becomes: enter its MPI function, its messages, leave; inside another function only its messages. The
// requests of its messages are numbered from Program::most_requests() on.
//
// Messages go over contexts, as they do in MPICH and its traces: those of communicator c over 2 c, and those of its
// collectives over 2 c + 1 with MPICH's tags. Open MPI's collectives have its negative tags, on 2 c.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/collectives/expansion.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

class Cursor {
 public:
  explicit Cursor(std::shared_ptr<const Program> program, const collectives::Choice& choice = {});

  /// The next operation of the rank, never of kind collective. False at its end, or when failure() says why it cannot
  /// be made.
  bool next(std::uint32_t rank, Operation& out);

  /// Empty while all is well.
  const std::string& failure() const { return failure_; }

  const Program& program() const { return *program_; }

  /// The state of a collective in enter and leave: numbered after those of the program.
  std::uint16_t state_of(collectives::Kind kind) const {
    return static_cast<std::uint16_t>(program_->state_names().size() + static_cast<std::size_t>(kind));
  }

  /// The name of the MPI function of a state; algorithm(): that of the collective that a rank is in, empty outside.
  std::string_view function(std::uint16_t state) const;
  std::string_view algorithm(std::uint32_t rank) const;

  /// Position of a rank: the number of its current step, from 1, and of its last operation in it.
  std::uint64_t step(std::uint32_t rank) const { return ranks_[rank].next_step; }
  std::uint64_t steps(std::uint32_t rank) const { return ranks_[rank].steps; }
  std::uint32_t operation(std::uint32_t rank) const { return ranks_[rank].index; }

  /// Number of steps that all ranks have begun, and of all steps.
  std::uint64_t steps_begun() const { return begun_; }
  double all_steps() const { return all_; }

  /// Saves and restores the positions, for a run that is continued later.
  void save(fsin::ByteWriter& out) const;
  void load(fsin::ByteReader& in);

 private:
  /// Sizes of the blocks of a collective, obtained from the program.
  class Blocks final : public collectives::BlockSizes {
   public:
    std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
      return program->block_bytes(operation, rank, from, to);
    }
    const Program* program = nullptr;
    Operation operation;
    std::uint32_t rank = 0;
  };

  /// The collective that a rank is in.
  struct Active {
    bool on = false;
    bool inside = false;       ///< inside another MPI function
    std::uint32_t number = 0;  ///< number of the rank in the communicator
    std::uint32_t round = 0;   ///< round after the one in `operations`
    std::uint32_t rounds = 0;
    std::uint32_t index = 0;  ///< index of the next operation
    Blocks blocks;
    std::optional<collectives::Expansion> expansion;
    Operations operations;
  };

  struct Position {
    std::uint64_t next_step = 0;
    std::uint64_t steps = 0;
    std::uint32_t index = 0;         ///< index of the next operation
    std::uint32_t depth = 0;         ///< MPI functions that the rank has entered and not left
    Operations operations;           ///< operations of the step before next_step
    std::unique_ptr<Active> active;  ///< collective of a rank that has been in one
  };

  bool begin(std::uint32_t rank, const Operation& collective);
  bool next_in_collective(Active& active, Operation& out);
  void next_round(Active& active);

  std::shared_ptr<const Program> program_;
  collectives::Choice choice_;
  std::vector<Position> ranks_;
  std::uint64_t begun_ = 0;
  double all_ = 0;
  std::string failure_;
};

}  // namespace trgen::programs
