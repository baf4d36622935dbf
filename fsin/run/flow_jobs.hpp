// SPDX-License-Identifier: Apache-2.0
// Jobs of a run that are simulated as flows, and background by flow, beside jobs that are simulated in cycles.
//
// First all jobs run once as flows (engine/message/flow.hpp), so that those by flow meet the others. What the messages
// of the jobs by flow put on each link, window by window, and what the background by flow puts there on average, then
// takes links from the packets of the others (engine/link_rates.hpp). docs/model/workloads.md, "Jobs by
// flow".
//
// Not modelled: that packets in cycles slow jobs by flow down in another way than flows would; queues at nodes, and
// what jobs by flow consume there; background in packets does not slow jobs by flow down.
#pragma once

#include <memory>
#include <vector>

#include "fsin/core/host.hpp"
#include "fsin/engine/link_rates.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/run/single_run.hpp"

namespace fsin::run {

struct FlowPart {
  stats::RunTotals totals;                         ///< of all jobs as flows
  std::vector<stats::JobFigures> jobs;             ///< by flow
  std::shared_ptr<const engine::LinkRates> rates;  ///< what they and the background by flow take from the others
  HostUsage host;

  /// False where the flows ended badly, so that nothing may run beside them; `totals` then say why.
  bool holds() const { return rates != nullptr; }
};

/// `source` has jobs or background by flow. Of `plan`, what is for any engine counts.
FlowPart run_flow_part(const RunSetting& setting, const sources::Source& source, const engine::RunPlan& plan,
                       engine::Control& control);

/// The figures of jobs by flow and of jobs in cycles, merged in the order of all jobs.
std::vector<stats::JobFigures> in_order(const sources::JobSource& source, std::vector<stats::JobFigures> by_flow,
                                        std::vector<stats::JobFigures> in_cycles);

}  // namespace fsin::run
