// SPDX-License-Identifier: Apache-2.0
// A folder with a file for each rank that is being written: under a temporary name until it is complete.
#pragma once

#include <cstdint>
#include <string>

namespace trgen::io {

class FileSet {
 public:
  /// Begins folder `path`.partial for files PREFIX000000SUFFIX and so on. A folder `path` that holds anything else is
  /// not replaced. Throws record::TraceError.
  FileSet(std::string path, std::string prefix, std::string suffix);
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  /// Without commit() nothing is left, and `path` stays as it was.
  ~FileSet();

  /// Where the next file is to be written, from number 0.
  std::string next();
  /// Where that file will be.
  std::string name(std::uint32_t number) const { return path_ + "/" + file(number); }
  /// All files are written: the folder gets its name. Throws record::TraceError.
  void commit();

 private:
  std::string file(std::uint32_t number) const;

  std::string path_;
  std::string prefix_;
  std::string suffix_;
  std::string temporary_;  ///< empty once committed
  std::uint32_t files_ = 0;
};

}  // namespace trgen::io
