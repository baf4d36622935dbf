// SPDX-License-Identifier: Apache-2.0
// The place of an OTF2 archive that is being written: a folder beside it until all is complete.
#pragma once

#include <filesystem>
#include <string>

namespace trgen::formats {

class Otf2Place {
 public:
  /// `path` is that of the anchor, name.otf2. Throws record::TraceError when it cannot be, or when name/ or name.def
  /// exist and belong to something else.
  explicit Otf2Place(const std::string& path);
  Otf2Place(const Otf2Place&) = delete;
  Otf2Place& operator=(const Otf2Place&) = delete;
  /// Without commit() all that was written is removed.
  ~Otf2Place();

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

}  // namespace trgen::formats
