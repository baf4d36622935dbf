// SPDX-License-Identifier: Apache-2.0
// Warnings that a run under a model without routers is apt to be more than 30 % off what routers give, judged by the
// run alone: its messages, laid over the links of the network (link_estimate.hpp), and what its ranks compute.
//
// The limits come from the table of docs/validation.md, "Models": they are the largest at which no case of it is more
// than 30 % off without a warning. docs/model/message-models.md, "How far a model can be trusted", defines the
// indicators.
#pragma once

#include <vector>

#include "fsin/experiment/experiment.hpp"
#include "fsin/profile/message_log.hpp"
#include "fsin/result/model_check.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::run {

/// `design` has a model.
std::vector<result::ModelCheck> judge_model(const experiment::Experiment& experiment, const engine::Design& design,
                                            const topology::Topology& topology, const profile::MessageLog& log,
                                            const stats::RunTotals& totals);

}  // namespace fsin::run
