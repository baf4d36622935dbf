// SPDX-License-Identifier: Apache-2.0
// The operations of all ranks of a long trace, out of memory: each rank's in a chain of blocks, which can be read in
// any order. In memory are the block that each rank fills and the places of blocks, 8 bytes for about 200 operations;
// the rest is in a SpoolStore, which is a temporary file where it is large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/io/spool_store.hpp"
#include "trgen/programs/operation.hpp"

namespace trgen::programs::ti {

class OperationStore {
 public:
  std::uint64_t blocks(std::uint32_t rank) const { return rank < chains_.size() ? chains_[rank].size() : 0; }

  /// Appends the operations of a block; returns the reason why it cannot be read, or an empty text. May be called from
  /// any number of threads.
  std::string read(std::uint32_t rank, std::uint64_t block, Operations& out) const;

  /// One of the sizes that add_sizes() stored.
  std::uint64_t size_at(std::uint64_t index) const;

 private:
  friend class OperationStoreBuilder;
  std::vector<std::vector<std::uint64_t>> chains_;
  std::unique_ptr<io::SpoolStore> blocks_;
  std::unique_ptr<io::SpoolStore> sizes_;
};

class OperationStoreBuilder {
 public:
  explicit OperationStoreBuilder(std::uint64_t memory_limit = std::uint64_t{64} << 20);

  void add(std::uint32_t rank, const Operation& operation);

  /// A place in the operations of a rank where a wait may turn out to have been, or whose source is not known yet.
  struct Place {
    std::uint64_t block = 0;
    std::uint32_t offset = 0;  ///< 0: none
  };
  Place add_possible_wait(std::uint32_t rank, std::uint32_t request);
  void make_wait(std::uint32_t rank, const Place& place);

  /// Adds a receive from any source, whose source may be named later.
  Place add_open_receive(std::uint32_t rank, const Operation& receive);
  void set_source(std::uint32_t rank, const Place& place, std::uint32_t source);

  /// Keeps a list of sizes and returns the index of its first; equal lists are often kept once.
  std::uint64_t add_sizes(std::span<const std::uint64_t> sizes);

  OperationStore finish();

 private:
  struct Writer {
    std::vector<std::byte> block;
    std::size_t used = 0;  ///< of the block
    std::vector<std::uint64_t> chain;
  };

  Writer& writer(std::uint32_t rank) {
    return rank < writers_.size() && writers_[rank] ? *writers_[rank] : new_writer(rank);
  }
  Writer& new_writer(std::uint32_t rank);
  void flush(Writer& writer);
  void replace(std::uint32_t rank, const Place& place, std::span<const std::byte> bytes);
  void make_room(Writer& writer) const;

  std::vector<std::unique_ptr<Writer>> writers_;
  std::size_t block_limit_ = 0;  ///< of bytes in a block, beside its end
  std::unique_ptr<io::SpoolStore> blocks_;
  std::unique_ptr<io::SpoolStore> sizes_;
  std::unordered_map<std::uint64_t, std::uint64_t> known_;  ///< index of the first size, by hash of the list
};

}  // namespace trgen::programs::ti
