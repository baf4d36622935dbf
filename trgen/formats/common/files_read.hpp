// SPDX-License-Identifier: Apache-2.0
// The files that a trace comes from: writing a trace, or a result, may not replace them.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// All files of the trace that is opened under the name `path`, and by its file `index` where that is a folder: those
/// of the folder, of an archive, or that an index or a list names. No file, and no error, where there is none.
std::vector<std::string> files_of(const std::string& path, const std::string& index);

class FilesRead {
 public:
  explicit FilesRead(const record::TraceSource& trace);

  /// Throws record::TraceError when writing `path` would replace one of them.
  void spare(const std::string& path) const;
  /// The same for a folder that is written anew, when one of them lies in it.
  void spare_folder(const std::string& path) const;

 private:
  using Identity = std::pair<dev_t, ino_t>;

  std::string name_;
  std::set<Identity> files_;
  std::set<Identity> folders_;
};

}  // namespace trgen::formats
