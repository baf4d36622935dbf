// SPDX-License-Identifier: Apache-2.0
// The spool: a trace cut into per-rank chains of chunks, so that all ranks can be read side by side.
//
// SpoolBuilder takes records in any interleaving of ranks; finish() turns it into a TraceSource. A rank's chunks grow
// from 256 bytes to 64 KiB (less when there are many ranks) and each ends with the place of the next, so that neither
// writing nor reading keeps anything per chunk in memory. While writing, buffers are flushed when they exceed 32 MiB
// in all; a cursor holds one window for each rank, 32 MiB in all (at least 256 bytes each).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/io/spool_store.hpp"
#include "trgen/record/census.hpp"
#include "trgen/record/codec.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::io {

inline constexpr std::uint64_t default_spool_memory = std::uint64_t{64} << 20;

/// Bytes of a buffer for each of `ranks` ranks, so that all together stay within 32 MiB: a power of two in 256 ..
/// 65536.
std::uint32_t chunk_limit(std::uint64_t ranks);

class SpoolBuilder final : public record::RecordSink {
 public:
  explicit SpoolBuilder(std::uint64_t memory_limit = default_spool_memory);
  ~SpoolBuilder() override;

  /// Adds a record, whose state must be below the size of the state table given to finish(). Throws SpoolError.
  void add(std::uint32_t rank, const record::Record& record) override;

  /// Bytes that the spool takes so far.
  std::uint64_t size() const { return store_->size(); }

  /// The trace of all records added. `facts.ranks` is its number of ranks (0: the largest rank or peer added, plus
  /// one). The builder must not be used afterwards.
  std::shared_ptr<const record::TraceSource> finish(record::TraceFacts facts = {});

 private:
  struct RankWriter;

  void next_chunk(RankWriter& writer);
  std::byte* write_position(RankWriter& writer);
  void acquire_buffer(RankWriter& writer);
  void flush(RankWriter& writer);
  void flush_all();

  std::shared_ptr<SpoolStore> store_;
  std::vector<RankWriter> writers_;
  std::uint64_t buffered_ = 0;  ///< sum of all buffers, in bytes
  std::uint64_t records_ = 0;
  std::uint32_t largest_ = 0;
  record::CensusTaker census_;
};

}  // namespace trgen::io
