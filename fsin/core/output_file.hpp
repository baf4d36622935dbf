// SPDX-License-Identifier: Apache-2.0
// A result file that is either complete or plainly marked as incomplete: it is written under the name
// "NAME.incomplete", flushed to the disk and renamed to NAME by commit(). Without commit() the destructor removes it;
// only a crash or a kill can leave one behind, and then its name says what it is. Links are followed; a pipe, a device
// or an open descriptor (/dev/stdout, >(command)) is written directly (fsin/core/output_place.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "fsin/core/input_output_error.hpp"
#include "fsin/core/output_place.hpp"

namespace fsin {

/// Thrown when a file could not be written. what() says which one, why, and what to do.
class OutputError : public InputOutputError {
 public:
  using InputOutputError::InputOutputError;
};

class OutputFile {
 public:
  /// Opens the file; throws OutputError when that fails.
  explicit OutputFile(const std::filesystem::path& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Checks that the file can be written, without leaving anything behind; throws OutputError if not. For commands that
  /// write the file much later.
  static void probe(const std::filesystem::path& path);

  /// Appends to the file; throws OutputError on failure, e.g. when the disk is full.
  void write(std::string_view text);
  /// Completes the file and gives it its name; throws OutputError on failure.
  void commit();

 private:
  OutputFile(const std::filesystem::path& path, std::error_code error);
  void flush();
  [[noreturn]] void fail(std::string_view what, int error) const;

  std::filesystem::path path_;  ///< as given
  OutputPlace place_;
  std::filesystem::path temporary_;  ///< empty when written directly
  std::string buffer_;
  int descriptor_ = -1;
};

/// Writes a whole small file in one call; throws OutputError on failure.
void write_file(const std::filesystem::path& path, std::string_view text);

/// Writes to standard output and flushes it; throws OutputError when that fails.
void write_stdout(std::string_view text);
/// Writes text for people to standard output. Control characters are escaped, since the text may quote names of files.
void write_text(std::string_view text);

/// Creates the directory for results and checks that a file can be created in it, before a long run starts.
void prepare_directory(const std::filesystem::path& directory);

}  // namespace fsin
