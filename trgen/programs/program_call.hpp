// SPDX-License-Identifier: Apache-2.0
// A collective operation of a program as the call that its algorithms need.
#pragma once

#include <cstdint>

#include "trgen/programs/collectives/call.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

/// Sizes of the blocks that a program gives its collective, where they differ. Refers to the program.
class ProgramSizes final : public collectives::BlockSizes {
 public:
  /// Sizes of a collective that `rank` of the program calls.
  ProgramSizes(const Program& program, const Operation& collective, std::uint32_t rank)
      : program_(program), collective_(collective), rank_(rank) {}

  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
    return program_.block_bytes(collective_, rank_, from, to);
  }

 private:
  const Program& program_;
  Operation collective_;
  std::uint32_t rank_;
};

/// The call of a collective operation on a group. `sizes` must outlive it, and counts only where
/// blocks may differ.
inline collectives::Call call_of(const Operation& collective, const Group& group, const ProgramSizes& sizes) {
  collectives::Call call{.kind = collective.collective, .size = group.size, .root = collective.peer};
  if (collectives::blocks_may_differ(call.kind)) {
    call.blocks = &sizes;
  } else {
    call.bytes = collective.amount;
  }
  return call;
}

}  // namespace trgen::programs
