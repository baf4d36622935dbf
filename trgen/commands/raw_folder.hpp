// SPDX-License-Identifier: Apache-2.0
// The folder in which the ranks of a captured program leave their files, and its contents. No record is removed before
// it is safely in a trace.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace trgen::commands {

/// Files left by the ranks of a capture, or of several captures in folders 1, 2, ...
struct RawContent {
  std::uint32_t files = 0;    ///< files of ranks
  std::uint32_t started = 0;  ///< files of these that contain a record
  std::uint32_t stopped = 0;  ///< files of these that lack records, or have none, because the disk was full
  std::uint64_t bytes = 0;
};
RawContent raw_content(const std::filesystem::path& folder);

/// The folders of single captures: `folder` itself, or its subfolders 1, 2, ... in this order. Empty when there are no
/// files of ranks.
std::vector<std::filesystem::path> raw_captures(const std::filesystem::path& folder);

/// Records that one capture lacks because the disk was full.
struct RawLoss {
  std::uint32_t ranks = 0;    ///< ranks that stopped recording, or never began
  std::uint64_t records = 0;  ///< records without room, as far as the ranks could count them
  bool counted = true;        ///< the ranks could count all of them
  std::uint32_t error = 0;    ///< errno of the first rank that knows it; 0: none does
};
RawLoss raw_loss(const std::filesystem::path& folder, std::uint32_t ranks);

class RawFolder {
 public:
  /// Creates the folder: `kept`, else a temporary one in $TMPDIR or /tmp. Throws record::TraceError, also when there is
  /// no space for a single record; prints a warning when there is little.
  RawFolder(const std::optional<std::string>& kept, std::uint32_t ranks);
  RawFolder(const RawFolder&) = delete;
  RawFolder& operator=(const RawFolder&) = delete;
  /// Removes a temporary folder that is no longer needed: it was released, or contains no record.
  ~RawFolder();

  const std::filesystem::path& path() const { return path_; }
  /// Declares the contents safe elsewhere.
  void release() { released_ = true; }
  /// True when the folder is temporary and would be removed now.
  bool disposable() const;

 private:
  bool keep_;
  bool released_ = false;
  std::filesystem::path path_;
};

/// One line that says where the records are and how to make a trace of them; "" when there are none. `options`: those
/// of trgen capture, e.g. "--keep median ".
std::string rescue_words(const std::filesystem::path& folder, const std::string& output, const std::string& options);

}  // namespace trgen::commands
