// SPDX-License-Identifier: Apache-2.0
// Bandwidths of classes of links as an experiment can have them: all are link.bandwidth divided by a whole number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/imports/common/draft.hpp"

namespace fsin::imports {

struct LinkSpeeds {
  std::uint64_t base = 0;            ///< link.bandwidth, in bits per second
  std::vector<std::uint64_t> rates;  ///< in the order of what was wanted: base divided by a whole number, rounded down
};

/// The lowest multiple of the fastest link, up to 20 times, that gives all of them to 1 %, or else the one that gives
/// them best. `wanted`: bits per second, above 0 and below 2^58; at least one.
LinkSpeeds fit_speeds(std::span<const std::uint64_t> wanted);

/// Sets network.link.bandwidth and, where the speeds differ, bandwidth_by_class. What is more than 0.1 % off is left
/// out at `mark`, with the speed that is simulated. `from`: what they follow from.
void set_speeds(Draft& draft, const Mark& mark, std::span<const std::uint64_t> wanted, const std::string& from);

/// The largest divisor of a packet that is at most `most` bytes: a phit that gives whole packets.
std::uint64_t phit_of(std::uint64_t packet, std::uint64_t most = 64);

}  // namespace fsin::imports
