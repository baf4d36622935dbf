// SPDX-License-Identifier: Apache-2.0
// The files that a trace is read from. Neither a trace nor a result may be written over them.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::formats {

/// All files of the trace that is opened by the name `path` (and by its file `index` where that is a folder): the files
/// in the folder, those of an archive, and those that an index or a list names. Empty, without an error, where there is
/// none.
std::vector<std::string> files_of(const std::string& path, const std::string& index);

class FilesRead {
 public:
  explicit FilesRead(const record::TraceSource& trace);

  /// Throws record::TraceError if writing `path` would replace one of the files.
  void spare(const std::string& path) const;
  /// Throws record::TraceError if one of the files lies in the folder `path`, which is about to be written anew.
  void spare_folder(const std::string& path) const;

 private:
  using Identity = std::pair<dev_t, ino_t>;

  std::string name_;
  std::set<Identity> files_;
  std::set<Identity> folders_;
};

}  // namespace trgen::formats
