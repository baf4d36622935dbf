// SPDX-License-Identifier: Apache-2.0
// Runs a program rank by rank, with sends that are always buffered, and checks its contract.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/programs/program.hpp"

namespace trgen::test {

struct ProgramRun {
  std::string fault;  ///< the first breach of the contract of programs; empty: none
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t to_self = 0;
  std::uint64_t collectives = 0;          ///< calls, of all ranks together
  std::vector<std::uint64_t> sent_bytes;  ///< by rank
  std::vector<std::uint64_t> computed;    ///< ns, by rank
};

/// A collective waits for all members of its communicator, which is the strictest that a library may do.
ProgramRun run_program(const programs::Program& program);

}  // namespace trgen::test
