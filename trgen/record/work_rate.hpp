// SPDX-License-Identifier: Apache-2.0
// The speed of a node: "10 Gf/s" (floating-point operations per second) or "2 Gips" (instructions per second), for
// traces that record amounts of work instead of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trgen::record {

struct WorkRate {
  std::uint64_t per_second = 0;  ///< 1 to 10^18
  std::string_view clock;        ///< unit of work, by its name in TraceNotes::clock: "flops" or "instructions"
};

/// Parses a rate; empty on failure, with the reason in `error`.
std::optional<WorkRate> parse_work_rate(std::string_view text, std::string& error);

}  // namespace trgen::record
