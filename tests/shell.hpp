// SPDX-License-Identifier: Apache-2.0
// Runs a line of bash in a scratch directory, with fsin and trgen on the path, as a user types it. For tests.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

namespace fsin::test {

struct Shell {
  int code = -1;
  std::string out;  ///< what stdout and stderr got, in turn
};

inline Shell bash(const std::filesystem::path& directory, const std::string& line) {
  const std::filesystem::path script = directory / ".line.sh";
  std::FILE* const file = std::fopen(script.c_str(), "w");
  std::fputs(line.c_str(), file);
  std::fclose(file);
  const std::string command = fmt::format("cd '{}' && PATH='{}/bin':\"$PATH\" bash .line.sh 2>&1 < /dev/null",
                                          directory.string(), FSIN_BINARY_DIR);
  Shell ran;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> block{};
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(block.data(), 1, block.size(), pipe);
    ran.out.append(block.data(), got);
  }
  const int status = ::pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ran;
}

}  // namespace fsin::test
