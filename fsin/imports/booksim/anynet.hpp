// SPDX-License-Identifier: Apache-2.0
// Listings of BookSim's anynet: routers with their nodes and neighbours, `router 0 node 0 node 1 router 1 10`. A number
// behind a neighbour is the delay of the link in that direction; a link that one side does not list leads back in one
// cycle. It becomes an edge list, which the topology `graph` reads, with nodes in the order of their numbers.
#pragma once

#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

struct Anynet {
  static constexpr std::string_view name = "anynet";
  static constexpr std::string_view doc = "a listing of BookSim's anynet, `router 0 node 0 router 1 5`";

  static bool sniff(std::string_view text);
  static void convert(const Source& source, Result& to, Diagnostics& diagnostics);
};

/// The edge list of a listing; empty after an error.
std::string edges_of_anynet(std::string_view text, const Mark& file, Diagnostics& diagnostics);

}  // namespace fsin::imports
