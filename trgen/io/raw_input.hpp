// SPDX-License-Identifier: Apache-2.0
// The bytes of a file, of standard input or of memory, in blocks, before any decompression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace trgen::io {

class RawInput {
 public:
  /// Opens a file; "-" is standard input. Throws record::TraceError, also for a folder.
  explicit RawInput(const std::string& path);
  /// Reads bytes that stay where they are, e.g. of a test.
  RawInput(std::string name, std::span<const char> bytes);
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;
  ~RawInput();

  /// The file as messages call it.
  const std::string& name() const { return name_; }

  /// Bytes not taken yet, at least `least` of them unless the input ends before (least at most 64 KiB). Throws
  /// TraceError when reading fails.
  std::span<const char> peek(std::size_t least = 1);
  void take(std::size_t count);

  /// Bytes taken up to now, and of the whole file where that is known.
  std::uint64_t taken() const { return taken_; }
  std::optional<std::uint64_t> size() const { return size_; }
  /// The bytes that the input was made of, where it is no file.
  std::optional<std::span<const char>> memory() const { return memory_; }

 private:
  bool fill();

  std::string name_;
  int fd_ = -1;
  std::vector<char> block_;
  std::span<const char> left_;
  std::uint64_t taken_ = 0;
  std::optional<std::uint64_t> size_;
  std::optional<std::span<const char>> memory_;
};

}  // namespace trgen::io
