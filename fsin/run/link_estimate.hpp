// SPDX-License-Identifier: Apache-2.0
// A rough estimate of what links would do to the messages of a run under a model that knows none, or shares them as
// fluids: each message, in the order of their departures, waits at the fullest link of its route for what earlier ones
// have left there to carry. A link is a queue that its phits drain; a message takes up all links of its way at once.
//
// Not modelled: queues of finite length and whom they hold up, virtual channels, and that messages would have set out
// later had the ones before come later. It is no simulation: it says how much of the time of messages is in doubt.
#pragma once

#include <optional>

#include "fsin/experiment/experiment.hpp"
#include "fsin/profile/message_log.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::run {

/// Sums over messages, in cycles, unless it says otherwise.
struct LinkEstimate {
  std::uint64_t messages = 0;
  double model = 0;        ///< from departure to end, in the run
  double model_alone = 0;  ///< the same without any other message; of flows, as fluids without factors
  double alone = 0;        ///< in the network of routers, without any other message
  double queued = 0;       ///< the same, and behind earlier messages on the links
  double shared = 0;       ///< what the run has beyond `alone`
  double hops = 0;         ///< mean length of the ways, in links
  double contended = 0;    ///< largest part of the run for which a link carries phits of others than its main source
  std::uint32_t from = 0;  ///< the routers of that link
  std::uint32_t to = 0;
  double received = 0;  ///< part of the run for which the busiest receiver gets phits, less that of the busiest sender
  std::uint32_t receiver = 0;
};

/// Bytes that estimate_links() takes for a network of so many links and nodes, for messages between so many pairs of
/// nodes, with a number of links to each route.
double bytes_of_link_estimate(double links, double nodes, double messages, double pairs, double links_of_route);

/// `design` has a model. `node_of`: by rank, empty where sources are nodes. Nothing where the routing of the experiment
/// does not lead through the network, so that there are no links to speak of.
std::optional<LinkEstimate> estimate_links(const experiment::Experiment& experiment, const engine::Design& design,
                                           const topology::Topology& topology, const profile::MessageLog& log,
                                           const std::vector<std::uint32_t>& node_of, Cycle cycles);

}  // namespace fsin::run
