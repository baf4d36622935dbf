// SPDX-License-Identifier: Apache-2.0
// The runs of a sweep as they come to their end: runs.partial.jsonl in its folder, one line each, readable at any
// moment. A line is written by one call, so that kill -9 can only cut the last one short; that one is dropped and its
// run repeated. So is a line that was damaged later (a failing disk, an editor), which is said. The folder is locked
// while somebody writes into it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <vector>

#include "fsin/sweep/run.hpp"

namespace fsin::sweep {

class Journal {
 public:
  /// Opens the journal of a folder, and takes the runs in it when `resume`, else begins anew. Throws SweepError when
  /// another process writes into the folder, or the journal cannot be written.
  Journal(const std::filesystem::path& folder, bool resume);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Runs found when it was opened.
  const std::vector<Run>& found() const { return found_; }
  /// Lines that were no run, "runs.partial.jsonl:7" each: dropped, but for the last of a sweep that was killed.
  const std::vector<std::string>& damaged() const { return damaged_; }
  /// Throws SweepError when it cannot be written, e.g. on a full disk. For several threads at once.
  void add(const Run& run);
  /// All results are in their final files: the journal goes.
  void remove();

 private:
  void read();
  void open(const std::filesystem::path& path);
  void rewrite();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::mutex mutex_;
  off_t size_ = 0;  ///< whole lines
  std::vector<Run> found_;
  std::vector<std::string> damaged_;
};

}  // namespace fsin::sweep
