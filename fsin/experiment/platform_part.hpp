// SPDX-License-Identifier: Apache-2.0
// network.platform: a platform of SimGrid as the network of an experiment. Its hosts are the nodes, its links and
// routes those of the model `flow`, and the speeds of its hosts are those at which ranks compute amounts of work.
//
// What the platform sets, each only where the experiment does not write it (keys that it writes take precedence, and so
// do those of network.file):
//   network.model      {type: flow, factors: simgrid}
//   network.topology   of a platform that is one torus or one fat tree: that one; else a line of as many nodes, whose
//   network.routing    links nobody uses
//   network.link, network.phit   of ranks that make calls under the model flow: cycles of 10 ps, whatever the links,
//                      which have their own bandwidths; else a cycle is the time of a byte on the cluster's link, or
//                      on the fastest one
//   workload           of programs and time-independent traces SimGrid's collectives (library: smpi), of traces also
//                      cpu.scale: 1; with factors its start of messages (mpi.start: matched)
#pragma once

#include <memory>
#include <string>

#include "fsin/config/document.hpp"
#include "fsin/engine/message/platform_routes.hpp"

namespace fsin::experiment {

/// A platform as keys of `network`, and a remark on its topology for messages.
struct PlatformNetwork {
  std::string topology;  ///< the value of the key
  std::string routing;
  std::string link;
  std::string link_of_calls;  ///< in its place under the model flow, for ranks that make calls
  std::string phit;
  std::string model;
  bool has_routers = false;  ///< the topology is the platform's own, for network.model: routers
  std::string remark;        ///< about the topology
};
PlatformNetwork network_of(const engine::message::PlatformNodes& nodes);

/// Reads the platform that the document names into `nodes`, which stays null where it names none, and puts what the
/// platform sets into the document as defaults. False after an error, which is in the diagnostics.
bool take_in_platform(config::Document& document, std::shared_ptr<const engine::message::PlatformNodes>& nodes,
                      Diagnostics& diagnostics);

}  // namespace fsin::experiment
