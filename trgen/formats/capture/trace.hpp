// SPDX-License-Identifier: Apache-2.0
// A capture that was scanned, as a TraceSource.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/capture/scan.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::capture {

class Trace final : public record::TraceSource, public std::enable_shared_from_this<Trace> {
 public:
  Trace(std::vector<RankIndex> files, record::TraceFacts facts, record::CallCensus census);

  const std::string& name() const override { return facts_.name; }
  std::uint32_t ranks() const override { return facts_.ranks; }
  std::uint64_t records() const override { return facts_.records; }
  std::uint64_t records(std::uint32_t rank) const override {
    const RankIndex* const index = file(rank);
    return index == nullptr ? 0 : index->records;
  }
  const std::vector<std::string>& state_names() const override { return facts_.states.names(); }
  const std::string& digest() const override { return facts_.digest; }
  const std::vector<std::string>& warnings() const override { return facts_.warnings; }
  const record::TraceNotes& notes() const override { return facts_.notes; }
  const record::Losses& losses() const override { return facts_.losses; }
  record::CallCensus census() const override { return census_; }
  std::unique_ptr<record::TraceCursor> open() const override;

  /// The index of a rank's file; null if the rank left nothing.
  const RankIndex* file(std::uint32_t rank) const {
    return rank < file_of_.size() && file_of_[rank] != no_file ? &files_[file_of_[rank]] : nullptr;
  }
  const record::TraceFacts& facts() const { return facts_; }

 private:
  static constexpr std::uint32_t no_file = std::numeric_limits<std::uint32_t>::max();

  std::vector<RankIndex> files_;
  std::vector<std::uint32_t> file_of_;  ///< index of a rank's file, by rank
  record::TraceFacts facts_;
  record::CallCensus census_;
};

}  // namespace trgen::formats::capture
