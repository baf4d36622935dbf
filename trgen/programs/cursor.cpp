// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/cursor.hpp"

namespace trgen::programs {

Cursor::Cursor(std::shared_ptr<const Program> program) : program_(std::move(program)), ranks_(program_->ranks()) {
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].steps = program_->steps(rank);
    all_ += static_cast<double>(ranks_[rank].steps);
  }
}

bool Cursor::next(std::uint32_t rank, Operation& out) {
  Position& at = ranks_[rank];
  while (at.index == at.operations.size()) {
    if (at.next_step == at.steps) return false;
    at.operations.clear();
    at.index = 0;
    program_->step(rank, at.next_step++, at.operations);
    ++begun_;
  }
  out = at.operations[at.index++];
  return true;
}

void Cursor::save(fsin::ByteWriter& out) const {
  out(begun_);
  for (const Position& at : ranks_) out(at.next_step, at.index);
}

void Cursor::load(fsin::ByteReader& in) {
  in(begun_);
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    Position& at = ranks_[rank];
    in(at.next_step, at.index);
    at.operations.clear();
    if (at.next_step > 0) program_->step(rank, at.next_step - 1, at.operations);
  }
}

}  // namespace trgen::programs
