// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/cursor.hpp"

#include <fmt/core.h>

namespace trgen::programs {
namespace {

bool has_blocks_of_many_sizes(collectives::Kind kind) {
  using enum collectives::Kind;
  return kind == gather_v || kind == scatter_v || kind == all_gather_v || kind == all_to_all_v ||
         kind == reduce_scatter;
}

}  // namespace

Cursor::Cursor(std::shared_ptr<const Program> program, const collectives::Choice& choice)
    : program_(std::move(program)), choice_(choice), ranks_(program_->ranks()) {
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].steps = program_->steps(rank);
    all_ += static_cast<double>(ranks_[rank].steps);
  }
}

bool Cursor::next(std::uint32_t rank, Operation& out) {
  Position& at = ranks_[rank];
  if (at.active && at.active->on && next_in_collective(*at.active, out)) return true;
  while (at.index == at.operations.size()) {
    if (at.next_step == at.steps || !failure_.empty()) return false;
    at.operations.clear();
    at.index = 0;
    program_->step(rank, at.next_step++, at.operations);
    ++begun_;
    if (!at.operations.failure().empty()) {
      failure_ = fmt::format("{}: {}", program_->name(), at.operations.failure());
      return false;
    }
  }
  out = at.operations[at.index++];
  out.communicator *= 2;
  if (out.kind == OperationKind::enter) ++at.depth;
  if (out.kind == OperationKind::leave && at.depth > 0) --at.depth;
  if (out.kind != OperationKind::collective) return true;
  if (!begin(rank, at.operations[at.index - 1])) return false;
  if (at.active->inside) return next(rank, out);
  out = {.kind = OperationKind::enter, .state = state_of(at.active->expansion->call().kind)};
  return true;
}

std::string_view Cursor::function(std::uint16_t state) const {
  const auto& names = program_->state_names();
  if (state < names.size()) return names[state];
  return collectives::mpi_name_of(static_cast<collectives::Kind>(state - names.size()));
}

std::string_view Cursor::algorithm(std::uint32_t rank) const {
  const auto& active = ranks_[rank].active;
  return active && active->on && !active->inside ? active->expansion->algorithm().name : std::string_view();
}

/// Starts a collective of the rank.
bool Cursor::begin(std::uint32_t rank, const Operation& collective) {
  const Group group = program_->group(collective.communicator, rank);
  const auto number = group.number_of(rank);
  if (!number || (collective.peer >= group.size && collective.peer != 0)) {
    failure_ = !number
                   ? fmt::format("{}: rank {} calls {} on communicator {}, of which it is no member", program_->name(),
                                 rank, collectives::mpi_name_of(collective.collective), collective.communicator)
                   : fmt::format("{}: rank {} calls {} with the root {} on communicator {}, which has {} ranks",
                                 program_->name(), rank, collectives::mpi_name_of(collective.collective),
                                 collective.peer, collective.communicator, group.size);
    return false;
  }
  auto& active = ranks_[rank].active;
  if (!active) active = std::make_unique<Active>();
  active->blocks.program = program_.get();
  active->blocks.operation = collective;
  active->blocks.rank = rank;
  collectives::Call call{
      .kind = collective.collective, .size = group.size, .root = collective.peer, .bytes = collective.amount};
  if (has_blocks_of_many_sizes(call.kind)) call.blocks = &active->blocks;
  if (collectives::is_reduction(call.kind) && collective.call != 0)
    call.element = static_cast<std::uint32_t>(collective.call);
  active->expansion.emplace(choice_, call, group, 2 * collective.communicator, collectives::Apart::context);
  active->on = true;
  active->inside = ranks_[rank].depth > 0;
  active->number = *number;
  active->round = active->index = 0;
  active->rounds = active->expansion->rounds(*number);
  active->operations.clear();
  return true;
}

void Cursor::next_round(Active& active) {
  active.operations.clear();
  active.index = 0;
  active.expansion->round(active.number, active.round++, program_->most_requests(), active.operations);
}

/// Next operation inside a collective. False at the end of a collective inside another function, which adds no
/// operation.
bool Cursor::next_in_collective(Active& active, Operation& out) {
  while (active.index == active.operations.size()) {
    if (active.round == active.rounds) {
      active.on = false;
      out = {.kind = OperationKind::leave, .state = state_of(active.expansion->call().kind)};
      return !active.inside;
    }
    next_round(active);
  }
  out = active.operations[active.index++];
  return true;
}

void Cursor::save(fsin::ByteWriter& out) const {
  out(begun_);
  for (const Position& at : ranks_) {
    const bool in_collective = at.active && at.active->on;
    out(at.next_step, at.index, at.depth, in_collective);
    if (in_collective) out(at.active->round, at.active->index);
  }
}

void Cursor::load(fsin::ByteReader& in) {
  in(begun_);
  for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
    Position& at = ranks_[rank];
    bool in_collective = false;
    in(at.next_step, at.index, at.depth, in_collective);
    at.operations.clear();
    at.active.reset();
    if (at.next_step > 0) program_->step(rank, at.next_step - 1, at.operations);
    if (!in_collective) continue;
    std::uint32_t round = 0, index = 0;
    in(round, index);
    if (!begin(rank, at.operations[at.index - 1])) continue;
    at.active->round = round;
    if (round > 0) {
      --at.active->round;
      next_round(*at.active);
    }
    at.active->index = index;
  }
}

}  // namespace trgen::programs
