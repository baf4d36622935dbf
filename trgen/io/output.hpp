// SPDX-License-Identifier: Apache-2.0
// A trace file, being written: compressed according to its name, under a temporary name until it is complete.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trgen/io/compression.hpp"

namespace trgen::io {

class Output {
 public:
  /// Starts `path`.partial beside `path`, links followed. "-" is standard output, uncompressed; a pipe, a device or an
  /// open descriptor (/dev/stdout, >(command)) is written directly. Throws record::TraceError.
  explicit Output(std::string path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  /// Without commit() the temporary file is removed, and `path` is unchanged.
  ~Output();

  /// Writes bytes. Throws record::TraceError on failure, with the number of bytes written before.
  void write(std::span<const char> bytes);
  void write(std::string_view text) { write(std::span<const char>(text.data(), text.size())); }

  /// Completes the file and gives it its name. Throws record::TraceError.
  void commit();

  const std::string& path() const { return path_; }
  std::uint64_t file_bytes() const { return file_bytes_; }

 private:
  void put(std::span<const char> bytes);

  std::string path_;
  std::string final_;      ///< the file itself, links followed
  std::string temporary_;  ///< empty when written directly, and once committed
  int fd_ = -1;
  std::unique_ptr<Encoder> encoder_;
  std::uint64_t file_bytes_ = 0;
};

/// Waits until everything committed under this name, and the name itself, are on the disk. `several_files`: the name is
/// a folder, or one of several files. Throws record::TraceError on failure.
void settle_folder(const std::string& path, bool several_files);

}  // namespace trgen::io
