// SPDX-License-Identifier: Apache-2.0
// The bytes of a file, of standard input or of memory, in blocks, before decompression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/core/input_path.hpp"

namespace fsin {
class InputFile;
}

namespace trgen::io {

class RawInput {
 public:
  /// Opens a file; "-" is standard input. Throws record::TraceError, also for a folder.
  explicit RawInput(fsin::InputPath path);
  /// Reads bytes in memory, which must outlive the input.
  RawInput(std::string name, std::span<const char> bytes);
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;
  ~RawInput();

  /// The name of the file in messages.
  const std::string& name() const { return name_; }
  const fsin::InputPath& path() const { return path_; }

  /// The unread bytes: at least `least` of them (at most 64 KiB) unless the input ends before. Throws TraceError when
  /// reading fails.
  std::span<const char> peek(std::size_t least = 1);
  void take(std::size_t count);

  /// Bytes taken so far, and of the whole file where its size is known.
  std::uint64_t taken() const { return taken_; }
  std::optional<std::uint64_t> size() const { return size_; }
  /// The bytes in memory from which the input was made; empty for a file.
  std::optional<std::span<const char>> memory() const { return memory_; }

 private:
  bool fill();

  fsin::InputPath path_;
  std::string name_;
  std::unique_ptr<fsin::InputFile> file_;
  std::vector<char> block_;
  std::span<const char> left_;
  std::uint64_t taken_ = 0;
  std::optional<std::uint64_t> size_;
  std::optional<std::span<const char>> memory_;
};

}  // namespace trgen::io
