// SPDX-License-Identifier: Apache-2.0
// What trgen topology prints: verdicts as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "trgen/pattern/collective_groups.hpp"
#include "trgen/pattern/verdict.hpp"

namespace trgen::commands {

/// Calls of a collective with the pattern of the messages inside.
struct CollectiveVerdict {
  pattern::CallGroups calls;
  pattern::Verdict inside;
};

/// The patterns of a trace.
struct TopologyFindings {
  std::string name;  ///< of the trace
  std::uint32_t ranks = 0;
  bool together = false;  ///< messages inside collectives are among the others
  pattern::Amount to_self;
  pattern::Verdict messages;
  std::vector<CollectiveVerdict> collectives;
};

void print_topology(const TopologyFindings& found, bool drawings);
nlohmann::ordered_json topology_json(const TopologyFindings& found);

/// "85.2 % of the messages, 71.0 % of the bytes".
std::string share_text(const pattern::Amount& part, const pattern::Amount& whole);

}  // namespace trgen::commands
