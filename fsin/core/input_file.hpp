// SPDX-License-Identifier: Apache-2.0
// A file that is open for reading: the only way to open one (input_path.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <streambuf>
#include <string>

#include "fsin/core/input_path.hpp"

namespace fsin {

class RunningDigest;  // digest.hpp

class InputFile {
 public:
  /// Opens the file, which error() tells.
  explicit InputFile(const InputPath& path);
  /// Standard input, which has no record.
  static std::unique_ptr<InputFile> standard_input();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Why nothing can be read, without the name of the file; empty of one that is open. A folder is not opened.
  const std::string& error() const { return error_; }
  bool is_open() const { return descriptor_ >= 0; }
  bool is_folder() const { return folder_; }
  /// For what only a descriptor can do; a file that is read by it is digested when somebody asks.
  int descriptor() const { return descriptor_; }
  /// Bytes of a plain file; nothing of a pipe or a device.
  std::optional<std::uint64_t> size() const { return size_; }

  /// Reads on from where the last read ended: 0 at the end, negative on failure, with errno set.
  std::ptrdiff_t read(std::span<char> to);
  /// Reads at a place of a plain file, as pread(2).
  std::ptrdiff_t read_at(std::uint64_t offset, std::span<char> to) const;

 private:
  InputFile() = default;

  int descriptor_ = -1;
  bool folder_ = false;
  std::optional<std::uint64_t> size_;
  std::string error_;
  std::shared_ptr<KnownFile> known_;
  std::unique_ptr<RunningDigest> digest_;  ///< of what was read so far; null once the digest of the file is known
};

/// A file as a stream of the standard library. The stream has failed when the file could not be opened.
class InputStream final : public std::istream {
 public:
  explicit InputStream(const InputPath& path);

  const InputFile& file() const { return buffer_.file; }

 private:
  class Buffer final : public std::streambuf {
   public:
    explicit Buffer(const InputPath& path) : file(path) {}
    InputFile file;

   private:
    int_type underflow() override;
    std::array<char, 1U << 14U> block_;
  };

  Buffer buffer_;
};

}  // namespace fsin
