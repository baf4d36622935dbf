// SPDX-License-Identifier: Apache-2.0
#include "fsin/live/mpi_library.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

extern char** environ;  // NOLINT(readability-redundant-declaration): not every C library declares it

namespace fsin::live {
namespace {

/// What ldd prints about a file; empty if it is not an ELF file with shared libraries. ldd lets the dynamic linker
/// list them: the program itself does not run.
std::string output_of_ldd(const std::string& file) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::array<std::string, 2> words{"ldd", file};
  const std::array<char*, 3> pointers{words[0].data(), words[1].data(), nullptr};
  pid_t process = -1;
  const bool started = posix_spawnp(&process, "ldd", &actions, nullptr, pointers.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; started && (count = read(ends[0], part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  if (started) waitpid(process, nullptr, 0);
  return text;
}

bool is_elf(const std::string& file) {
  constexpr std::string_view magic =
      "\x7f"
      "ELF";
  std::array<char, 4> head{};
  std::ifstream stream(file, std::ios::binary);
  return stream.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == magic;
}

}  // namespace

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : std::string();
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::filesystem::path candidate = std::filesystem::path(rest.substr(0, colon)) / name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return {};
}

/// libmpi.so.12 is the name of the common binary interface of MPICH and its relatives.
MpiLibrary library_in(const std::string& ldd_output) {
  for (const char* name : {"libmpich.so.", "libmpi.so.12"}) {
    if (ldd_output.find(name) != std::string::npos) return MpiLibrary::mpich;
  }
  return ldd_output.find("libmpi.so.") != std::string::npos ? MpiLibrary::open_mpi : MpiLibrary::automatic;
}

MpiLibrary linked_library(const std::string& program) {
  const std::string file = find_program(program);
  return is_elf(file) ? library_in(output_of_ldd(file)) : MpiLibrary::automatic;
}

}  // namespace fsin::live
