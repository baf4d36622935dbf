// SPDX-License-Identifier: Apache-2.0
// What a structure does, in words: its loops, calls and messages, with the expressions of their fields, as a person
// would tell them; and how two such outlines differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

struct OutlineItem {
  enum class Kind : std::uint8_t { loop, call, send, receive } kind = Kind::loop;
  std::string name;         ///< of a call; of a message: the call in which it stands; of a loop: its calls
  std::string ranks;        ///< "all ranks", "rank 3", "ranks with rank % 4 == 0"
  std::uint64_t count = 0;  ///< of a loop: its iterations
  std::string peer;         ///< of a message: the other rank
  std::string bytes;        ///< of a message
  std::string tag;          ///< of a message
  std::string communicator;
  std::vector<OutlineItem> body = {};  ///< of a loop
};

/// The outline of a structure as it is: nested() first shows the loops of the program.
std::vector<OutlineItem> outline_of(const Structure& structure);

/// One thing that differs.
struct OutlineDifference {
  std::string where;  ///< "loop 2.1, send in MPI_Send (all ranks)"; loops are numbered as in A
  std::string what;   ///< "iterations", "ranks", "to", "bytes", ...; empty where one of the two does not have it at all
  std::string a;
  std::string b;
};

struct OutlineComparison {
  std::size_t loops_in_both = 0;
  std::size_t loops_only_a = 0;
  std::size_t loops_only_b = 0;
  std::size_t messages_in_both = 0;  ///< statements that send or receive
  std::size_t messages_only_a = 0;
  std::size_t messages_only_b = 0;
  std::vector<OutlineDifference> differences;
};

/// Aligns two outlines, so that most calls and messages of one find their like in the other, and compares what is
/// aligned. Loops are alike when most of what is in them is, whatever their iterations. Empty where the outlines are
/// too long to be aligned, as those of traces without structure are.
std::optional<OutlineComparison> compare(const std::vector<OutlineItem>& a, const std::vector<OutlineItem>& b);

}  // namespace trgen::structure
