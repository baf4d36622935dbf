// SPDX-License-Identifier: Apache-2.0
// A script, compiled: its variables, communicators and statements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/operation.hpp"
#include "trgen/programs/script/expression.hpp"

namespace trgen::programs::script {

/// An expression and its place in the file.
struct Formula {
  Expression expression;
  fsin::Mark mark;
};

enum class StatementKind : std::uint8_t { operation, repeat, condition };

/// A statement. Expressions that a kind does not have are 0.
struct Statement {
  StatementKind kind = StatementKind::operation;
  Operation operation;  ///< for an operation: its fields that are not computed
  Formula peer;         ///< for a message: the other rank; for a collective: its root
  Formula amount;       ///< bytes, or ns
  Formula tag;
  bool whole_buffer = false;   ///< for a collective: the bytes are those of all blocks
  Formula count;               ///< for a loop: number of repetitions; for a condition: taken unless 0
  std::uint32_t variable = 0;  ///< for a loop: number of its variable
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
};

/// A communicator: ranks with the same color, in the order of their keys, and of their numbers where keys are equal.
struct CommunicatorRule {
  std::string name;
  Formula color;
  Formula key;
};

/// The variables are rank and ranks, then what `let` defines, then those of loops.
struct Script {
  std::string title;
  Formula ranks;
  std::vector<std::string> names;  ///< names of the variables
  std::vector<Formula> lets;
  std::vector<CommunicatorRule> communicators;  ///< those that are not all ranks
  std::vector<Statement> body;
  std::uint32_t requests = 0;  ///< a number for each statement that starts one
  std::size_t variables = 0;   ///< most variables that have a value at once
};

inline constexpr std::size_t first_let = 2;

/// Number of a communicator of the list; communicator 0 is all ranks.
constexpr std::uint32_t number_of_communicator(std::uint32_t index) { return index + 1; }
constexpr std::uint32_t index_of_communicator(std::uint32_t number) { return number - 1; }

}  // namespace trgen::programs::script
