// SPDX-License-Identifier: Apache-2.0
// Workloads of SimAI, as AICB writes them: layers of a model with their computing and their collectives. Source:
// X. Wang et al., SimAI: unifying architecture design and performance tuning for large-scale large language model
// training with scalability and precision, NSDI 2025; github.com/aliyun/SimAI, astra-sim/workload/Workload.cc.
#pragma once

#include <string_view>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Simai {
  static constexpr std::string_view name = "simai";
  static constexpr std::string_view doc = "workload of SimAI (AICB): a policy, a count, and 12 columns a layer";
  static bool sniff(std::string_view text);
  /// Writes a program: a time-independent trace, or a script where the trace would be long. Settings: `topo=FILE`, a
  /// topology list of ns-3, else a fat tree; `ranks=N` where the first line has no all_gpus; `passes=N`.
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

}  // namespace fsin::imports
