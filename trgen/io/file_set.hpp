// SPDX-License-Identifier: Apache-2.0
// A folder, being written, with one file for each rank. It has a temporary name until it is complete.
#pragma once

#include <cstdint>
#include <string>

namespace trgen::io {

class FileSet {
 public:
  /// Starts the folder `path`.partial for files PREFIX000000SUFFIX and so on. A folder `path` that contains anything
  /// else is not replaced. Throws record::TraceError.
  FileSet(std::string path, std::string prefix, std::string suffix);
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  /// Without commit() nothing is left, and `path` is unchanged.
  ~FileSet();

  /// The path at which to write the next file, from number 0.
  std::string next();
  /// The path that a file will have in the end.
  std::string name(std::uint32_t number) const { return path_ + "/" + file(number); }
  /// Completes the folder and gives it its name. Throws record::TraceError.
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
