// SPDX-License-Identifier: Apache-2.0
// A trace whose collectives have the messages of chosen algorithms: an extended trace, made of a regular one while it
// is read.
//
// The messages of a collective stand between the beginning and the end of its state, at times spread evenly over it.
// Collectives that have messages in the trace stay as they are. Collectives that cannot be expanded (survey.hpp) stay
// too, and are counted. Memory is bounded by ranks, communicators and functions. Operators are taken to commute.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "trgen/programs/collectives/choice.hpp"
#include "trgen/programs/expand/survey.hpp"
#include "trgen/record/source.hpp"

namespace trgen::programs::expand {

class ExpandedTrace final : public record::TraceSource {
 public:
  using Source = std::shared_ptr<const record::TraceSource>;

  /// Reads the trace through, twice. Throws TraceError.
  ExpandedTrace(Source regular, const collectives::Choice& choice);

  const std::string& name() const override { return regular_->name(); }
  std::uint32_t ranks() const override { return regular_->ranks(); }
  std::uint64_t records() const override { return records_; }
  std::uint64_t records(std::uint32_t rank) const override {
    return rank < ranks() ? regular_->records(rank) + survey_.inserted(rank) : 0;
  }
  const std::vector<std::string>& state_names() const override { return regular_->state_names(); }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  const record::TraceNotes& notes() const override { return regular_->notes(); }
  const record::Losses& losses() const override { return regular_->losses(); }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  std::optional<record::LeftOut> left_out() const override { return regular_->left_out(); }
  std::uint64_t number_in_file(std::uint32_t rank, std::uint64_t number) const override;
  std::unique_ptr<record::TraceCursor> open() const override;

  /// Calls of collectives that are expanded, of all ranks.
  std::uint64_t expanded_calls() const { return survey_.calls(); }

  /// The values that are set for collectives and that the calls do not follow; pass_on() in collective_calls.hpp is the
  /// rule. None of a trace that is not expanded. Views what the trace holds.
  static std::span<const collectives::NotHeeded> not_heeded_of(const record::TraceSource& trace);

 private:
  friend class ExpandedCursor;
  void warn();

  Source regular_;
  collectives::Choice choice_;
  Communicators communicators_;
  Survey survey_;
  std::string digest_;
  std::vector<std::string> warnings_;
  std::uint64_t records_ = 0;
};

}  // namespace trgen::programs::expand
