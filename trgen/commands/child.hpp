// SPDX-License-Identifier: Apache-2.0
// Runs other programs, without a shell, and handles signals while they run.
//
// SIGINT, SIGTERM and SIGHUP are blocked while a Signals exists: wait() and CleanUp handle them, so that trgen does not
// end before it has written what it has and removed its temporary files.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace trgen::commands {

/// The end of a program.
struct Ending {
  int code = 0;              ///< exit code; 128 + signal when it was killed
  int signal = 0;            ///< the signal that killed it, or 0
  bool interrupted = false;  ///< a signal to trgen ended it
};

class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  /// Starts words[0] (searched in PATH) with its arguments and waits for its end. A signal to trgen is passed on,
  /// unless the terminal sent it to both; the program is killed when it does not end within 10 s of that, and gets
  /// SIGTERM when trgen itself is killed. Throws record::TraceError when the program cannot be started.
  Ending run(const std::vector<std::string>& words) const;

 private:
  Ending wait(pid_t pid) const;

  sigset_t before_{};
};

/// While this object exists, a signal removes these paths, prints `words` and ends trgen with exit code 130. `again`:
/// trgen has survived a signal before, so one that arrives within a second counts as the same.
class CleanUp {
 public:
  CleanUp(std::vector<std::filesystem::path> paths, std::string words, bool again);
  CleanUp(const CleanUp&) = delete;
  CleanUp& operator=(const CleanUp&) = delete;
  ~CleanUp();

 private:
  void watch() const;

  std::vector<std::filesystem::path> paths_;
  std::string words_;
  bool again_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

}  // namespace trgen::commands
