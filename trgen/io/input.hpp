// SPDX-License-Identifier: Apache-2.0
// The content of a trace file: decompressed, counted and hashed while a format reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/compression.hpp"
#include "trgen/io/digest.hpp"
#include "trgen/io/raw_input.hpp"

namespace trgen::io {

class Input {
 public:
  /// Opens a file; "-" is standard input. Throws record::TraceError.
  explicit Input(const fsin::InputPath& path);
  /// The same of a name on the command line, which no experiment reads.
  explicit Input(const std::string& path) : Input(fsin::InputPath(path)) {}
  /// Reads bytes in memory, which must outlive the input.
  Input(std::string name, std::span<const char> bytes);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// The same input again, from its first byte. Throws record::TraceError for a pipe, which cannot be read twice.
  std::unique_ptr<Input> again() const;

  const std::string& name() const { return raw_.name(); }
  /// Files to which this one leads are opened by path().leads_to(NAME).
  const fsin::InputPath& path() const { return raw_.path(); }
  std::string_view compression() const { return compression_->name; }

  /// The first bytes of the content, up to head_bytes, which remain to be read: formats are recognised by them.
  static constexpr std::size_t head_bytes = 4096;
  std::span<const char> head();

  /// The first bytes of the file itself, up to raw_head_bytes, before decompression.
  static constexpr std::size_t raw_head_bytes = 64;
  std::span<const char> raw_head() const { return raw_head_; }

  /// Reads content into `to`; returns 0 only at its end. Throws record::TraceError, and DataError for damaged
  /// compressed data.
  std::size_t read(std::span<char> to);

  std::uint64_t file_bytes() const { return raw_.taken(); }
  std::optional<std::uint64_t> file_size() const { return raw_.size(); }
  /// The bytes in memory from which the input was made; empty for a file.
  std::optional<std::span<const char>> memory() const { return raw_.memory(); }
  std::uint64_t content_bytes() const { return content_bytes_; }

  /// Digest of the content read so far: "xxh64:" and 16 hexadecimal digits, what xxhsum(1) prints for it.
  std::string digest() const { return digest_.text(); }
  /// The digest of a trace of several files, from those of its files.
  static std::string combined_digest(std::span<const std::string> digests);

 private:
  void recognise();

  RawInput raw_;
  const Compression* compression_ = nullptr;
  std::unique_ptr<Decoder> decoder_;
  Digest digest_;
  std::vector<char> raw_head_;
  std::vector<char> head_;
  std::size_t head_taken_ = 0;
  bool head_read_ = false;
  std::optional<DataError> pending_;  ///< a fault that was found after the head
  std::uint64_t content_bytes_ = 0;
};

}  // namespace trgen::io
