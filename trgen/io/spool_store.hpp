// SPDX-License-Identifier: Apache-2.0
// Storage of the spool: memory up to a limit, then an unlinked temporary file in $TMPDIR (or /tmp), which disappears
// with the process however it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "trgen/record/trace_error.hpp"

namespace trgen::io {

/// The temporary file cannot be created or its disk is full. what() lacks the name of the trace, which the caller adds.
class SpoolError : public record::TraceError {
 public:
  using record::TraceError::TraceError;
};

class SpoolStore {
 public:
  explicit SpoolStore(std::uint64_t memory_limit) : limit_(memory_limit) {}
  SpoolStore(const SpoolStore&) = delete;
  SpoolStore& operator=(const SpoolStore&) = delete;
  ~SpoolStore();

  /// Allocates `size` bytes and returns their offset. May move everything into the file, see in_memory(). Throws
  /// SpoolError.
  std::uint64_t allocate(std::size_t size);

  /// The bytes in memory; null once they are in the file. Valid until the next allocate().
  std::byte* memory() const { return memory_.get(); }
  bool in_memory() const { return fd_ < 0; }
  std::uint64_t size() const { return size_; }

  /// Writes to the file. Throws SpoolError.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);

  /// Reads from the file; may be called from several threads at once. Returns an error text, empty on success. Bytes
  /// that were allocated and never written have no defined value.
  std::string read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  void grow_memory();
  void spill();

  std::uint64_t limit_;
  std::uint64_t size_ = 0;
  std::uint64_t capacity_ = 0;
  std::unique_ptr<std::byte[]> memory_;
  std::string folder_;
  int fd_ = -1;
};

}  // namespace trgen::io
