// SPDX-License-Identifier: Apache-2.0
// An experiment over a platform of SimGrid, as text: the platform as the network of model `flow`, and, where the whole
// platform is one cluster whose topology is in the catalogue, that topology for a comparison with routers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "fsin/engine/message/platform_routes.hpp"

namespace fsin::commands {

struct PlatformExperiment {
  std::string platform;              ///< the file, as it is to be written
  std::optional<std::string> hosts;  ///< the file with the names of hosts
  std::optional<std::string> trace;  ///< a time-independent trace
};

/// Lengths of the routes between nodes.
struct RouteLengths {
  std::size_t pairs = 0;  ///< that were looked at
  bool all = true;        ///< these are all pairs
  double mean = 0;
  std::size_t longest = 0;
  std::string no_route;  ///< why a pair has none; empty where all have one
};

RouteLengths lengths_of(const engine::message::PlatformNodes& nodes);

std::string experiment_text(const engine::message::PlatformNodes& nodes, const PlatformExperiment& how);

}  // namespace fsin::commands
