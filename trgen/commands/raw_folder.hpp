// SPDX-License-Identifier: Apache-2.0
// The folder in which the ranks of a captured program leave their files, and what is in it. No record is removed before
// it is safely in a trace.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace trgen::commands {

/// What the ranks of one capture, or of several in folders 1, 2, ..., left.
struct RawContent {
  std::uint32_t files = 0;    ///< of ranks
  std::uint32_t started = 0;  ///< of these, with a record
  std::uint32_t stopped = 0;  ///< of these, without room for all of them, or for any
  std::uint64_t bytes = 0;
};
RawContent raw_content(const std::filesystem::path& folder);

/// The folders of single captures: `folder` itself, or its subfolders 1, 2, ... in this order. None where there are no
/// files of ranks.
std::vector<std::filesystem::path> raw_captures(const std::filesystem::path& folder);

/// What one capture lacks for want of room.
struct RawLoss {
  std::uint32_t ranks = 0;    ///< stopped recording, or never began
  std::uint64_t records = 0;  ///< that had no room, as far as the ranks could count them
  bool counted = true;        ///< all of them could
  std::uint32_t error = 0;    ///< errno of the first that knows; 0: none does
};
RawLoss raw_loss(const std::filesystem::path& folder, std::uint32_t ranks);

class RawFolder {
 public:
  /// Makes it: `kept`, else a temporary one in $TMPDIR or /tmp. Throws record::TraceError, also where there is no room
  /// for a single record; says so where there is little.
  RawFolder(const std::optional<std::string>& kept, std::uint32_t ranks);
  RawFolder(const RawFolder&) = delete;
  RawFolder& operator=(const RawFolder&) = delete;
  /// Removes a temporary folder that is not needed: it was released, or holds no record.
  ~RawFolder();

  const std::filesystem::path& path() const { return path_; }
  /// What is in it is safe elsewhere.
  void release() { released_ = true; }
  /// Of a temporary folder: it would be removed now.
  bool disposable() const;

 private:
  bool keep_;
  bool released_ = false;
  std::filesystem::path path_;
};

/// One line that says where the records are and how a trace is made of them; "" where there are none. `options`: of
/// the command line of trgen capture, e.g. "--keep median ".
std::string rescue_words(const std::filesystem::path& folder, const std::string& output, const std::string& options);

}  // namespace trgen::commands
