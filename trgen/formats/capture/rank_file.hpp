// SPDX-License-Identifier: Apache-2.0
// The file that the tracing library leaves for each rank, entry by entry. Layout: mpich-patches/trace/rank_file.h.
//
// A file that was cut, or whose writer was killed, is read up to its last whole entry; that is no error here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/core/input_path.hpp"
#include "mpich-patches/trace/rank_file.h"

namespace trgen::formats::capture {

/// The rank of "rank-000012.raw"; empty when it is no such name.
std::optional<std::uint32_t> rank_of_file(std::string_view file_name);
/// The name of a rank's file, the reverse of rank_of_file().
std::string rank_file_name(std::uint32_t rank);
/// The file of the lowest rank with an entry among these files of a folder: files may be missing, or empty where the
/// disk was full. If no file has an entry, the lowest rank; empty when no file has the name of a rank's file.
std::optional<std::string> lowest_rank_file(const fsin::InputPath& folder, const std::vector<std::string>& files);

/// The bytes of a file, which is open only while it is read (there may be more ranks than files that a process may
/// open), or of memory, which must outlive the object.
class RankBytes {
 public:
  /// Throws record::TraceError when the file cannot be opened.
  explicit RankBytes(fsin::InputPath path);
  RankBytes(std::string name, std::span<const char> memory) : name_(std::move(name)), memory_(memory) {
    size_ = memory.size();
  }

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }
  /// Reads from `offset` on into `to`; fewer bytes than asked for only at the end. Throws record::TraceError.
  std::size_t read(std::uint64_t offset, std::span<char> to) const;

 private:
  fsin::InputPath path_;
  std::string name_;
  std::optional<std::span<const char>> memory_;
  std::uint64_t size_ = 0;
};

class RankEntries {
 public:
  /// Starts before the first entry. `window` is the number of bytes that are read at once, 64 or more.
  RankEntries(const RankBytes& bytes, std::size_t window) : bytes_(&bytes), window_size_(window) {}

  /// The next whole entry; false at the end of the data. Throws record::TraceError when reading fails.
  bool next(trgen_rank_entry& entry);
  /// The data after the entry that next() returned last, without its padding.
  std::vector<char> payload() const;
  /// Offset in the file of the entry that next() returned last.
  std::uint64_t offset() const { return entry_offset_; }
  /// True, after the end of the data, when it ended in the middle of an entry.
  bool cut() const { return cut_; }

 private:
  bool fill();
  bool end_in_payload();

  const RankBytes* bytes_;
  std::size_t window_size_;
  std::vector<char> window_;
  std::size_t at_ = 0;
  std::uint64_t next_offset_ = sizeof(trgen_rank_header);  ///< offset of the byte at window_[at_]
  std::uint64_t entry_offset_ = 0;
  std::uint64_t payload_size_ = 0;  ///< bytes after the last entry, without padding
  bool cut_ = false;
};

}  // namespace trgen::formats::capture
