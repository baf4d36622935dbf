// SPDX-License-Identifier: Apache-2.0
// A small sweep and what it left, for the tests of fsin sweep.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/commands/cli.hpp"

namespace fsin::test {

inline constexpr const char* small_sweep =
    "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}}\n"
    "workload: {type: synthetic, pattern: uniform, load: 0.2}\nmeasure: {warmup: 100, cycles: 2000}\n"
    "sweep:\n  grid:\n    workload.load: [0.1, 0.2, 0.3]\n    router:\n"
    "      one: {network.preset: oblivious-1vc}\n      three: {network.preset: adaptive-3vc}\n  seeds: 3\n";

inline std::vector<std::string> words(std::vector<std::string> more) {
  std::vector<std::string> all{"sweep", "exp.yaml", "-q"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// runs.jsonl without what differs from host to host and hour to hour.
inline std::string simulated(const std::filesystem::path& folder) {
  std::istringstream lines(read_file(folder / "runs.jsonl"));
  std::string text, all;
  while (std::getline(lines, text)) {
    auto line = nlohmann::ordered_json::parse(text);
    line.erase("host");
    all += line.dump() + "\n";
  }
  return all;
}

}  // namespace fsin::test
