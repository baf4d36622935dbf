// SPDX-License-Identifier: Apache-2.0
// A program whose collectives are replaced by the messages of the algorithms that a test sets.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/expansion.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::ai::testing {

class ExpandedProgram final : public Program {
 public:
  ExpandedProgram(std::shared_ptr<const Program> whole, collectives::Choice choice)
      : whole_(std::move(whole)), choice_(std::move(choice)) {}

  const std::string& name() const override { return whole_->name(); }
  std::uint32_t ranks() const override { return whole_->ranks(); }
  std::uint32_t seats() const override { return whole_->seats(); }
  std::uint32_t seat(std::uint32_t rank) const override { return whole_->seat(rank); }
  std::uint64_t steps(std::uint32_t rank) const override { return whole_->steps(rank); }
  const std::vector<std::string>& state_names() const override { return whole_->state_names(); }
  std::uint32_t most_requests() const override { return whole_->most_requests() + 2 * whole_->ranks(); }

  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    Operations whole;
    whole_->step(rank, number, whole);
    for (const Operation& each : whole) {
      if (each.kind == OperationKind::collective) {
        expand(rank, each, out);
      } else {
        out.add(each);
      }
    }
  }

 private:
  class Blocks final : public collectives::BlockSizes {
   public:
    Blocks(const Program& program, const Operation& operation, std::uint32_t rank)
        : program_(program), operation_(operation), rank_(rank) {}
    std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
      return program_.block_bytes(operation_, rank_, from, to);
    }

   private:
    const Program& program_;
    const Operation& operation_;
    std::uint32_t rank_;
  };

  void expand(std::uint32_t rank, const Operation& each, Operations& out) const {
    const Group group = whole_->group(each.communicator, rank);
    const Blocks blocks(*whole_, each, rank);
    collectives::Call call{.kind = each.collective, .size = group.size, .root = each.peer, .bytes = each.amount};
    call.element = 1;
    if (each.collective == collectives::Kind::all_to_all_v) call.blocks = &blocks;
    const collectives::Expansion expansion(choice_, call, group, each.communicator);
    const std::uint32_t self = *group.number_of(rank);
    for (std::uint32_t round = 0; round < expansion.rounds(self); ++round)
      expansion.round(self, round, whole_->most_requests(), out);
  }

  std::shared_ptr<const Program> whole_;
  collectives::Choice choice_;
};

/// With rings for all collectives that have one, and all blocks of an all-to-all at once.
inline std::shared_ptr<const Program> in_rings(std::shared_ptr<const Program> program) {
  collectives::Choice choice;
  for (const collectives::Kind kind :
       {collectives::Kind::all_reduce, collectives::Kind::all_gather, collectives::Kind::reduce_scatter_block})
    choice.set(kind, *collectives::find_algorithm(kind, "ring"));
  choice.set(collectives::Kind::all_to_all_v, *collectives::find_algorithm(collectives::Kind::all_to_all_v, "linear"));
  return std::make_shared<ExpandedProgram>(std::move(program), std::move(choice));
}

}  // namespace trgen::programs::ai::testing
