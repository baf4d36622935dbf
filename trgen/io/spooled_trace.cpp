// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/spooled_trace.hpp"

#include <algorithm>

#include "trgen/io/spool.hpp"

namespace trgen::io {
namespace {

/// The position in a rank's records. `at` .. `end` are decoded bytes of its chunk, in the store's memory or in
/// `window`.
struct RankReader {
  record::codec::Previous previous;
  std::uint64_t left = 0;
  const std::byte* at = nullptr;
  const std::byte* end = nullptr;
  std::uint64_t offset = 0;     ///< in the store, of the byte at `end`
  std::uint64_t chunk_end = 0;  ///< in the store, end of the chunk
  std::unique_ptr<std::byte[]> window;
};

class SpoolCursor final : public record::TraceCursor {
 public:
  SpoolCursor(std::shared_ptr<const SpoolStore> store, const std::vector<SpooledTrace::Chain>& chains)
      : store_(std::move(store)), window_size_(chunk_limit(chains.size())), readers_(chains.size()) {
    for (std::size_t rank = 0; rank < chains.size(); ++rank) {
      readers_[rank].left = chains[rank].records;
      enter(readers_[rank], {chains[rank].first, chains[rank].first_size});
    }
  }

  bool next(std::uint32_t rank, record::Record& out) override {
    if (rank >= readers_.size()) return false;
    RankReader& reader = readers_[rank];
    if (reader.left == 0 || !failure_.empty()) return false;
    if (!ready(reader)) return false;
    reader.at = record::codec::decode(reader.at, reader.previous, out);
    --reader.left;
    if (reader.left == 0) reader.window.reset();
    return true;
  }

  std::string failure() const override { return failure_; }

 private:
  void enter(RankReader& reader, record::codec::Jump jump) {
    reader.chunk_end = jump.offset + jump.size;
    reader.offset = jump.offset;
    reader.at = reader.end = nullptr;
    if (const std::byte* memory = store_->memory()) {
      reader.at = memory + jump.offset;
      reader.end = reader.at + jump.size;
      reader.offset = reader.chunk_end;
    }
  }

  /// Makes a whole record available at `at`, following the chain to the next chunk at the end of this one.
  bool ready(RankReader& reader) {
    if (!available(reader)) return false;
    while (record::codec::is_jump(*reader.at)) {
      enter(reader, record::codec::get_jump(reader.at));
      if (!available(reader)) return false;
    }
    return true;
  }

  bool available(RankReader& reader) {
    const auto left = static_cast<std::size_t>(reader.end - reader.at);
    return left >= record::codec::longest_record || reader.offset == reader.chunk_end || refill(reader, left);
  }

  bool refill(RankReader& reader, std::size_t left) {
    if (!reader.window) reader.window = std::make_unique_for_overwrite<std::byte[]>(window_size_);
    if (left > 0) std::memmove(reader.window.get(), reader.at, left);
    const std::size_t want = std::min<std::uint64_t>(window_size_ - left, reader.chunk_end - reader.offset);
    failure_ = store_->read(reader.offset, {reader.window.get() + left, want});
    reader.at = reader.window.get();
    reader.end = reader.at + left + want;
    reader.offset += want;
    return failure_.empty();
  }

  std::shared_ptr<const SpoolStore> store_;
  std::uint32_t window_size_;
  std::vector<RankReader> readers_;
  std::string failure_;
};

}  // namespace

std::uint64_t SpooledTrace::cursor_bytes(std::uint64_t ranks_read) const {
  if (store_->in_memory()) return chains_.size() * sizeof(RankReader);
  // A window has the size of the longest chunk; a rank with fewer bytes touches less of it.
  const std::uint64_t all = std::min(ranks_read * chunk_limit(chains_.size()), store_->size());
  return chains_.size() * sizeof(RankReader) + all;
}

std::unique_ptr<record::TraceCursor> SpooledTrace::open() const {
  return std::make_unique<SpoolCursor>(store_, chains_);
}

}  // namespace trgen::io
