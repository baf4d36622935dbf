// SPDX-License-Identifier: Apache-2.0
// A program whose main loop has fewer rounds than it had: the first ones and the last one, in which programs may do
// more than in the others, and everything before and after the loop.
//
// A round keeps its number, on which its tags and random draws may depend.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "trgen/programs/program.hpp"

namespace trgen::programs {

class ShortenedProgram final : public Program {
 public:
  /// `program` has a main loop, of more than `rounds` rounds, which are 1 at least.
  ShortenedProgram(std::shared_ptr<const Program> program, std::uint64_t rounds)
      : program_(std::move(program)),
        rounds_(rounds),
        name_(program_->name() + ", " + std::to_string(rounds) + " of " +
              std::to_string(program_->main_loop(0)->rounds) + " rounds") {}

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return program_->ranks(); }
  std::uint64_t steps(std::uint32_t rank) const override { return program_->steps(rank) - left_out(loop(rank)); }
  std::optional<MainLoop> main_loop(std::uint32_t rank) const override {
    const MainLoop whole = loop(rank);
    return MainLoop{whole.first, whole.length, rounds_};
  }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    const MainLoop whole = loop(rank);
    const std::uint64_t last = whole.first + (rounds_ - 1) * whole.length;
    program_->step(rank, number < last ? number : number + left_out(whole), out);
  }
  const std::vector<std::string>& state_names() const override { return program_->state_names(); }
  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    return program_->group(communicator, rank);
  }
  std::uint32_t seats() const override { return program_->seats(); }
  std::uint32_t seat(std::uint32_t rank) const override { return program_->seat(rank); }
  record::Losses left_out() const override { return program_->left_out(); }
  std::uint32_t stream_of(std::uint32_t rank) const override { return program_->stream_of(rank); }
  std::uint32_t most_requests() const override { return program_->most_requests(); }
  bool only_blocks() const override { return program_->only_blocks(); }
  bool receives_any() const override { return program_->receives_any(); }
  std::uint64_t block_bytes(const Operation& collective, std::uint32_t rank, std::uint32_t from,
                            std::uint32_t to) const override {
    return program_->block_bytes(collective, rank, from, to);
  }

 private:
  MainLoop loop(std::uint32_t rank) const { return *program_->main_loop(rank); }
  std::uint64_t left_out(const MainLoop& whole) const { return (whole.rounds - rounds_) * whole.length; }

  std::shared_ptr<const Program> program_;
  std::uint64_t rounds_;
  std::string name_;
};

}  // namespace trgen::programs
