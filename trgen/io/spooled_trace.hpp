// SPDX-License-Identifier: Apache-2.0
// A finished spool as a TraceSource, and the cursor that follows its chains. See spool.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/io/spool_store.hpp"
#include "trgen/record/codec.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::io {

class SpooledTrace final : public record::TraceSource {
 public:
  /// Beginning of a rank's chain of chunks, and the number of its records.
  struct Chain {
    std::uint64_t first = 0;
    std::uint64_t records = 0;
    std::uint32_t first_size = 0;
  };

  SpooledTrace(std::shared_ptr<const SpoolStore> store, std::vector<Chain> chains, record::TraceFacts facts,
               record::CallCensus census)
      : store_(std::move(store)), chains_(std::move(chains)), facts_(std::move(facts)), census_(std::move(census)) {}

  const std::string& name() const override { return facts_.name; }
  std::uint32_t ranks() const override { return facts_.ranks; }
  std::uint64_t records() const override { return facts_.records; }
  std::uint64_t records(std::uint32_t rank) const override { return rank < chains_.size() ? chains_[rank].records : 0; }
  const std::vector<std::string>& state_names() const override { return facts_.states.names(); }
  const std::string& digest() const override { return facts_.digest; }
  const std::vector<std::string>& warnings() const override { return facts_.warnings; }
  const record::TraceNotes& notes() const override { return facts_.notes; }
  const record::Losses& losses() const override { return facts_.losses; }
  record::CallCensus census() const override { return census_; }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  std::unique_ptr<record::TraceCursor> open() const override;

  const std::vector<Chain>& chains() const { return chains_; }

 private:
  std::shared_ptr<const SpoolStore> store_;
  std::vector<Chain> chains_;
  record::TraceFacts facts_;
  record::CallCensus census_;
};

}  // namespace trgen::io
