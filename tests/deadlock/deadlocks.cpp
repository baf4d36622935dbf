// SPDX-License-Identifier: Apache-2.0
// fsin-deadlocks: the networks with known answers, each simulated for long: a free one must survive, of one that is not
// some load must deadlock.
//   --hops N     packet-hops for each network (default 20 million)
//   --case TEXT  only those whose name contains TEXT
// The last line says how many were wrong; exit code 1 when any was.
#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

#include "tests/deadlock/cases.hpp"

int main(int argc, char** argv) {
  std::uint64_t hops = 20'000'000;
  std::string_view only;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view word = argv[i];
    if (word == "--hops") hops = std::strtoull(argv[i + 1], nullptr, 10);
    if (word == "--case") only = argv[i + 1];
  }
  unsigned wrong = 0;
  for (const deadlock_test::Case& each : deadlock_test::all_cases()) {
    if (each.name.find(only) == std::string::npos) continue;
    constexpr std::uint64_t no_end = ~std::uint64_t{0};
    const deadlock_test::Search found = deadlock_test::search(each, no_end, no_end, hops);
    const bool right = found.found != each.free;
    wrong += right ? 0U : 1U;
    fmt::print("{:<6} {}: {} after {} packet-hops in {} runs, {} load of seed {}, packets of {} phits\n",
               right ? "" : "WRONG", each.name, found.found ? "deadlock" : "none", found.packet_hops, found.runs,
               found.directed ? "directed" : "uniform", found.flood.seed, found.flood.phits);
  }
  fmt::print("{} wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
