// SPDX-License-Identifier: Apache-2.0
// Division of the statements of a script into steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trgen/programs/script/statements.hpp"

namespace trgen::programs::script {

/// A run of statements without loops, which is one step; or a loop, or a condition around loops, which have pieces of
/// their own.
struct Piece {
  const Statement* first = nullptr;  ///< first statement of a run; otherwise the loop or the condition
  std::size_t count = 0;             ///< statements of a run; 0: a loop or a condition
  std::vector<Piece> body;
  std::vector<Piece> otherwise;
};

std::vector<Piece> pieces_of(const std::vector<Statement>& block);

}  // namespace trgen::programs::script
