// SPDX-License-Identifier: Apache-2.0
// Runs the fsin binary as a user does and keeps what it printed. For tests.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/scratch.hpp"

namespace fsin::test {

struct Ran {
  int code = -1;  ///< exit code; 128 + signal when killed
  std::string out;
  std::string err;
};

/// A process under way.
class Process {
 public:
  /// Starts fsin with these words in `directory`, stdin closed, stdout and stderr into files there.
  Process(const std::vector<std::string>& words, const std::filesystem::path& directory);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Lets it use so much CPU time (all its threads): unlike real time, that means the same on a busy machine. Returns
  /// early when it ends before.
  void let_compute(double seconds) const;
  void signal(int number) const;
  /// Waits for the end; killed after ten minutes (code 137).
  Ran wait();

 private:
  std::filesystem::path directory_;
  pid_t pid_ = -1;
};

/// Runs fsin in a scratch directory to its end.
Ran run_fsin(const std::vector<std::string>& words);
Ran run_fsin_in(const std::filesystem::path& directory, const std::vector<std::string>& words);

std::string read_file(const std::filesystem::path& path);

}  // namespace fsin::test
