// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/spool.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "trgen/io/spooled_trace.hpp"

namespace trgen::io {
namespace {

constexpr std::uint32_t smallest_chunk = 256;
constexpr std::uint32_t largest_chunk = 1U << 16;
constexpr std::uint64_t budget = std::uint64_t{32} << 20;
static_assert(record::codec::longest_record + record::codec::jump_bytes < smallest_chunk);

}  // namespace

std::uint32_t chunk_limit(std::uint64_t ranks) {
  const std::uint64_t share = std::bit_floor(std::max<std::uint64_t>(budget / std::max<std::uint64_t>(ranks, 1), 1));
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(share, smallest_chunk, largest_chunk));
}

/// The end of a rank's chain of chunks. If the store is a file, bytes [flushed, used) of the last chunk are in
/// `buffer`.
struct SpoolBuilder::RankWriter {
  record::codec::Previous previous;
  std::uint64_t records = 0;
  std::uint64_t first = 0;
  std::uint64_t chunk = 0;
  std::unique_ptr<std::byte[]> buffer;
  std::uint32_t chunk_size = 0;
  std::uint32_t used = 0;
  std::uint32_t flushed = 0;
  std::uint32_t first_size = 0;
};

SpoolBuilder::SpoolBuilder(std::uint64_t memory_limit) : store_(std::make_shared<SpoolStore>(memory_limit)) {}
SpoolBuilder::~SpoolBuilder() = default;

void SpoolBuilder::add(std::uint32_t rank, const record::Record& record) {
  if (rank >= writers_.size()) writers_.resize(std::size_t{rank} + 1);
  largest_ = std::max(largest_, record::is_message(record.kind) ? std::max(rank, record.peer) : rank);
  RankWriter& writer = writers_[rank];
  if (writer.chunk_size - writer.used < record::codec::longest_record + record::codec::jump_bytes) next_chunk(writer);
  std::byte* const from = write_position(writer);
  std::byte* const to = record::codec::encode(record, writer.previous, from);
  writer.used += static_cast<std::uint32_t>(to - from);
  ++writer.records;
  ++records_;
  census_.add(rank, record);
}

void SpoolBuilder::next_chunk(RankWriter& writer) {
  const std::uint32_t size =
      std::clamp(writer.chunk_size * 2, smallest_chunk, std::max(smallest_chunk, chunk_limit(writers_.size())));
  const bool was_in_memory = store_->in_memory();
  const std::uint64_t chunk = store_->allocate(size);
  if (was_in_memory && !store_->in_memory()) {
    for (RankWriter& each : writers_) each.flushed = each.used;
  }
  if (writer.chunk_size == 0) {
    writer.first = chunk;
    writer.first_size = size;
  } else {
    record::codec::put_jump(write_position(writer), {chunk, size});
    writer.used += static_cast<std::uint32_t>(record::codec::jump_bytes);
    flush(writer);
  }
  writer.chunk = chunk;
  writer.chunk_size = size;
  writer.used = 0;
  writer.flushed = 0;
}

std::byte* SpoolBuilder::write_position(RankWriter& writer) {
  if (std::byte* memory = store_->memory()) return memory + writer.chunk + writer.used;
  if (!writer.buffer) acquire_buffer(writer);
  return writer.buffer.get() + (writer.used - writer.flushed);
}

void SpoolBuilder::acquire_buffer(RankWriter& writer) {
  if (buffered_ > budget) flush_all();
  const std::uint32_t size = writer.chunk_size - writer.flushed;
  writer.buffer = std::make_unique_for_overwrite<std::byte[]>(size);
  buffered_ += size;
}

/// A buffer is as long as the free part of the chunk was when it was allocated, so it is released as a whole.
void SpoolBuilder::flush(RankWriter& writer) {
  if (!writer.buffer) return;
  store_->write(writer.chunk + writer.flushed, {writer.buffer.get(), writer.used - writer.flushed});
  buffered_ -= writer.chunk_size - writer.flushed;
  writer.flushed = writer.used;
  writer.buffer.reset();
}

void SpoolBuilder::flush_all() {
  for (RankWriter& writer : writers_) flush(writer);
}

std::shared_ptr<const record::TraceSource> SpoolBuilder::finish(record::TraceFacts facts) {
  flush_all();
  std::vector<SpooledTrace::Chain> chains;
  chains.reserve(writers_.size());
  for (const RankWriter& writer : writers_) chains.push_back({writer.first, writer.records, writer.first_size});
  if (facts.ranks == 0) facts.ranks = largest_ + 1;
  facts.records = records_;
  return std::make_shared<SpooledTrace>(std::exchange(store_, nullptr), std::move(chains), std::move(facts),
                                        census_.take());
}

}  // namespace trgen::io
