// SPDX-License-Identifier: Apache-2.0
#include "tests/trgen/programs/program_records.hpp"

#include "trgen/programs/collectives/expansion.hpp"

namespace trgen::test {
namespace {

using programs::Operation;
using programs::OperationKind;
using programs::Operations;
using programs::Program;

/// The sizes of the blocks of a collective, as its program gives them.
class ProgramBlocks final : public programs::collectives::BlockSizes {
 public:
  ProgramBlocks(const Program& program, const Operation& collective, std::uint32_t rank)
      : program_(&program), collective_(&collective), rank_(rank) {}

  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
    return program_->block_bytes(*collective_, rank_, from, to);
  }

 private:
  const Program* program_;
  const Operation* collective_;
  std::uint32_t rank_;
};

}  // namespace

ProgramRecords::ProgramRecords(const Program& program, std::uint32_t rank) : program_(&program), rank_(rank) {}

std::optional<ProgramRecord> ProgramRecords::next() {
  while (at_ == records_.size()) {
    if (step_ == program_->steps(rank_)) return std::nullopt;
    records_.clear();
    at_ = 0;
    Operations operations;
    program_->step(rank_, step_++, operations);
    for (const Operation& each : operations) add(each, 2 * each.communicator);
  }
  return records_[at_++];
}

void ProgramRecords::add_state(record::Kind kind, const std::string& state) {
  records_.push_back({.kind = kind, .state = state});
}

void ProgramRecords::add(const Operation& each, std::uint32_t context) {
  const ProgramRecord message{record::Kind::receive, "", each.peer, each.tag, context, each.amount};
  switch (each.kind) {
    case OperationKind::compute:
      break;
    case OperationKind::enter:
      ++depth_;
      add_state(record::Kind::state_start, program_->state_names().at(each.state));
      break;
    case OperationKind::leave:
      --depth_;
      add_state(record::Kind::state_end, program_->state_names().at(each.state));
      break;
    case OperationKind::send:
    case OperationKind::send_start:
      records_.push_back(message);
      records_.back().kind = record::Kind::send;
      break;
    case OperationKind::receive:
      records_.push_back(message);
      break;
    case OperationKind::receive_start:
      if (each.request >= active_.size()) active_.resize(each.request + 1);
      active_[each.request] = message;
      break;
    case OperationKind::wait:
    case OperationKind::wait_any:
      for (std::uint32_t i = 0; i < each.requests; ++i) complete(each.request + i);
      break;
    case OperationKind::collective:
      expand(each);
  }
}

void ProgramRecords::complete(std::uint32_t request) {
  if (request >= active_.size() || !active_[request]) return;
  records_.push_back(*active_[request]);
  active_[request].reset();
}

/// A collective inside another function of MPI has no states of its own.
void ProgramRecords::expand(const Operation& each) {
  namespace collectives = programs::collectives;
  const programs::Group group = program_->group(each.communicator, rank_);
  const ProgramBlocks blocks(*program_, each, rank_);
  collectives::Call call{.kind = each.collective, .size = group.size, .root = each.peer, .bytes = each.amount};
  if (collectives::is_reduction(call.kind) && each.call != 0) call.element = static_cast<std::uint32_t>(each.call);
  if (call.kind == collectives::Kind::all_to_all_v) call.blocks = &blocks;
  const collectives::Expansion expansion(collectives::Choice(), call, group, 2 * each.communicator,
                                         collectives::Apart::context);
  const std::string state(collectives::mpi_name_of(each.collective));
  if (depth_ == 0) add_state(record::Kind::state_start, state);
  const std::uint32_t own = group.number_of(rank_).value();
  Operations round;
  for (std::uint32_t i = 0; i < expansion.rounds(own); ++i) {
    round.clear();
    expansion.round(own, i, program_->most_requests(), round);
    for (const Operation& part : round) add(part, part.communicator);
  }
  if (depth_ == 0) add_state(record::Kind::state_end, state);
}

}  // namespace trgen::test
