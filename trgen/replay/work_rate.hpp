// SPDX-License-Identifier: Apache-2.0
// How fast a node computes: "10 Gf/s" (floating-point operations a second) or "2 Gips" (instructions a second), for
// traces that record volumes of work in place of times.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trgen::replay {

struct WorkRate {
  std::uint64_t per_second = 0;  ///< 1 to 10^18
  std::string_view clock;        ///< what is counted, as record::TraceNotes::clock names it: "flops" or "instructions"
};

/// The rate that a text names, or nothing and the reason in `error`.
std::optional<WorkRate> parse_work_rate(std::string_view text, std::string& error);

}  // namespace trgen::replay
