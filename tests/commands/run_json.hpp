// SPDX-License-Identifier: Apache-2.0
// Runs of fsin whose JSON is looked at, and texts within texts. For tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/commands/cli.hpp"

namespace fsin::test {

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
  return times;
}

struct Result {
  Ran ran;
  nlohmann::json json;
};

inline Result run_json(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), {"run", "exp.yaml", "-q", "--json", "-"});
  Ran ran = run_fsin_in(scratch.path(), words);
  nlohmann::json json = nlohmann::json::parse(ran.out, nullptr, false);
  return {std::move(ran), std::move(json)};
}

}  // namespace fsin::test
