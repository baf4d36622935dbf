// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/program_trace.hpp"

#include <fmt/core.h>

#include <mutex>

#include "trgen/programs/program_cursor.hpp"

namespace trgen::programs {
namespace {

class ProgramTrace final : public record::TraceSource {
 public:
  ProgramTrace(std::shared_ptr<const Program> program, const collectives::Choice& choice, bool messages_only)
      : program_(std::move(program)),
        choice_(choice),
        messages_only_(messages_only),
        digest_(fmt::format("program:{}, collectives {}{}", program_->name(), choice.describe(),
                            messages_only ? ", messages only" : "")),
        states_(program_->state_names()) {
    states_.insert(states_.end(), collectives::mpi_names.begin(), collectives::mpi_names.end());
    states_.insert(states_.end(), own_state_names.begin(), own_state_names.end());
  }

  const std::string& name() const override { return program_->name(); }
  std::uint32_t ranks() const override { return program_->ranks(); }
  std::uint64_t records() const override {
    count();
    return records_;
  }
  std::uint64_t records(std::uint32_t rank) const override {
    count();
    return rank < of_rank_.size() ? of_rank_[rank] : 0;
  }
  const std::vector<std::string>& state_names() const override { return states_; }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::unique_ptr<record::TraceCursor> open() const override {
    return std::make_unique<ProgramCursor>(program_, choice_, messages_only_);
  }

 private:
  /// Runs through the whole program once, when its length is asked for.
  void count() const {
    std::call_once(counted_, [this] {
      ProgramCursor cursor(program_, choice_, messages_only_);
      record::Record record;
      of_rank_.assign(program_->ranks(), 0);
      for (std::uint32_t rank = 0; rank < of_rank_.size(); ++rank) {
        while (cursor.next(rank, record)) ++of_rank_[rank];
        records_ += of_rank_[rank];
      }
    });
  }

  std::shared_ptr<const Program> program_;
  collectives::Choice choice_;
  bool messages_only_;
  std::string digest_;
  std::vector<std::string> states_;
  std::vector<std::string> warnings_;
  mutable std::once_flag counted_;
  mutable std::uint64_t records_ = 0;
  mutable std::vector<std::uint64_t> of_rank_;
};

}  // namespace

std::shared_ptr<const record::TraceSource> make_program_trace(std::shared_ptr<const Program> program,
                                                              const collectives::Choice& choice, bool messages_only) {
  return std::make_shared<ProgramTrace>(std::move(program), choice, messages_only);
}

}  // namespace trgen::programs
