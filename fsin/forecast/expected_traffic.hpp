// SPDX-License-Identifier: Apache-2.0
// How many packets a run will have under way, before it runs.
//
// Below saturation: Little's law, packets = rate * latency, with the latency without load over 1 - u, u being the part
// in use of what the network carries (as in a queue M/M/1; within a third of what runs measure). Above it: sources hold
// what their queues take (the mean of M/M/1/K), transit queues are as full as measured (congestion.hpp). A run too
// short to get there has no more than its sources make. A trace is taken to send as fast as it can, all its ranks at
// once, as many packets as stand in a row in its records. Other patterns than uniform count by their distances alone:
// where they crowd onto a few links, more packets wait; never more than engine::most_packets().
#pragma once

#include "fsin/engine/footprint.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::forecast {

struct ExpectedTraffic {
  engine::Expected expected;
  bool saturated = false;  ///< more is offered than the network carries
  double messages = 0;     ///< of a model without routers: messages, or packets, of the whole run
};

/// Estimates of a model without routers follow routes over the links of the network, if that is not too large.
bool follows_links(const engine::Design& design);

/// `built` is the network of the run, or null: where the estimate follows links, it builds one for itself then.
ExpectedTraffic expected_traffic(const experiment::Experiment& experiment, const engine::Design& design,
                                 const sources::Demand& demand, const topology::Topology* built);

}  // namespace fsin::forecast
