// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/script/pieces.hpp"

#include <algorithm>

namespace trgen::programs::script {
namespace {

bool has_loop(const Statement& statement);

bool any_has_loop(const std::vector<Statement>& block) { return std::any_of(block.begin(), block.end(), has_loop); }

bool has_loop(const Statement& statement) {
  return statement.kind == StatementKind::repeat || any_has_loop(statement.body) || any_has_loop(statement.otherwise);
}

}  // namespace

std::vector<Piece> pieces_of(const std::vector<Statement>& block) {
  std::vector<Piece> pieces;
  for (const Statement& each : block) {
    if (has_loop(each)) {
      pieces.push_back({&each, 0, pieces_of(each.body), pieces_of(each.otherwise)});
    } else if (!pieces.empty() && pieces.back().count > 0) {
      ++pieces.back().count;
    } else {
      pieces.push_back({&each, 1, {}, {}});
    }
  }
  return pieces;
}

}  // namespace trgen::programs::script
