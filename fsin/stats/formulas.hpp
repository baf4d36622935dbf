// SPDX-License-Identifier: Apache-2.0
// The formula of every figure of metrics.hpp: how it follows from what is written of a run, without the counters of the
// simulator. The reference page and the schema of results print them, and tests/commands/accounts_test.py computes all
// figures by them, over all kinds of workloads. A figure without a row is a mistake that tests/stats finds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fsin::stats {

/// What is written of a run.
enum class Log : std::uint8_t {
  packets,   ///< the packet log (fsin run --packet-log)
  timeline,  ///< the timeline of ranks and messages (fsin run --timeline)
  plan,      ///< the experiment and its trace or program
  result,    ///< other members of the result
  none       ///< nothing that is written has the figure; the formula says why
};
inline constexpr std::array<std::string_view, 5> log_names{"packets", "timeline", "plan", "result", "none"};

struct Formula {
  std::string_view figure;  ///< e.g. "latency.mean"
  Log log = Log::none;      ///< from which the figure follows
  std::string_view text;    ///< how it follows, in words; for none: why no log has it

  std::string_view log_name() const { return log_names[static_cast<std::size_t>(log)]; }
};

/// One of every figure.
const std::vector<Formula>& formulas();

/// The formula of a figure; one without text where there is none.
Formula formula_of(std::string_view figure);

}  // namespace fsin::stats
