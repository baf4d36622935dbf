// SPDX-License-Identifier: Apache-2.0
// original-exact.csv: the reference stepper draws as the original simulator did and must give its numbers to the digit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace oracles {

struct ExactResult {
  std::string name;
  std::uint64_t original_packets = 0;
  std::uint64_t packets = 0;
  std::string original_latency;  ///< with two decimals
  std::string latency;
  bool agrees() const { return packets == original_packets && latency == original_latency; }
};

/// All rows, in their order.
std::vector<ExactResult> run_exact(const std::filesystem::path& folder, unsigned threads);

}  // namespace oracles
