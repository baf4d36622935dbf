// SPDX-License-Identifier: Apache-2.0
// An experiment over a platform of SimGrid, as text: the platform as the network of model `flow`, and, where the whole
// platform is one cluster whose topology is in the catalogue, that topology for a comparison with routers.
#pragma once

#include <optional>
#include <string>

#include "fsin/engine/message/platform_routes.hpp"

namespace fsin::commands {

struct PlatformExperiment {
  std::string platform;              ///< the file, as it is to be written
  std::optional<std::string> hosts;  ///< the file with the names of hosts
  std::optional<std::string> trace;  ///< a time-independent trace
};

/// How long routes between nodes are, in words; of many nodes those of some pairs, and it says of how many.
std::string routes_text(const engine::message::PlatformNodes& nodes);

std::string experiment_text(const engine::message::PlatformNodes& nodes, const PlatformExperiment& how);

}  // namespace fsin::commands
