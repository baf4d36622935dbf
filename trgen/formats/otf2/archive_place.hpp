// SPDX-License-Identifier: Apache-2.0
// The place of an OTF2 archive that is being written: a folder beside it until all is complete.
#pragma once

#include <filesystem>
#include <string>

namespace trgen::formats::otf2 {

class ArchivePlace {
 public:
  /// `path` is that of the anchor, name.otf2. Throws record::TraceError when it cannot be, or when name/ or name.def
  /// exist and belong to something else.
  explicit ArchivePlace(const std::string& path);
  ArchivePlace(const ArchivePlace&) = delete;
  ArchivePlace& operator=(const ArchivePlace&) = delete;
  /// Without commit() all that was written is removed.
  ~ArchivePlace();

  /// Where the library writes, and under which name.
  std::string folder() const { return temporary_.string(); }
  std::string name() const { return base_.filename().string(); }

  /// All is written: it takes its place, the anchor last. Throws record::TraceError; then the old archive is back.
  void commit();

 private:
  void check_place() const;
  void move_all(const std::filesystem::path& from, const std::filesystem::path& to) const;

  std::filesystem::path base_;  ///< the path without ".otf2"
  std::filesystem::path temporary_;
};

}  // namespace trgen::formats::otf2
