// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/programs.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace fsin {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_output = std::size_t{1} << 16;

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::optional<fs::path> find_program(const std::string& word) {
  if (word.find('/') != std::string::npos) return is_executable(word) ? std::optional<fs::path>(word) : std::nullopt;
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "/usr/bin:/bin" : path;
  while (true) {
    const auto colon = left.find(':');
    const fs::path folder(left.substr(0, colon));
    if (fs::path file = (folder.empty() ? "." : folder) / word; is_executable(file)) return file;
    if (colon == std::string_view::npos) return std::nullopt;
    left.remove_prefix(colon + 1);
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
  std::vector<char*> pointers;
  for (std::string& each : copy) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  pid_t pid = 0;
  const int error = ::posix_spawnp(&pid, copy.front().c_str(), &actions, nullptr, pointers.data(), environ);
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

}  // namespace fsin
