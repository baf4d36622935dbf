// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
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
constexpr std::size_t most_output = std::size_t{1} << 16;

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

/// Attributes of posix_spawn: this signal mask, and the default actions of signals.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(const sigset_t& mask) {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &mask);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

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
  std::vector<std::string> copy = words;
  const SpawnAttributes attributes(before_);
  std::fflush(stdout);
  pid_t pid = 0;
  const int error =
      ::posix_spawnp(&pid, copy.front().c_str(), nullptr, attributes.get(), pointers(copy).data(), environ);
  if (error != 0) throw record::TraceError(fmt::format("{}: cannot run: {}", words.front(), std::strerror(error)));
  return wait(pid);
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

std::string output_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<std::string> copy = words;
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, copy.front().c_str(), &actions, nullptr, pointers(copy).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  std::array<char, 4096> block{};
  for (ssize_t got = 1; error == 0 && (got > 0 || (got < 0 && errno == EINTR));) {
    got = ::read(ends[0], block.data(), block.size());
    if (got > 0 && text.size() < most_output) text.append(block.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  if (error == 0) ::waitpid(pid, nullptr, 0);
  return text;
}

}  // namespace trgen::commands
