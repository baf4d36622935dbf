// SPDX-License-Identifier: Apache-2.0
// Runs the trgen program as a user does.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/trgen/trace_tools.hpp"

namespace trgen::test {

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs `trgen words` in a shell within the folder, with `input` before it ("" for none).
inline Outcome trgen_in(const Folder& folder, const std::string& words, const std::string& input = "") {
  const std::string command =
      fmt::format("cd '{}' && {} '{}/bin/trgen' {} 2> stderr.log", folder / ".", input, FSIN_BINARY_DIR, words);
  Outcome outcome;
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> block;
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(block.data(), 1, block.size(), pipe);
    outcome.out.append(block.data(), got);
  }
  outcome.code = WEXITSTATUS(::pclose(pipe));
  outcome.err = read_file(folder / "stderr.log");
  std::filesystem::remove(folder / "stderr.log");
  return outcome;
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace trgen::test
