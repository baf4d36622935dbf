// SPDX-License-Identifier: Apache-2.0
// Compressions of trace files: recognised by content when reading, selected by the end of the file name when writing.
//
// A compression is a struct with a name, a suffix, `recognises(head)`, `decoder()` and `encoder()`: one file, and one
// line in compression.cpp. A compression that is recognised but cannot be read (xz, lz4, ...) is a line in the same
// file.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "trgen/io/raw_input.hpp"

namespace trgen::io {

/// Compressed data that is damaged or ends too early. what() says which of the two, without the name of the file.
class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Writes decompressed bytes to `to`, which must not be empty; returns 0 only at the end of sound data. Throws
  /// DataError.
  virtual std::size_t read(RawInput& from, std::span<char> to) = 0;
};

/// Receives compressed bytes.
using ByteConsumer = std::function<void(std::span<const char>)>;

class Encoder {
 public:
  virtual ~Encoder() = default;
  virtual void write(std::span<const char> bytes, const ByteConsumer& out) = 0;
  /// Writes what is still buffered.
  virtual void finish(const ByteConsumer& out) = 0;
};

struct Compression {
  std::string_view name;
  std::string_view suffix;
  bool (*recognises)(std::span<const char> head);
  std::unique_ptr<Decoder> (*decoder)();
  std::unique_ptr<Encoder> (*encoder)();
};

/// All compressions. The last one is "none", which recognises any content.
std::span<const Compression> compressions();

/// The compression of a file, by its first bytes. Throws DataError for one that is known but cannot be read.
const Compression& recognise_compression(std::span<const char> head);
/// The compression for a file to be written, by the end of its name.
const Compression& compression_for(std::string_view file_name);

bool starts_with(std::span<const char> head, std::string_view magic);

// The entries of the table, each defined in a file of its own.
extern const Compression bzip2_compression;
extern const Compression gzip_compression;
extern const Compression zstd_compression;

}  // namespace trgen::io
