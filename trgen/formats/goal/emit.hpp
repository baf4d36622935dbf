// SPDX-License-Identifier: Apache-2.0
// Converts the statements of a rank to records, in an order that respects their requirements; for text and binary
// schedules.
#pragma once

#include <cstdint>

#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/goal/graph.hpp"

namespace trgen::formats::goal {

/// Facts of the statements that a record cannot express, counted over all ranks.
struct Unsaid {
  std::uint64_t serialised = 0;
  std::uint64_t any = 0;
  std::uint64_t places = 0;  ///< cpu and nic numbers other than 0

  void report(record::Losses& losses) const;
};

/// Faults of the requirements are in `problems`; then nothing is passed on.
void emit(const Graph& graph, std::uint32_t rank, Steps& steps, Unsaid& unsaid, io::Problems& problems);

}  // namespace trgen::formats::goal
