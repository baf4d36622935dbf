// SPDX-License-Identifier: Apache-2.0
// Reads the records of a CLOG-2 file one after the other. Memory: one block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/clog2/layout.hpp"
#include "trgen/io/input.hpp"

namespace trgen::formats::clog2 {

struct LogRecord {
  double time_s = 0;
  std::int32_t communicator = 0;
  std::int32_t rank = 0;  ///< rank in the communicator
  layout::Type type = layout::Type::end_log;
  std::uint64_t number = 0;  ///< number in the file, from 1
  std::string_view body;     ///< valid until the next record
};

class Stream {
 public:
  /// Opens the log and reads the preamble. Throws record::TraceError.
  explicit Stream(io::Input& in);

  /// The next record other than the end of a block. False at the end of the log. Throws record::TraceError.
  bool next(LogRecord& record);
  /// Reads the bytes after the log, so that the digest covers the whole file.
  void drain();

  /// A 32-bit number in the body of a record.
  std::int32_t number(const LogRecord& record, std::size_t at) const;
  /// A text of fixed length in the body of a record, up to its first zero byte.
  static std::string_view text(const LogRecord& record, std::size_t at, std::size_t size);

  std::uint64_t world_size() const { return world_size_; }
  bool finalized() const { return finalized_; }

 private:
  void read_preamble();
  void read_record(LogRecord& record);
  std::string_view rest_of_block(std::size_t size) const;
  std::size_t fill(std::size_t want);
  std::uint64_t unsigned_at(std::string_view bytes, std::size_t at, std::size_t size) const;
  [[noreturn]] void fail(std::string_view what) const;

  io::Input& in_;
  bool big_endian_ = true;
  bool finalized_ = true;
  std::uint64_t world_size_ = 0;
  std::size_t block_bytes_ = 0;
  std::vector<char> block_;
  std::uint64_t block_start_ = 0;  ///< offset of the block in the file
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
};

}  // namespace trgen::formats::clog2
