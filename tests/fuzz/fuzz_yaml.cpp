// SPDX-License-Identifier: Apache-2.0
// Fuzzes the configuration reader: any bytes are a configuration file, and behind a line `=====` overrides, one a line.
// Nothing may crash, leak or run away; every message is one line; what is read without an error survives a dump.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/text.hpp"
#include "tests/config/sample.hpp"

namespace {

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print(stderr, "fuzz_yaml: {}\n", what);
  std::abort();
}

void check_round_trip(const sample::Experiment& experiment) {
  const std::string text = fsin::config::dump(experiment, "fsin");
  const sample::Outcome again = sample::read(text);
  require(again.diagnostics.ok(), "the dump does not read: " + again.said() + text);
  require(again.experiment == experiment, "the dump reads differently: " + text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view divider = "\n=====\n";
  const std::size_t cut = input.find(divider);
  std::vector<std::string> overrides;
  if (cut != std::string_view::npos) {
    std::string_view rest = input.substr(cut + divider.size());
    while (!rest.empty() && overrides.size() < 8) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      overrides.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  const sample::Outcome outcome = sample::read(input.substr(0, cut), overrides);
  for (const fsin::Diagnostic& entry : outcome.diagnostics.entries()) {
    require(!fsin::find_non_text(entry.text()) && entry.text().find('\n') == std::string::npos,
            "a message is not a line");
  }
  if (outcome.diagnostics.ok()) check_round_trip(outcome.experiment);
  return 0;
}
