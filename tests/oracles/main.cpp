// SPDX-License-Identifier: Apache-2.0
// Compares both engines with the numbers measured on the original simulator. Exit status 0 when all agree.
//
//   fsin-oracles [--exact] [--threads N] [--folder DIR]
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string_view>

#include "tests/oracles/exact.hpp"

namespace {

struct Options {
  std::filesystem::path folder = FSIN_SOURCE_DIR "/tests/oracles";
  unsigned threads = 2;
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--exact") {
      continue;
    } else if (word == "--threads" && i + 1 < argc) {
      options.threads = static_cast<unsigned>(std::strtoul(argv[++i], nullptr, 10));
    } else if (word == "--folder" && i + 1 < argc) {
      options.folder = argv[++i];
    } else {
      return false;
    }
  }
  return options.threads > 0;
}

int report_exact(const Options& options) {
  std::size_t agree = 0;
  const auto results = oracles::run_exact(options.folder, options.threads);
  for (const oracles::ExactResult& r : results) {
    agree += r.agrees() ? 1 : 0;
    if (r.agrees()) continue;
    fmt::print("differs: {}: original {} packets, latency {}; reference {} packets, latency {}\n", r.name,
               r.original_packets, r.original_latency, r.packets, r.latency);
  }
  fmt::print("{} of {} rows of original-exact.csv agree to the digit\n", agree, results.size());
  return agree == results.size() && !results.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    fmt::print(stderr, "usage: fsin-oracles [--exact] [--threads N] [--folder DIR]\n");
    return 2;
  }
  try {
    return report_exact(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 70;
  }
}
