// SPDX-License-Identifier: Apache-2.0
// The contract of a program: the operations of each rank, as a pure function of the rank and a step number.
//
// A program has no state. Each rank runs through its steps 0, 1, ... and does the operations of each in turn; a step is
// as short as is convenient (an iteration of a kernel, an exchange of an iteration), since a reader keeps one step of
// each rank in memory. Hence a program of any length is replayed, written or continued after a checkpoint in memory
// bounded by the number of ranks.
//
// Contract
//  * All functions are pure, may be called from several threads, and do not depend on each other's calls.
//  * Every send has exactly one receive with the same ranks, tag, communicator and bytes, in the same order where all
//    of them are equal; and all ranks finish when sends never wait for their receives.
//  * All members of a communicator call its collectives in the same order, with the same kind, root, and bytes (by the
//    rule of the kind). Messages of a collective have tags of their own (collectives/tags.hpp), so they do not meet
//    other messages of the communicator.
//  * A request is started at most once before it is waited for, and waited for before its rank ends.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trgen/programs/group.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/record/notes.hpp"

namespace trgen::programs {

/// The main loop of a rank, in rounds of the same number of steps. All ranks of a program have the same number of
/// rounds.
struct MainLoop {
  std::uint64_t first = 0;   ///< step at which it begins
  std::uint64_t length = 1;  ///< steps of a round
  std::uint64_t rounds = 0;

  std::uint64_t end() const { return first + rounds * length; }
};

class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program() = default;

  /// Description of the program and all its parameters: "npb cg, class W, 64 ranks". Equal texts: equal programs.
  virtual const std::string& name() const = 0;

  virtual std::uint32_t ranks() const = 0;

  /// Number of steps of a rank; may be 0.
  virtual std::uint64_t steps(std::uint32_t rank) const = 0;

  /// The loop in which the program spends most of its steps, if it has one whose last rounds can be left out so that
  /// the remainder is a program too.
  virtual std::optional<MainLoop> main_loop(std::uint32_t /*rank*/) const { return std::nullopt; }

  /// Appends the operations of a step (below steps(rank)) to `out`, or reports with out.fail() why they cannot be made,
  /// which only user input can cause.
  virtual void step(std::uint32_t rank, std::uint64_t number, Operations& out) const = 0;

  /// The names of MPI functions in enter and leave, by Operation::state. Collectives need none: theirs follow.
  virtual const std::vector<std::string>& state_names() const = 0;

  /// The group that a rank knows as this communicator. 0 is all ranks. Several groups may share a number where no rank
  /// is in two of them: the rows of a grid of ranks, say.
  virtual Group group(std::uint32_t /*communicator*/, std::uint32_t /*rank*/) const { return Group::everyone(ranks()); }

  /// Number of seats. Ranks that belong together, such as the streams of one accelerator, have the same seat and run on
  /// the same node. Seats are 0 .. seats()-1.
  virtual std::uint32_t seats() const { return ranks(); }
  virtual std::uint32_t seat(std::uint32_t rank) const { return rank; }

  /// The rank whose further stream this one is, such as the stream of an accelerator that moves data while another one
  /// computes: results count the two as one rank, and a message between them is no message. Itself for any other rank.
  virtual std::uint32_t stream_of(std::uint32_t rank) const { return rank; }

  /// Traffic that the trace of the program has and the program has not, with its number, in the words of the losses of
  /// a reader (record/omissions.hpp).
  virtual record::Losses left_out() const { return {}; }

  /// Upper bound of the request numbers of a rank.
  virtual std::uint32_t most_requests() const { return 0; }

  /// True when the program has only blocking sends and receives: nothing of a rank leaves while the rank goes on.
  virtual bool only_blocks() const { return false; }

  /// True when its receives must be matched by the rules of MPI: it has receives of any_rank or any_tag, or of more
  /// bytes than their messages have, or synchronous sends.
  virtual bool receives_any() const { return false; }

  /// Bytes of a block of a collective whose blocks differ (collective_kind.hpp), between ranks of the communicator in
  /// which `rank` takes part.
  virtual std::uint64_t block_bytes(const Operation& /*collective*/, std::uint32_t /*rank*/, std::uint32_t /*from*/,
                                    std::uint32_t /*to*/) const {
    return 0;
  }
};

}  // namespace trgen::programs
