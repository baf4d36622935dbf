// SPDX-License-Identifier: Apache-2.0
// A file of ScalaTrace as a trace: each cursor walks through its loops.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/scalatrace/rank_calls.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::scalatrace {

class Trace final : public record::TraceSource {
 public:
  /// Executes all calls once, to check and to count them. Throws record::TraceError for a faulty file, and for one that
  /// makes more than `most_calls` calls in all.
  Trace(Script script, record::TraceFacts facts, std::uint64_t most_calls);

  const std::string& name() const override { return facts_.name; }
  std::uint32_t ranks() const override { return script_->ranks; }
  std::uint64_t records() const override { return facts_.records; }
  std::uint64_t records(std::uint32_t rank) const override { return rank < ranks() ? of_rank_[rank] : 0; }
  const std::vector<std::string>& state_names() const override { return facts_.states.names(); }
  const std::string& digest() const override { return facts_.digest; }
  const std::vector<std::string>& warnings() const override { return facts_.warnings; }
  const record::TraceNotes& notes() const override { return facts_.notes; }
  const record::Losses& losses() const override { return facts_.losses; }
  record::CallCensus census() const override { return census_; }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  std::unique_ptr<record::TraceCursor> open() const override;

  const record::TraceFacts& facts() const { return facts_; }

 private:
  void name_states();
  void count();
  void describe_communicators();

  std::shared_ptr<const Script> script_;
  std::shared_ptr<const Order> order_;
  record::TraceFacts facts_;
  std::shared_ptr<const std::vector<std::uint16_t>> states_;  ///< by function: its state
  std::vector<std::uint64_t> of_rank_;
  record::CallCensus census_;
};

}  // namespace trgen::formats::scalatrace
