// SPDX-License-Identifier: Apache-2.0
// A file of loops as a trace: each cursor runs through the structure, and reads values without structure where needed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/formats/loops/frames.hpp"
#include "trgen/formats/loops/head.hpp"
#include "trgen/io/random_file.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"
#include "trgen/structure/expansion.hpp"

namespace trgen::formats::loops {

class Trace final : public record::TraceSource {
 public:
  Trace(std::shared_ptr<const io::RandomFile> file, Index index, Head head, record::TraceFacts facts);

  const std::string& name() const override { return facts_.name; }
  std::uint32_t ranks() const override { return facts_.ranks; }
  std::uint64_t records() const override { return before_.back(); }
  std::uint64_t records(std::uint32_t rank) const override {
    return rank < ranks() ? before_[rank + 1] - before_[rank] : 0;
  }
  const std::vector<std::string>& state_names() const override { return facts_.states.names(); }
  const std::string& digest() const override { return facts_.digest; }
  const std::vector<std::string>& warnings() const override { return facts_.warnings; }
  const record::TraceNotes& notes() const override { return facts_.notes; }
  const record::Losses& losses() const override { return facts_.losses; }
  record::CallCensus census() const override { return head_.census; }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  std::unique_ptr<record::TraceCursor> open() const override;

  const structure::Structure& structure() const { return expansion_->structure(); }

 private:
  std::shared_ptr<const io::RandomFile> file_;
  std::shared_ptr<const Index> index_;
  Head head_;  ///< without its structure
  record::TraceFacts facts_;
  std::shared_ptr<const structure::Expansion> expansion_;
  std::vector<std::uint64_t> before_;  ///< by rank: records of the ranks before it
  std::uint64_t header_lines_ = 0;
};

/// True when all numbers of a record are such as a trace can have.
bool is_sound(const record::Record& record, std::uint32_t ranks);

}  // namespace trgen::formats::loops
