// SPDX-License-Identifier: Apache-2.0
// The graph of an infrastructure: every component of every instance, and every cable between them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/imports/infragraph/model.hpp"

namespace fsin::imports::infragraph {

struct Node {
  std::string name;  ///< `server.0.cx5.1.port.0`
  const Component* component = nullptr;
};

struct Cable {
  std::uint32_t from = 0, to = 0;
  std::uint64_t rate = 0;   ///< bits per second; 0: the file does not say
  std::uint64_t delay = 0;  ///< ps
};

struct Graph {
  std::vector<Node> nodes;
  std::vector<Cable> cables;
};

/// Multiplies devices and edges by their counts, as the service of InfraGraph does: an edge that is there twice is one
/// edge, with the link of the last. At most most_nodes components and most_cables edges.
Graph expand(const Infrastructure& from, const Mark& file, Draft& draft, Diagnostics& diagnostics);

}  // namespace fsin::imports::infragraph
