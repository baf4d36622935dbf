// SPDX-License-Identifier: Apache-2.0
// A container that was opened through its index: a trace whose ranks are read from the file when they are needed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/container/index.hpp"
#include "trgen/io/random_file.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::container {

/// Frames have checksums, and a cursor checks every record. Damage in a frame is therefore reported by failure() of the
/// cursor that reaches it.
class Trace final : public record::TraceSource {
 public:
  Trace(std::shared_ptr<const io::RandomFile> file, std::shared_ptr<const Index> index, record::TraceFacts facts)
      : file_(std::move(file)), index_(std::move(index)), facts_(std::move(facts)) {}

  const std::string& name() const override { return facts_.name; }
  std::uint32_t ranks() const override { return index_->ranks(); }
  std::uint64_t records() const override { return index_->firsts.back(); }
  std::uint64_t records(std::uint32_t rank) const override { return rank < ranks() ? index_->records(rank) : 0; }
  const std::vector<std::string>& state_names() const override { return facts_.states.names(); }
  const std::string& digest() const override { return facts_.digest; }
  const std::vector<std::string>& warnings() const override { return facts_.warnings; }
  const record::TraceNotes& notes() const override { return facts_.notes; }
  const record::Losses& losses() const override { return facts_.losses; }
  record::CallCensus census() const override { return index_->census ? *index_->census : TraceSource::census(); }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  std::unique_ptr<record::TraceCursor> open() const override;
  /// Opens a cursor with another limit for its cache than that of format.hpp.
  std::unique_ptr<record::TraceCursor> open(std::uint64_t cache_bytes) const;

 private:
  std::shared_ptr<const io::RandomFile> file_;
  std::shared_ptr<const Index> index_;
  record::TraceFacts facts_;
};

}  // namespace trgen::formats::container
