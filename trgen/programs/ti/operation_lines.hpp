// SPDX-License-Identifier: Apache-2.0
// The lines of one rank of a program (write_program.hpp).
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>

#include "trgen/programs/program.hpp"

namespace trgen::programs::ti {

class OperationLines {
 public:
  OperationLines(const Program& program, std::uint32_t rank)
      : program_(program), rank_(rank), shift_(program.group(0, 0).size == program.ranks() ? 0 : 1) {}

  /// Appends the line of an operation, without its end, preceded by a line that names its communicator where that is
  /// new. False for an operation that has no line. Throws record::TraceError for one that cannot be written.
  bool append(fmt::memory_buffer& text, const Operation& operation);

 private:
  void collective(fmt::memory_buffer& text, const Operation& call);
  void reduction(fmt::memory_buffer& text, const Operation& call, std::string_view action, bool has_root);
  void reduce_scatter(fmt::memory_buffer& text, const Operation& call, const Group& group);
  void by_rank(fmt::memory_buffer& text, const Operation& call, const Group& group);
  std::uint64_t block(const Operation& call, std::uint32_t from, std::uint32_t to) const {
    return program_.block_bytes(call, rank_, from, to);
  }

  const Program& program_;
  std::uint32_t rank_;
  /// Added to numbers of communicators: 1 where number 0 is not all ranks, as in a program that has streams.
  std::uint32_t shift_;
  std::set<std::uint32_t> named_;  ///< communicators
};

}  // namespace trgen::programs::ti
