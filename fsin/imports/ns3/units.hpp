// SPDX-License-Identifier: Apache-2.0
// Data rates and times as ns-3 writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fsin::imports {

/// Bits per second, rounded: "100Gbps", "2.5GB/s", "9600bps"; empty for a text that is none, and beyond 1 to 10^15.
std::optional<std::uint64_t> rate_of_ns3(std::string_view text);

/// Picoseconds, rounded: "0.001ms", "1000ns"; without a unit seconds. Empty for a text that is none, and above 10^15.
std::optional<std::uint64_t> time_of_ns3(std::string_view text);

}  // namespace fsin::imports
