// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <system_error>

#include "fsin/core/say.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

constexpr int patience_s = 10;

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, each);
  return set;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size() + 1);
  for (std::string& each : words) all.push_back(each.data());
  all.push_back(nullptr);
  return all;
}

/// In the child: becomes the program, with this signal mask, and with SIGTERM when trgen is gone: a trgen that is
/// killed leaves nothing running, since mpiexec then ends its ranks. Does not return; `report` takes the errno.
[[noreturn]] void become(char* const* words, const sigset_t& mask, pid_t parent, int report) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(exit_interrupted);  // it was gone before
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  ::execvp(words[0], words);
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(report, &error, sizeof error);
  ::_exit(127);
}

Ending ending_of(int status) {
  if (WIFSIGNALED(status)) return {.code = 128 + WTERMSIG(status), .signal = WTERMSIG(status)};
  return {.code = WEXITSTATUS(status)};
}

}  // namespace

Signals::Signals() {
  sigset_t blocked = ending_signals();
  sigaddset(&blocked, SIGCHLD);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before_);
}

/// Everything is written by now: a late signal has no effect any more.
Signals::~Signals() {
  const sigset_t awaited = ending_signals();
  constexpr timespec no_time{0, 0};
  while (::sigtimedwait(&awaited, nullptr, &no_time) > 0) {
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Ending Signals::run(const std::vector<std::string>& words) const {
  const auto refuse = [&](int error) {
    return record::TraceError(fmt::format("{}: cannot run: {}", words.front(), std::strerror(error)));
  };
  std::vector<std::string> copy = words;
  const std::vector<char*> arguments = pointers(copy);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw refuse(errno);
  std::fflush(stdout);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid == 0) become(arguments.data(), before_, parent, ends[1]);
  int error = pid < 0 ? errno : 0;
  ::close(ends[1]);
  // The other end closes when the program begins.
  while (pid > 0 && ::read(ends[0], &error, sizeof error) < 0 && errno == EINTR) {
  }
  ::close(ends[0]);
  if (error == 0) return wait(pid);
  if (pid > 0) ::waitpid(pid, nullptr, 0);
  throw refuse(error);
}

Ending Signals::wait(pid_t pid) const {
  sigset_t awaited = ending_signals();
  sigaddset(&awaited, SIGCHLD);
  bool interrupted = false;
  int seconds_left = patience_s;
  for (int status = 0;;) {
    if (::waitpid(pid, &status, WNOHANG) == pid) {
      Ending ending = ending_of(status);
      ending.interrupted = interrupted;
      return ending;
    }
    // Looks again every second, in case another handler consumed the SIGCHLD.
    const timespec second{1, 0};
    siginfo_t info{};
    const int got = ::sigtimedwait(&awaited, &info, &second);
    if (got > 0 && got != SIGCHLD) {
      const bool both_have_it = info.si_code == SI_KERNEL;
      if (!both_have_it || interrupted) ::kill(pid, got == SIGHUP ? SIGTERM : got);
      interrupted = true;
    } else if (got < 0 && interrupted && --seconds_left == 0) {
      ::kill(pid, SIGKILL);
    }
  }
}

CleanUp::CleanUp(std::vector<std::filesystem::path> paths, std::string words, bool again)
    : paths_(std::move(paths)), words_(std::move(words)), again_(again), thread_([this] { watch(); }) {}

CleanUp::~CleanUp() {
  done_ = true;
  thread_.join();
}

void CleanUp::watch() const {
  const sigset_t awaited = ending_signals();
  constexpr timespec moment{0, 50'000'000};
  const auto start = std::chrono::steady_clock::now();
  while (!done_) {
    if (::sigtimedwait(&awaited, nullptr, &moment) <= 0) continue;
    if (again_ && std::chrono::steady_clock::now() - start < std::chrono::seconds(1)) continue;
    std::error_code ignored;
    for (const auto& each : paths_) std::filesystem::remove_all(each, ignored);
    fsin::say("trgen capture: interrupted; {}\n", words_);
    ::_exit(exit_interrupted);
  }
}

}  // namespace trgen::commands
