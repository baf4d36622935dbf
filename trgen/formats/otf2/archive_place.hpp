// SPDX-License-Identifier: Apache-2.0
// The place of an OTF2 archive that is being written: a folder beside its final place until everything is complete.
#pragma once

#include <filesystem>
#include <string>

namespace trgen::formats::otf2 {

class ArchivePlace {
 public:
  /// `path` is that of the anchor, name.otf2. Throws record::TraceError when the path is not possible, or when name/ or
  /// name.def exist and do not belong to an archive.
  explicit ArchivePlace(const std::string& path);
  ArchivePlace(const ArchivePlace&) = delete;
  ArchivePlace& operator=(const ArchivePlace&) = delete;
  /// Without commit(), everything that was written is removed.
  ~ArchivePlace();

  /// The folder in which the library writes, and the name that it uses.
  std::string folder() const { return temporary_.string(); }
  std::string name() const { return base_.filename().string(); }

  /// Moves the complete archive to its place, the anchor last. Throws record::TraceError; the old archive is then
  /// restored.
  void commit();

 private:
  void check_place() const;
  void move_all(const std::filesystem::path& from, const std::filesystem::path& to) const;

  std::filesystem::path base_;  ///< the path without ".otf2"
  std::filesystem::path temporary_;
};

}  // namespace trgen::formats::otf2
