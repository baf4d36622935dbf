// SPDX-License-Identifier: Apache-2.0
// Parameters of a model without routers that stand for a network of routers: those with which a message that meets no
// other takes as long as in the network, over a path of the mean length. docs/model/message-models.md, "Models side
// by side".
//
// Not derived: what software costs (o, O, S), which a network of routers does not have either.
#pragma once

#include <string>
#include <string_view>

#include "fsin/experiment/experiment.hpp"

namespace fsin::study {

/// The value of network.model: "{type: loggps, latency: 120 ns, ...}". `experiment` has routers; `hops`: mean length of
/// the ways of its messages, in links.
std::string derived_model(std::string_view name, const experiment::Experiment& experiment, double hops);

}  // namespace fsin::study
